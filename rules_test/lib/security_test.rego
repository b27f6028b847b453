package meshlint.lib.security_test

import data.meshlint.lib.security
import data.meshlint.lib.workload
import data.meshlint.testlib

_container_path := ["spec", "template", "spec", "containers", 0, "securityContext"]

_pod_path := ["spec", "template", "spec", "securityContext"]

_app := [record | some record in workload.containers; record.name == "app"][0]

_with(own, pod) := testlib.source({"app": {"securityContext": own}, "spec": {"securityContext": pod}})

test_effective_ids[name] if {
	some name, case in {
		"own": {"own": {"runAsUser": 5}, "pod": {"runAsUser": 6}, "value": 5, "inherited": false, "base": _container_path},
		"own root": {
			"own": {"runAsUser": 0},
			"pod": {"runAsUser": 6},
			"value": 0,
			"inherited": false,
			"base": _container_path,
		},
		"inherited": {"own": {}, "pod": {"runAsUser": 6}, "value": 6, "inherited": true, "base": _pod_path},
		"null is absent": {
			"own": {"runAsUser": null},
			"pod": {"runAsUser": 6},
			"value": 6,
			"inherited": true,
			"base": _pod_path,
		},
		"no own context": {"own": null, "pod": {"runAsUser": 6}, "value": 6, "inherited": true, "base": _pod_path},
	}
	object_ := _with(case.own, case.pod)
	app := _app with input as object_
	security.uid(app) == {
		"value": case.value,
		"inherited": case.inherited,
		"path": array.concat(case.base, ["runAsUser"]),
	} with input as object_
}

test_unknown_ids[name] if {
	some name, case in {
		"nothing": {"own": {}, "pod": {}},
		"own of a wrong type": {"own": {"runAsUser": "5"}, "pod": {"runAsUser": 6}},
		"pod's of a wrong type": {"own": {}, "pod": {"runAsUser": "6"}},
		"contexts of a wrong type": {"own": [], "pod": "x"},
	}
	object_ := _with(case.own, case.pod)
	app := _app with input as object_
	not security.uid(app) with input as object_
	not security.gid(app) with input as object_
	not security.non_root(app) with input as object_
}

test_group_and_non_root if {
	object_ := _with({"runAsGroup": 7}, {"runAsNonRoot": true})
	app := _app with input as object_
	security.gid(app).value == 7 with input as object_
	security.non_root(app) == {
		"value": true,
		"inherited": true,
		"path": array.concat(_pod_path, ["runAsNonRoot"]),
	} with input as object_
}

test_capabilities if {
	object_ := _with({"capabilities": {"add": ["net_admin", "CAP_NET_RAW", 5], "drop": ["all"]}}, {})
	app := _app with input as object_
	security.added(app) == {"NET_ADMIN", "NET_RAW"} with input as object_
	security.dropped(app) == {"ALL"} with input as object_
	path := array.concat(_container_path, ["capabilities", "add", 1])
	security.capability_path(app, "add", "NET_RAW") == path with input as object_
	not security.capability_path(app, "add", "SYS_ADMIN") with input as object_
	security.context_path(app) == _container_path with input as object_
}

test_no_capabilities[name] if {
	some name, own in {
		"none": {},
		"null": {"capabilities": null},
		"list": {"capabilities": []},
		"text": {"capabilities": {"add": "ALL"}},
	}
	object_ := _with(own, {})
	app := _app with input as object_
	security.added(app) == set() with input as object_
	security.dropped(app) == set() with input as object_
}

test_privileges if {
	security.privileged({"container": {"securityContext": {"privileged": true}}})
	not security.privileged({"container": {"securityContext": {"privileged": "true"}}})
	not security.privileged({"container": {}})
	security.allows_escalation({"container": {"securityContext": {"allowPrivilegeEscalation": true}}})
	not security.allows_escalation({"container": {"securityContext": {}}})
}

test_exempt_ids[name] if {
	some name, case in {
		"injected": {"object": testlib.injected({}), "uids": {1337}, "gids": {1337}},
		"injected with other ids": {
			"object": testlib.injected({"init_args": ["-u", "5", "-g", "6", "-b", "*"]}),
			"uids": {5}, "gids": {6},
		},
		"arguments unknown": {"object": testlib.injected({"init_args": ["x"]}), "uids": set(), "gids": set()},
		"no redirect": {"object": testlib.injected({"init": null}), "uids": set(), "gids": set()},
		"rules skipped": {
			"object": testlib.injected({"init_args": ["-u", "5", "--skip-rule-apply"]}),
			"uids": set(), "gids": set(),
		},
		"CNI": {
			"object": testlib.cni({"proxy": {"securityContext": {"runAsUser": 5, "runAsGroup": 6}}}),
			"uids": {5}, "gids": {6},
		},
		"CNI and a root proxy": {
			"object": testlib.cni({"proxy": {"securityContext": {"runAsUser": 0, "runAsGroup": 0}}}),
			"uids": {1337}, "gids": {1337},
		},
		"CNI and no ids": {
			"object": testlib.cni({"proxy": {"securityContext": null}}),
			"uids": {1337}, "gids": {1337},
		},
		"source": {"object": testlib.source({}), "uids": {1337}, "gids": {1337}},
		"gateway": {
			"object": testlib.injected({"proxy": {"args": ["proxy", "router"]}, "init": null}),
			"uids": set(), "gids": set(),
		},
		"no workload": {"object": testlib.service({}), "uids": set(), "gids": set()},
	}
	security.exempt_uids == case.uids with input as case.object
	security.exempt_gids == case.gids with input as case.object
}

test_exempt_ids_follow_the_mesh if {
	parameters := {"proxy-uid": 5, "proxy-gid": 6}
	security.exempt_uids == {5} with input as testlib.source({}) with data.meshlint.params.mesh as parameters
	security.exempt_gids == {6} with input as testlib.source({}) with data.meshlint.params.mesh as parameters
}

test_exempt[name] if {
	some name, own in {"user": {"runAsUser": 1337}, "group": {"runAsUser": 5, "runAsGroup": 1337}}
	object_ := testlib.injected({"app": {"securityContext": own}})
	app := _app with input as object_
	security.exempt(app) with input as object_
}

test_not_exempt[name] if {
	some name, own in {"others": {"runAsUser": 5, "runAsGroup": 6}, "unknown": {}}
	object_ := testlib.injected({"app": {"securityContext": own}})
	app := _app with input as object_
	not security.exempt(app) with input as object_
}
