package meshlint.rules.placement.annotation_outside_annotations_test

import data.meshlint.rules.placement.annotation_outside_annotations as rule

_inject := "sidecar.istio.io/inject"

_pods := {"containers": [{"name": "a", "image": "a:1"}]}

_deployment(over) := object.union(
	{
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {"name": "a"},
		"spec": {"template": {"metadata": {}, "spec": _pods}},
	},
	over,
)

_cronjob(over) := object.union(
	{
		"apiVersion": "batch/v1",
		"kind": "CronJob",
		"metadata": {"name": "a"},
		"spec": {"jobTemplate": {"spec": {"template": {"metadata": {}, "spec": _pods}}}},
	},
	over,
)

_block := {"annotations": {_inject: "false"}}

test_fires[name] if {
	some name, case in {
		"in metadata": {"object": _deployment({"metadata": {_inject: "false"}}), "path": ["metadata", _inject]},
		"in the template's metadata": {
			"object": _deployment({"spec": {"template": {"metadata": {_inject: "false"}}}}),
			"path": ["spec", "template", "metadata", _inject],
		},
		"in a Pod": {
			"object": {"apiVersion": "v1", "kind": "Pod", "metadata": {_inject: "false"}, "spec": _pods},
			"path": ["metadata", _inject],
		},
		"in a Namespace": {
			"object": {"apiVersion": "v1", "kind": "Namespace", "metadata": {"istio-injection": "enabled"}},
			"path": ["metadata", "istio-injection"],
		},
		"beside metadata": {"object": _deployment(_block), "path": ["annotations"]},
		"labels beside metadata": {"object": _deployment({"labels": {_inject: "false"}}), "path": ["labels"]},
		"beside a Namespace's": {
			"object": {"apiVersion": "v1", "kind": "Namespace", "labels": {"istio-injection": "enabled"}},
			"path": ["labels"],
		},
		"beside the template's": {
			"object": _deployment({"spec": {"template": _block}}),
			"path": ["spec", "template", "annotations"],
		},
		"in the spec": {"object": _deployment({"spec": _block}), "path": ["spec", "annotations"]},
		"in the pod spec": {
			"object": _deployment({"spec": {"template": {"spec": _block}}}),
			"path": ["spec", "template", "spec", "annotations"],
		},
		"in a jobTemplate": {
			"object": _cronjob({"spec": {"jobTemplate": _block}}),
			"path": ["spec", "jobTemplate", "annotations"],
		},
		"in the spec of a Job": {
			"object": _cronjob({"spec": {"jobTemplate": {"spec": _block}}}),
			"path": ["spec", "jobTemplate", "spec", "annotations"],
		},
	}
	found := rule.report with input as case.object
	{[f.path, f.at] | some f in found} == {[case.path, "key"]}
}

test_silent[name] if {
	some name, obj in {
		"in its place": _deployment({"metadata": _block}),
		"fields of metadata": _deployment({"metadata": {"generateName": "a-", "finalizers": ["istio.io/x"]}}),
		"another vendor's": _deployment({"metadata": {"example.net/inject": "false"}}),
		"another vendor's block": _deployment({"annotations": {"example.net/a": "b"}}),
		"a custom resource": {"apiVersion": "x/v1", "kind": "Thing", "metadata": {}, "spec": _block},
		"a block that is no mapping": _deployment({"annotations": "sidecar.istio.io/inject"}),
		"no metadata": {"apiVersion": "v1", "kind": "Namespace"},
	}
	found := rule.report with input as obj
	found == set()
}

test_message[name] if {
	some name, case in {
		"annotation": {"key": _inject, "mapping": "annotations"},
		"label": {"key": "istio-injection", "mapping": "labels"},
		"label only": {"key": "istio.io/use-waypoint", "mapping": "labels"},
	}
	found := rule.report with input as {"apiVersion": "v1", "kind": "Namespace", "metadata": {case.key: "x"}}
	some f in found
	endswith(f.message, sprintf("put it into /metadata.%s.", [case.mapping]))
}
