package meshlint.rules.placement.ambient_status_annotation_test

import data.meshlint.rules.placement.ambient_status_annotation as rule

_key := "ambient.istio.io/redirection"

_pod(metadata) := {
	"apiVersion": "v1",
	"kind": "Pod",
	"metadata": metadata,
	"spec": {"containers": [{"name": "a"}]},
}

_deployment := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a"},
	"spec": {"template": {"metadata": {"annotations": {_key: "disabled"}}, "spec": {"containers": [{"name": "a"}]}}},
}

test_fires[name] if {
	some name, case in {
		"Pod": {
			"object": _pod({"annotations": {_key: "enabled"}}),
			"path": ["metadata", "annotations", _key],
			"fix": "/metadata/annotations",
		},
		"among others": {
			"object": _pod({"annotations": {_key: "enabled", "a": "b"}}),
			"path": ["metadata", "annotations", _key],
			"fix": "/metadata/annotations/ambient.istio.io~1redirection",
		},
		"template": {
			"object": _deployment,
			"path": ["spec", "template", "metadata", "annotations", _key],
			"fix": "/spec/template/metadata/annotations",
		},
	}
	found := rule.report with input as case.object
	{[f.path, f.at, f.fix] | some f in found} == {[case.path, "key", [{"op": "remove", "path": case.fix}]]}
}

test_silent[name] if {
	some name, obj in {
		"a living pod": object.union(_pod({"uid": "1", "annotations": {_key: "enabled"}}), {"status": {}}),
		"another annotation": _pod({"annotations": {"ambient.istio.io/bypass-inbound-capture": "true"}}),
		"a label": _pod({"labels": {_key: "enabled"}}),
	}
	found := rule.report with input as obj
	found == set()
}
