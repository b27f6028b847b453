package meshlint.rules.lifecycle.init_no_network_test

import data.meshlint.rules.lifecycle.init_no_network as rule
import data.meshlint.testlib

_migrate := {"name": "migrate", "image": "migrate:1"}

_behind(over) := object.union({"init_containers": [_migrate]}, over)

_args(args) := {"init_args": array.concat(["istio-iptables", "-p", "15001", "-u", "1337"], args)}

_at := "/spec/template/spec/initContainers/1"

_between := json.patch(testlib.native({"init_containers": [_migrate]}), [
	{"op": "move", "from": "/spec/template/spec/initContainers/2", "path": "/spec/template/spec/initContainers/1"},
])

test_fires[name] if {
	some name, case in {
		"behind istio-init": {"object": testlib.injected(_behind({})), "severity": "error"},
		"before the native proxy": {"object": _between, "severity": "error"},
		"under the CNI plugin": {"object": testlib.cni(_behind({})), "severity": "warning"},
		"that keeps running": {
			"object": testlib.injected({"init_containers": [object.union(_migrate, {"restartPolicy": "Always"})]}),
			"severity": "warning",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, _at)
	{f.severity | some f in found} == {case.severity}
	{testlib.pointer(f.related[0].path) | some f in found} == {"/spec/template/spec/initContainers/0"}
}

test_silent[name] if {
	some name, obj in {
		"before istio-init": json.patch(testlib.injected(_behind({})), [{
			"op": "move",
			"from": "/spec/template/spec/initContainers/1",
			"path": "/spec/template/spec/initContainers/0",
		}]),
		"behind the native proxy": testlib.native(_behind({})),
		"exempt user": testlib.injected({"init_containers": [object.union(
			_migrate,
			{"securityContext": {"runAsUser": 1337}},
		)]}),
		"exempt group": testlib.injected({"init_containers": [object.union(
			_migrate,
			{"securityContext": {"runAsGroup": 1337}},
		)]}),
		"ports excluded": testlib.injected(_behind(_args(["-i", "*", "-o", "5432"]))),
		"ranges excluded": testlib.injected(_behind(_args(["-i", "*", "-x", "10.0.0.0/8"]))),
		"a part captured": testlib.injected(_behind(_args(["-i", "10.0.0.0/8"]))),
		"nothing captured": testlib.injected(_behind(_args(["-i", ""]))),
		"mode NONE": testlib.injected(_behind({"annotations": {"sidecar.istio.io/interceptionMode": "NONE"}})),
		"gateway": testlib.injected(_behind({"proxy": {"args": ["proxy", "router"]}})),
		"not injected": testlib.source(_behind({})),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
