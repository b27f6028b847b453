package meshlint.rules.injection.duplicate_sidecar_test

import data.meshlint.rules.injection.duplicate_sidecar as rule

_pod(init_containers, containers) := {
	"apiVersion": "v1",
	"kind": "Pod",
	"metadata": {},
	"spec": {"initContainers": init_containers, "containers": containers},
}

_proxy := {"name": "istio-proxy", "args": ["proxy", "sidecar"]}

test_fires[name] if {
	some name, case in {
		"one list": {
			"object": _pod([], [{"name": "a"}, _proxy, _proxy]),
			"path": ["spec", "containers", 2],
			"first": ["spec", "containers", 1],
		},
		"both lists": {
			"object": _pod([_proxy], [{"name": "istio-proxy"}]),
			"path": ["spec", "containers", 0],
			"first": ["spec", "initContainers", 0],
		},
	}
	found := rule.report with input as case.object
	{[f.path, f.related[0].path] | some f in found} == {[case.path, case.first]}
}

test_silent[name] if {
	some name, obj in {
		"one": _pod([], [{"name": "a"}, _proxy]),
		"none": _pod([], [{"name": "a"}, {"name": "a"}]),
	}
	found := rule.report with input as obj
	found == set()
}
