package meshlint.rules.security.app_uid_is_proxy_uid_test

import data.meshlint.rules.security.app_uid_is_proxy_uid as rule
import data.meshlint.testlib

_app(uid) := {"app": {"securityContext": {"runAsUser": uid}}}

_own := "/spec/template/spec/containers/0/securityContext/runAsUser"

test_fires[name] if {
	some name, case in {
		"source": {"object": testlib.source(_app(1337)), "path": _own},
		"injected": {"object": testlib.injected(_app(1337)), "path": _own},
		"native": {"object": testlib.native(_app(1337)), "path": _own},
		"CNI": {"object": testlib.cni(_app(1337)), "path": _own},
		"by the pod": {
			"object": testlib.source({"spec": {"securityContext": {"runAsUser": 1337}}}),
			"path": "/spec/template/spec/securityContext/runAsUser",
		},
		"as -u says": {
			"object": testlib.injected(object.union(
				_app(2000),
				{"init_args": ["istio-iptables", "-p", "15001", "-u", "2000"]},
			)),
			"path": _own,
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, case.path)
}

test_names_all_that_inherit if {
	found := rule.report with input as testlib.source({
		"containers": [{"name": "second"}, {"name": "third", "securityContext": {"runAsUser": 5}}],
		"spec": {"securityContext": {"runAsUser": 1337}},
	})
	testlib.fires_at(found, "/spec/template/spec/securityContext/runAsUser")
	some f in found
	startswith(f.message, "app and second ")
}

test_speaks_of_each_that_sets_its_own if {
	found := rule.report with input as testlib.source({
		"app": {"securityContext": {"runAsUser": 1337}},
		"containers": [{"name": "second", "securityContext": {"runAsUser": 1337}}],
	})
	testlib.paths(found) == {_own, replace(_own, "containers/0", "containers/1")}
}

test_silent[name] if {
	some name, obj in {
		"another": testlib.source(_app(1000)),
		"unknown": testlib.source({}),
		"overridden": testlib.source(object.union(_app(5), {"spec": {"securityContext": {"runAsUser": 1337}}})),
		"opted out": testlib.source(object.union(_app(1337), {"labels": {"sidecar.istio.io/inject": "false"}})),
		"host network": testlib.source(object.union(_app(1337), {"spec": {"hostNetwork": true}})),
		"gateway": testlib.injected(object.union(_app(1337), {"init": null, "proxy": {"args": ["proxy", "router"]}})),
		"gateway to be": testlib.source(object.union(
			_app(1337),
			{"annotations": {"inject.istio.io/templates": "gateway"}},
		)),
		"control plane": testlib.source(object.union(_app(1337), {"labels": {"istio": "pilot"}})),
		"init container": testlib.source({"init_containers": [{"name": "i", "securityContext": {"runAsUser": 1337}}]}),
		"no redirect": testlib.injected(object.union(_app(1337), {"init": null})),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
