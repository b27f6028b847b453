package meshlint.rules.interception.tproxy_proxy_privileges_test

import data.meshlint.rules.interception.tproxy_proxy_privileges as rule
import data.meshlint.testlib

_args(mode) := ["istio-iptables", "-p", "15001", "-u", "1337", "-m", mode]

_env := [{"name": "ISTIO_META_INTERCEPTION_MODE", "value": "TPROXY"}]

_proxy(context) := {"env": _env, "securityContext": context}

_tproxy(context) := testlib.injected({"init_args": _args("TPROXY"), "proxy": _proxy(context)})

_cni(context) := testlib.with_field(
	testlib.cni({"proxy": _proxy(context)}),
	"/spec/template/spec/initContainers/0/args",
	array.concat(_args("TPROXY"), ["--run-validation", "--skip-rule-apply"]),
)

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
		"no capability under the CNI plugin": {
			"object": _cni(object.union(_right, {"capabilities": {"add": []}})),
			"path": "/spec/template/spec/containers/1/securityContext/capabilities",
			"text": "has no NET_ADMIN",
		},
		"group of root under the CNI plugin": {
			"object": _cni(object.union(_right, {"runAsGroup": 0})),
			"path": "/spec/template/spec/containers/1/securityContext",
			"text": "has the group 0, but the redirect exempts 1337",
		},
		"mode not told to Envoy": {
			"object": testlib.injected({
				"init_args": _args("TPROXY"),
				"proxy": {"env": [], "securityContext": object.union(_right, {"capabilities": {"add": []}})},
			}),
			"path": "/spec/template/spec/containers/1/securityContext/capabilities",
			"text": "has no NET_ADMIN",
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

test_fix if {
	found := rule.report with input as _tproxy(object.union(_right, {"runAsGroup": 5}))
	{f.fix | some f in found} == {[{
		"op": "add",
		"path": "/spec/template/spec/containers/1/securityContext/runAsGroup",
		"value": 1337,
	}]}
}

test_no_fix_for_another_group_than_the_mesh_has if {
	found := rule.report with input as testlib.injected({
		"init_args": ["istio-iptables", "-p", "15001", "-u", "2000", "-m", "TPROXY"],
		"proxy": _proxy(_right),
	})
	count(found) == 1
	every f in found { not f.fix }
}

test_related if {
	found := rule.report with input as _tproxy(object.union(_right, {"runAsGroup": 5}))
	{testlib.pointer(f.related[0].path) | some f in found} == {"/spec/template/spec/initContainers/0/args/4"}
}

test_related_of_g if {
	found := rule.report with input as testlib.injected({
		"init_args": array.concat(_args("TPROXY"), ["-g", "1337"]),
		"proxy": _proxy(object.union(_right, {"runAsGroup": 5})),
	})
	{testlib.pointer(f.related[0].path) | some f in found} == {"/spec/template/spec/initContainers/0/args/8"}
}

test_silent[name] if {
	some name, obj in {
		"right": _tproxy(_right),
		"all capabilities": _tproxy(object.union(_right, {"capabilities": {"add": ["ALL"]}})),
		"right under the CNI plugin": _cni(_right),
		"another group under the CNI plugin": _cni(object.union(_right, {"runAsGroup": 5})),
		"no group is a number": testlib.injected({
			"init_args": ["istio-iptables", "-p", "15001", "-u", "x", "-m", "TPROXY"],
			"proxy": _proxy(_right),
		}),
		"Envoy told otherwise": testlib.injected({"init_args": _args("TPROXY")}),
		"privileged": _tproxy({"privileged": true, "runAsGroup": 1337}),
		"no root": _tproxy(object.union(_right, {"runAsUser": 1337, "runAsGroup": 5})),
		"REDIRECT": testlib.injected({
			"init_args": _args("REDIRECT"),
			"proxy": _proxy({"runAsUser": 0, "runAsGroup": 5}),
		}),
		"no securityContext": testlib.injected({"init_args": _args("TPROXY"), "proxy": _proxy(null)}),
		"gateway": testlib.injected({
			"init_args": _args("TPROXY"),
			"proxy": object.union(_proxy({"runAsUser": 0, "runAsGroup": 5}), {"args": ["proxy", "router"]}),
		}),
		"no rules": testlib.injected({
			"init_args": array.concat(_args("TPROXY"), ["--skip-rule-apply"]),
			"proxy": _proxy({"runAsUser": 0, "runAsGroup": 5}),
		}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
