package meshlint.rules.security.proxy_privileges_test

import data.meshlint.rules.security.proxy_privileges as rule
import data.meshlint.testlib

_context(over) := {"proxy": {"securityContext": over}}

_at(field) := sprintf("/spec/template/spec/containers/1/securityContext/%s", [field])

test_fires[name] if {
	some name, case in {
		"privileged": {"over": {"privileged": true}, "field": "privileged", "text": "is privileged"},
		"escalation": {
			"over": {"allowPrivilegeEscalation": true},
			"field": "allowPrivilegeEscalation",
			"text": "may escalate",
		},
		"root": {"over": {"runAsUser": 0}, "field": "runAsUser", "text": "runs as root"},
		"capability": {
			"over": {"capabilities": {"drop": ["ALL"], "add": ["SYS_ADMIN"]}},
			"field": "capabilities/add/0",
			"text": "SYS_ADMIN",
		},
		"NET_ADMIN": {
			"over": {"capabilities": {"drop": ["ALL"], "add": ["NET_ADMIN"]}},
			"field": "capabilities/add/0",
			"text": "NET_ADMIN",
		},
		"NET_BIND_SERVICE without root": {
			"over": {"capabilities": {"drop": ["ALL"], "add": ["NET_BIND_SERVICE"]}},
			"field": "capabilities/add/0",
			"text": "NET_BIND_SERVICE",
		},
		"not all dropped": {
			"over": {"capabilities": {"drop": ["NET_RAW"]}},
			"field": "capabilities",
			"text": "does not drop ALL",
		},
	}
	found := rule.report with input as testlib.injected(_context(case.over))
	testlib.fires_at(found, _at(case.field))
	some f in found
	contains(f.message, case.text)
}

test_fix[name] if {
	some name in ["privileged", "allowPrivilegeEscalation"]
	found := rule.report with input as testlib.injected(_context({name: true}))
	{f.fix | some f in found} == {[{"op": "replace", "path": _at(name), "value": false}]}
}

test_no_fix_for_root if {
	found := rule.report with input as testlib.injected(_context({"runAsUser": 0}))
	count(found) == 1
	every f in found { not f.fix }
}

test_fires_on_root_by_the_pod if {
	found := rule.report with input as testlib.injected({
		"proxy": {"securityContext": {"runAsUser": null}},
		"spec": {"securityContext": {"runAsUser": 0}},
	})
	testlib.fires_at(found, "/spec/template/spec/securityContext/runAsUser")
}

test_fires_where_istio_init_has_less if {
	found := rule.report with input as testlib.injected(_context({
		"privileged": true,
		"allowPrivilegeEscalation": true,
	}))
	testlib.paths(found) == {_at("privileged"), _at("allowPrivilegeEscalation")}
}

test_fires_without_istio_init[name] if {
	some name, case in {
		"privileged": {"over": {"privileged": true}, "field": "privileged"},
		"escalation": {"over": {"allowPrivilegeEscalation": true}, "field": "allowPrivilegeEscalation"},
	}
	found := rule.report with input as testlib.injected(object.union(_context(case.over), {"init": null}))
	testlib.fires_at(found, _at(case.field))
}

test_silent[name] if {
	some name, obj in {
		"as injected": testlib.injected({}),
		"TPROXY": testlib.injected({
			"init_args": ["istio-iptables", "-p", "15001", "-m", "TPROXY"],
			"proxy": {
				"env": [],
				"securityContext": {"runAsUser": 0, "capabilities": {"drop": ["ALL"], "add": ["NET_ADMIN"]}},
			},
		}),
		"TPROXY under the CNI plugin": testlib.cni({
			"annotations": {"sidecar.istio.io/interceptionMode": "TPROXY"},
			"proxy": {"securityContext": {"runAsUser": 0, "capabilities": {"drop": ["ALL"], "add": ["NET_ADMIN"]}}},
		}),
		"ports below 1024": testlib.injected(_context({
			"runAsUser": 0,
			"capabilities": {"drop": ["ALL"], "add": ["NET_BIND_SERVICE"]},
		})),
		"privileged mesh": testlib.injected({
			"init": {"securityContext": {"privileged": true}},
			"proxy": {"securityContext": {"privileged": true, "allowPrivilegeEscalation": true}},
		}),
		"trace logging": testlib.injected({"proxy": {
			"env": [{"name": "IPTABLES_TRACE_LOGGING", "value": "true"}],
			"securityContext": {"privileged": true, "runAsUser": 0},
		}}),
		"root by the pod in old releases": testlib.injected({
			"proxy": {"readinessProbe": null, "startupProbe": null, "securityContext": {"runAsUser": null}},
			"spec": {"securityContext": {"runAsUser": 0}},
		}),
		"privileged mesh without a redirect": testlib.injected({
			"init": null,
			"proxy": {"securityContext": {"privileged": true, "allowPrivilegeEscalation": true}},
		}),
		"privileged mesh of old releases without a redirect": testlib.injected({
			"init": null,
			"proxy": {"securityContext": {"privileged": true, "allowPrivilegeEscalation": null}},
		}),
		"nothing dropped in old releases": testlib.injected({"proxy": {
			"readinessProbe": null,
			"startupProbe": null,
			"securityContext": {"capabilities": {"drop": []}},
		}}),
		"no securityContext": testlib.injected({"proxy": {"securityContext": null}}),
		"overridden": testlib.injected(object.union(
			_context({"privileged": true}),
			{"annotations": {"proxy.istio.io/overrides": json.marshal({
				"containers": [{"name": "istio-proxy", "securityContext": {"privileged": true}}],
			})}},
		)),
		"gateway": testlib.injected({
			"init": null,
			"proxy": {"args": ["proxy", "router"], "securityContext": {"privileged": true}},
		}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
