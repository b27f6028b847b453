package meshlint.rules.interception.init_capabilities_missing_test

import data.meshlint.rules.interception.init_capabilities_missing as rule
import data.meshlint.testlib

_adds(names) := {"init": {"securityContext": {"capabilities": {"add": names}}}}

_old := {"readinessProbe": {"httpGet": {"path": "/healthz/ready", "port": 15020}}, "startupProbe": null}

test_fires[name] if {
	some name, case in {
		"NET_RAW": {"object": testlib.injected(_adds(["NET_ADMIN"])), "text": "has no NET_RAW, so"},
		"NET_ADMIN": {"object": testlib.injected(_adds(["NET_RAW"])), "text": "has no NET_ADMIN, so"},
		"both": {"object": testlib.injected(_adds([])), "text": "has no NET_ADMIN and no NET_RAW, so"},
		"native": {"object": testlib.native(_adds(["NET_ADMIN"])), "text": "has no NET_RAW, so"},
		"NET_ADMIN of an old release": {
			"object": testlib.injected(object.union(_adds([]), {"proxy": _old})),
			"text": "has no NET_ADMIN, so",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/securityContext/capabilities")
	some f in found
	contains(f.message, case.text)
}

test_message_counts if {
	one := rule.report with input as testlib.injected(_adds(["NET_ADMIN"]))
	{endswith(f.message, "add it.") | some f in one} == {true}
	two := rule.report with input as testlib.injected(_adds([]))
	{endswith(f.message, "add both.") | some f in two} == {true}
}

test_fix[name] if {
	some name, case in {
		"one more": {
			"capabilities": {"add": ["NET_ADMIN"]},
			"fix": [{"op": "add", "path": "add/-", "value": "NET_RAW"}],
		},
		"two more": {
			"capabilities": {"add": []},
			"fix": [
				{"op": "add", "path": "add/-", "value": "NET_ADMIN"},
				{"op": "add", "path": "add/-", "value": "NET_RAW"},
			],
		},
		"no list": {
			"capabilities": {"add": null},
			"fix": [{"op": "add", "path": "add", "value": ["NET_ADMIN", "NET_RAW"]}],
		},
	}
	found := rule.report with input as testlib.injected({"init": {"securityContext": {"capabilities": case.capabilities}}})
	some f in found
	[object.union(operation, {"path": path}) |
		some operation in f.fix
		path := trim_prefix(operation.path, "/spec/template/spec/initContainers/0/securityContext/capabilities/")
	] == case.fix
}

test_no_fix_without_capabilities if {
	found := rule.report with input as testlib.injected({"init": {"securityContext": {"capabilities": null}}})
	count(found) == 1
	every f in found { not f.fix }
}

test_silent[name] if {
	some name, obj in {
		"both": testlib.injected({}),
		"with prefix": testlib.injected(_adds(["CAP_NET_ADMIN", "CAP_NET_RAW"])),
		"all": testlib.injected(_adds(["ALL"])),
		"privileged": testlib.injected({"init": {"securityContext": {"privileged": true, "capabilities": null}}}),
		"NET_RAW of an old release": testlib.injected(object.union(_adds(["NET_ADMIN"]), {"proxy": _old})),
		"no rules": testlib.injected(object.union(
			_adds([]),
			{"init_args": ["istio-iptables", "-p", "15001", "--skip-rule-apply"]},
		)),
		"overridden": testlib.injected(object.union(_adds([]), {"annotations": {"proxy.istio.io/overrides": json.marshal({
			"initContainers": [{"name": "istio-init", "securityContext": {}}],
		})}})),
		"CNI": testlib.cni({}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
