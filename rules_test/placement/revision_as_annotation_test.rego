package meshlint.rules.placement.revision_as_annotation_test

import data.meshlint.rules.placement.revision_as_annotation as rule

_deployment(metadata, containers) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a", "annotations": {"istio.io/rev": "canary"}},
	"spec": {"template": {"metadata": metadata, "spec": {"containers": containers}}},
}

_app := {"name": "a", "image": "a:1"}

_annotated := {"annotations": {"istio.io/rev": "canary"}}

test_fires if {
	found := rule.report with input as _deployment(_annotated, [_app])
	path := ["spec", "template", "metadata", "annotations", "istio.io/rev"]
	{[f.path, f.at] | some f in found} == {[path, "key"]}
	some f in found
	contains(f.message, "\"canary\"")
}

test_silent[name] if {
	some name, obj in {
		"a label": _deployment({"labels": {"istio.io/rev": "canary"}}, [_app]),
		"injected": _deployment(_annotated, [_app, {"name": "istio-proxy", "args": ["proxy", "sidecar"]}]),
		"a living object": object.union(_deployment(_annotated, [_app]), {"metadata": {"uid": "1"}}),
		"no workload": {"apiVersion": "v1", "kind": "Service", "metadata": _annotated},
	}
	found := rule.report with input as obj
	found == set()
}
