package meshlint.rules.interception.proxy_uid_mismatch_test

import data.meshlint.rules.interception.proxy_uid_mismatch as rule
import data.meshlint.testlib

_context(over) := {"proxy": {"securityContext": over}}

_args(args) := {"init_args": array.concat(["istio-iptables", "-p", "15001"], args)}

_u := "/spec/template/spec/initContainers/0/args/6"

_uid := "/spec/template/spec/containers/1/securityContext/runAsUser"

test_fires[name] if {
	some name, case in {
		"another user, exempt group": {
			"object": testlib.injected(_context({"runAsUser": 1338, "runAsGroup": 1337})),
			"text": "only its group saves",
			"related": _u,
		},
		"another user and group": {
			"object": testlib.injected(_context({"runAsUser": 1338, "runAsGroup": 1338})),
			"text": "redirected to itself",
			"related": _u,
		},
		"another user, group unknown": {
			"object": testlib.injected(_context({"runAsUser": 1338, "runAsGroup": null})),
			"text": "redirected to itself",
			"related": _u,
		},
		"another -u": {
			"object": testlib.injected(_args(["-u", "2000"])),
			"text": "exempts UID 2000 (-u)",
			"related": "/spec/template/spec/initContainers/0/args/4",
		},
		"root in another group": {
			"object": testlib.injected(_context({"runAsUser": 0, "runAsGroup": 0})),
			"text": "redirected to itself",
			"related": _u,
		},
		"root, group unknown": {
			"object": testlib.injected(_context({"runAsUser": 0, "runAsGroup": null})),
			"text": "redirected to itself",
			"related": _u,
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, _uid)
	some f in found
	contains(f.message, case.text)
	testlib.pointer(f.related[0].path) == case.related
}

test_advice[name] if {
	some name, case in {
		"user": {"uid": 1338, "mode": "TPROXY", "text": "Set runAsUser to 1337."},
		"root": {"uid": 0, "mode": "REDIRECT", "text": "Set runAsUser to 1337."},
		"root of TPROXY": {"uid": 0, "mode": "TPROXY", "text": "Set runAsGroup to 1337."},
	}
	found := rule.report with input as testlib.injected({
		"proxy": {"securityContext": {"runAsUser": case.uid, "runAsGroup": 5}},
		"init_args": ["istio-iptables", "-p", "15001", "-u", "1337", "-m", case.mode],
	})
	{endswith(f.message, case.text) | some f in found} == {true}
}

test_fix[name] if {
	some name, case in {
		"default": {"context": {"runAsUser": 1338, "runAsGroup": null}, "u": "1337", "value": 1337},
		"said by the group": {"context": {"runAsUser": 1338, "runAsGroup": 2000}, "u": "2000", "value": 2000},
	}
	found := rule.report with input as testlib.injected(object.union(_context(case.context), _args(["-u", case.u])))
	{f.fix | some f in found} == {[{"op": "replace", "path": _uid, "value": case.value}]}
}

test_no_fix[name] if {
	some name, over in {
		"either may be wrong": object.union(_context({"runAsUser": 1337, "runAsGroup": 1337}), _args(["-u", "2000"])),
		"several": object.union(_context({"runAsUser": 1338}), _args(["-u", "1337,2000"])),
		"root": _context({"runAsUser": 0, "runAsGroup": 0}),
		"inherited": {"proxy": {"securityContext": {"runAsUser": null}}, "spec": {"securityContext": {"runAsUser": 5}}},
		"overridden": object.union(
			_context({"runAsUser": 1338}),
			{"annotations": {"proxy.istio.io/overrides": json.marshal({
				"containers": [{"name": "istio-proxy", "securityContext": {"runAsUser": 1338}}],
			})}},
		),
	}
	found := rule.report with input as testlib.injected(over)
	count(found) == 1
	every f in found { not f.fix }
}

test_fires_on_the_native_proxy if {
	found := rule.report with input as testlib.native({"proxy": {"securityContext": {"runAsUser": 1}}})
	testlib.fires_at(found, "/spec/template/spec/initContainers/1/securityContext/runAsUser")
}

test_fires_on_the_inherited_user if {
	found := rule.report with input as testlib.injected({
		"proxy": {"securityContext": {"runAsUser": null}},
		"spec": {"securityContext": {"runAsUser": 5}},
	})
	testlib.fires_at(found, "/spec/template/spec/securityContext/runAsUser")
}

test_fires_on_the_inherited_user_in_tproxy_mode[name] if {
	some name, case in {
		"another group": {"group": 5, "mode": "TPROXY", "own": null},
		"REDIRECT": {"group": 1337, "mode": "REDIRECT", "own": null},
		"own user": {"group": 1337, "mode": "TPROXY", "own": 5},
	}
	found := rule.report with input as testlib.injected({
		"proxy": {"securityContext": {"runAsUser": case.own, "runAsGroup": case.group}},
		"spec": {"securityContext": {"runAsUser": 5}},
		"init_args": ["istio-iptables", "-p", "15001", "-u", "1337", "-m", case.mode],
	})
	count(found) == 1
}

test_silent[name] if {
	some name, obj in {
		"equal": testlib.injected({}),
		"one of two": testlib.injected(_args(["-u", "1000,1337"])),
		"without -u": testlib.injected(_args(["-b", "*"])),
		"TPROXY, group unknown": testlib.injected({
			"proxy": {"securityContext": {"runAsUser": 0, "runAsGroup": null}},
			"init_args": ["istio-iptables", "-p", "15001", "-u", "1337", "-m", "TPROXY"],
		}),
		"TPROXY, user of the pod, exempt group": testlib.injected({
			"proxy": {"securityContext": {"runAsUser": null, "runAsGroup": 1337}},
			"spec": {"securityContext": {"runAsUser": 5}},
			"init_args": ["istio-iptables", "-p", "15001", "-u", "1337", "-m", "TPROXY"],
		}),
		"root in an exempt group": testlib.injected(_context({"runAsUser": 0, "runAsGroup": 1337})),
		"user unknown": testlib.injected(_context({"runAsUser": null, "runAsGroup": 5})),
		"no rules": testlib.injected(object.union(
			_context({"runAsUser": 5}),
			_args(["-u", "1337", "--skip-rule-apply"]),
		)),
		"under the CNI plugin": testlib.cni(_context({"runAsUser": 5})),
		"gateway": testlib.injected({"proxy": {"args": ["proxy", "router"], "securityContext": {"runAsUser": 5}}}),
		"not injected": testlib.source({"app": {"securityContext": {"runAsUser": 5}}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
