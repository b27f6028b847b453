package meshlint.rules.placement.waypoint_label_as_annotation_test

import data.meshlint.rules.placement.waypoint_label_as_annotation as rule

_object(metadata) := {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata}

test_fires[key] if {
	some key in ["istio.io/waypoint-for", "istio.io/use-waypoint", "istio.io/dataplane-mode", "istio-injection"]
	found := rule.report with input as _object({"annotations": {key: "x"}})
	{[f.path, f.at] | some f in found} == {[["metadata", "annotations", key], "key"]}
}

test_silent[name] if {
	some name, metadata in {
		"a label": {"labels": {"istio.io/use-waypoint": "x"}},
		"both": {"labels": {"istio.io/use-waypoint": "x"}, "annotations": {"istio.io/use-waypoint": "x"}},
		"another key": {"annotations": {"istio.io/rev": "x"}},
	}
	found := rule.report with input as _object(metadata)
	found == set()
}

_key := "istio.io/use-waypoint"

_template(metadata) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a"},
	"spec": {"template": {"metadata": metadata, "spec": {"containers": [{"name": "a"}]}}},
}

test_fix[name] if {
	some name, case in {
		"no labels": {
			"object": _object({"annotations": {_key: "w"}}),
			"fix": [
				{"op": "add", "path": "/metadata/labels", "value": {_key: "w"}},
				{"op": "remove", "path": "/metadata/annotations"},
			],
		},
		"other labels and annotations": {
			"object": _object({"labels": {"a": "b"}, "annotations": {_key: "w", "a": "b"}}),
			"fix": [
				{"op": "add", "path": "/metadata/labels/istio.io~1use-waypoint", "value": "w"},
				{"op": "remove", "path": "/metadata/annotations/istio.io~1use-waypoint"},
			],
		},
		"a label of another value": {
			"object": _object({"labels": {_key: "v"}, "annotations": {_key: "w"}}),
			"fix": [
				{"op": "add", "path": "/metadata/labels/istio.io~1use-waypoint", "value": "w"},
				{"op": "remove", "path": "/metadata/annotations"},
			],
		},
		"on a template": {
			"object": _template({"annotations": {_key: "w"}}),
			"fix": [
				{"op": "add", "path": "/spec/template/metadata/labels", "value": {_key: "w"}},
				{"op": "remove", "path": "/spec/template/metadata/annotations"},
			],
		},
	}
	found := rule.report with input as case.object
	[f.fix | some f in found] == [case.fix]
}
