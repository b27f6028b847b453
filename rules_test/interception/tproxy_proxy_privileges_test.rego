package meshlint.rules.interception.tproxy_proxy_privileges_test

import data.meshlint.rules.interception.tproxy_proxy_privileges as rule
import data.meshlint.testlib

_args(mode) := ["istio-iptables", "-p", "15001", "-u", "1337", "-m", mode]

_tproxy(context) := testlib.injected({"init_args": _args("TPROXY"), "proxy": {"securityContext": context}})

_right := {"runAsUser": 0, "runAsGroup": 1337, "capabilities": {"add": ["NET_ADMIN"]}}

test_fires[name] if {
	some name, case in {
		"no capability": {
			"object": _tproxy(object.union(_right, {"capabilities": {"add": []}})),
			"path": "/spec/template/spec/containers/1/securityContext/capabilities",
			"text": "has no NET_ADMIN",
		},
		"another group": {
			"object": _tproxy(object.union(_right, {"runAsGroup": 5})),
			"path": "/spec/template/spec/containers/1/securityContext",
			"text": "has the group 5, but the redirect exempts 1337",
		},
		"no group": {
			"object": _tproxy(object.union(_right, {"runAsGroup": null})),
			"path": "/spec/template/spec/containers/1/securityContext",
			"text": "has the group 0, but",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, case.path)
	some f in found
	contains(f.message, case.text)
}

test_related if {
	found := rule.report with input as _tproxy(object.union(_right, {"runAsGroup": 5}))
	{testlib.pointer(f.related[0].path) | some f in found} == {"/spec/template/spec/initContainers/0/args/4"}
}

test_silent[name] if {
	some name, obj in {
		"right": _tproxy(_right),
		"privileged": _tproxy({"privileged": true, "runAsGroup": 1337}),
		"no root": _tproxy(object.union(_right, {"runAsUser": 1337, "runAsGroup": 5})),
		"REDIRECT": testlib.injected({"proxy": {"securityContext": {"runAsUser": 0, "runAsGroup": 5}}}),
		"no securityContext": testlib.injected({"init_args": _args("TPROXY"), "proxy": {"securityContext": null}}),
		"gateway": testlib.injected({
			"init_args": _args("TPROXY"),
			"proxy": {"args": ["proxy", "router"], "securityContext": {"runAsUser": 0, "runAsGroup": 5}},
		}),
		"no rules": testlib.injected({
			"init_args": array.concat(_args("TPROXY"), ["--skip-rule-apply"]),
			"proxy": {"securityContext": {"runAsUser": 0, "runAsGroup": 5}},
		}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
