package meshlint.rules.security.app_gid_is_proxy_gid_test

import data.meshlint.rules.security.app_gid_is_proxy_gid as rule
import data.meshlint.testlib

_app(context) := {"app": {"securityContext": context}}

_own := "/spec/template/spec/containers/0/securityContext/runAsGroup"

test_fires[name] if {
	some name, case in {
		"source": {"object": testlib.source(_app({"runAsGroup": 1337})), "path": _own},
		"injected": {"object": testlib.injected(_app({"runAsGroup": 1337})), "path": _own},
		"with another user": {"object": testlib.source(_app({"runAsUser": 5, "runAsGroup": 1337})), "path": _own},
		"by the pod": {
			"object": testlib.source({"spec": {"securityContext": {"runAsGroup": 1337}}}),
			"path": "/spec/template/spec/securityContext/runAsGroup",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, case.path)
}

test_names_all_that_inherit if {
	found := rule.report with input as testlib.source({
		"containers": [{"name": "second"}, {"name": "third", "securityContext": {"runAsGroup": 5}}],
		"spec": {"securityContext": {"runAsGroup": 1337}},
	})
	testlib.fires_at(found, "/spec/template/spec/securityContext/runAsGroup")
	some f in found
	startswith(f.message, "app and second ")
}

test_speaks_of_each_that_sets_its_own if {
	found := rule.report with input as testlib.source({
		"app": {"securityContext": {"runAsGroup": 1337}},
		"containers": [{"name": "second", "securityContext": {"runAsGroup": 1337}}],
	})
	testlib.paths(found) == {_own, replace(_own, "containers/0", "containers/1")}
}

test_silent[name] if {
	some name, obj in {
		"another": testlib.source(_app({"runAsGroup": 1000})),
		"unknown": testlib.source({}),
		"the user is the proxy's": testlib.source(_app({"runAsUser": 1337, "runAsGroup": 1337})),
		"fsGroup": testlib.source({"spec": {"securityContext": {"fsGroup": 1337}}}),
		"opted out": testlib.source(object.union(
			_app({"runAsGroup": 1337}),
			{"labels": {"sidecar.istio.io/inject": "false"}},
		)),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
