package meshlint.rules.placement.label_misplaced_test

import data.meshlint.rules.placement.label_misplaced as rule

_key := "sidecar.istio.io/inject"

_pods := {"containers": [{"name": "a", "image": "a:1"}]}

_deployment(labels, template_metadata) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a", "labels": labels},
	"spec": {"template": {"metadata": template_metadata, "spec": _pods}},
}

test_fires[name] if {
	some name, obj in {
		"true": _deployment({_key: "true"}, {"labels": {"app": "a"}}),
		"false": _deployment({_key: "false"}, {}),
		"annotation on the template": _deployment({_key: "false"}, {"annotations": {_key: "false"}}),
	}
	found := rule.report with input as obj
	{[f.path, f.at] | some f in found} == {[["metadata", "labels", _key], "key"]}
}

test_silent[name] if {
	some name, obj in {
		"on the template, too": _deployment({_key: "false"}, {"labels": {_key: "false"}}),
		"another label": _deployment({"app": "a"}, {}),
		"a Pod": {"apiVersion": "v1", "kind": "Pod", "metadata": {"labels": {_key: "true"}}, "spec": _pods},
		"on the jobTemplate": {
			"apiVersion": "batch/v1",
			"kind": "CronJob",
			"metadata": {"labels": {_key: "false"}},
			"spec": {"jobTemplate": {
				"metadata": {"labels": {_key: "false"}},
				"spec": {"template": {"spec": _pods}},
			}},
		},
		"injected": {
			"apiVersion": "apps/v1",
			"kind": "Deployment",
			"metadata": {"labels": {_key: "true"}},
			"spec": {"template": {"spec": {"containers": [{"name": "istio-proxy", "args": ["proxy", "sidecar"]}]}}},
		},
		"no workload": {"apiVersion": "v1", "kind": "Service", "metadata": {"labels": {_key: "true"}}, "spec": {}},
	}
	found := rule.report with input as obj
	found == set()
}

_move(pointer, value) := [{"op": "add", "path": pointer, "value": value}, {"op": "remove", "path": "/metadata/labels"}]

test_fix[name] if {
	some name, case in {
		"among labels": {
			"object": _deployment({_key: "false", "app": "a"}, {"labels": {"app": "a"}}),
			"fix": [
				{"op": "add", "path": "/spec/template/metadata/labels/sidecar.istio.io~1inject", "value": "false"},
				{"op": "remove", "path": "/metadata/labels/sidecar.istio.io~1inject"},
			],
		},
		"no labels": {
			"object": _deployment({_key: "false"}, {}),
			"fix": _move("/spec/template/metadata/labels", {_key: "false"}),
		},
		"no metadata": {
			"object": {
				"apiVersion": "apps/v1",
				"kind": "Deployment",
				"metadata": {"labels": {_key: "false"}},
				"spec": {"template": {"spec": _pods}},
			},
			"fix": _move("/spec/template/metadata", {"labels": {_key: "false"}}),
		},
	}
	found := rule.report with input as case.object
	[f.fix | some f in found] == [case.fix]
}
