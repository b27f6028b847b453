package meshlint.rules.lifecycle.hold_not_applied_test

import data.meshlint.rules.lifecycle.hold_not_applied as rule
import data.meshlint.testlib

_config := {"proxy.istio.io/config": "holdApplicationUntilProxyStarts: true"}

_wait := {"postStart": {"exec": {"command": ["pilot-agent", "wait"]}}}

_at := "/spec/template/spec/containers/1"

_first(over) := json.patch(testlib.injected(over), [
	{"op": "move", "from": "/spec/template/spec/containers/1", "path": "/spec/template/spec/containers/0"},
])

test_fires[name] if {
	some name, case in {
		"not first": {
			"object": testlib.injected({"annotations": _config, "proxy": {"lifecycle": _wait}}),
			"at": _at,
			"text": "istio-proxy is not the first container:",
		},
		"no hook": {
			"object": _first({"annotations": _config}),
			"at": "/spec/template/spec/containers/0",
			"text": "istio-proxy has no postStart hook that waits:",
		},
		"neither": {
			"object": testlib.injected({"annotations": _config}),
			"at": _at,
			"text": "has no postStart hook that waits and is not the first container:",
		},
		"by the environment": {
			"object": testlib.injected({"proxy": {"lifecycle": _wait, "env": [{
				"name": "PROXY_CONFIG",
				"value": "{\"holdApplicationUntilProxyStarts\":true}\n",
			}]}}),
			"at": _at,
			"text": "is not the first container",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, case.at)
	some f in found
	contains(f.message, case.text)
	count(f.related) == 1
}

_split(env) := testlib.injected_of("CronJob", {
	"status_level": "none",
	"annotations": _config,
	"job_metadata": {"annotations": {"sidecar.istio.io/status": `{"containers":["istio-proxy"],"revision":"default"}`}},
	"proxy": {"lifecycle": _wait, "env": env},
})

test_fires_for_a_cronjob_by_its_environment if {
	found := rule.report with input as _split([{
		"name": "PROXY_CONFIG",
		"value": "{\"holdApplicationUntilProxyStarts\":true}\n",
	}])
	testlib.fires_at(found, "/spec/jobTemplate/spec/template/spec/containers/1")
}

test_silent[name] if {
	some name, obj in {
		"applied": _first({"annotations": _config, "proxy": {"lifecycle": _wait}}),
		"a lifecycle of its own": _first({"annotations": _config, "proxy": {"lifecycle": {"preStop": {}}}}),
		"no hold": testlib.injected({}),
		"hold false": testlib.injected({"annotations": {
			"proxy.istio.io/config": "holdApplicationUntilProxyStarts: false",
		}}),
		"native": testlib.native({"annotations": _config}),
		"another template": testlib.injected({"annotations": object.union(
			_config,
			{"inject.istio.io/templates": "sidecar,mine"},
		)}),
		"overridden": testlib.injected({"annotations": object.union(
			_config,
			{"proxy.istio.io/overrides": json.marshal({"containers": [{"name": "istio-proxy"}]})},
		)}),
		"gateway": testlib.injected({"annotations": _config, "init": null, "proxy": {"args": ["proxy", "router"]}}),
		"not injected": testlib.source({"annotations": _config}),
		"CronJob that kube-inject has injected": _split([]),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
