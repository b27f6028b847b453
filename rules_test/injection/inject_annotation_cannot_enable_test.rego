package meshlint.rules.injection.inject_annotation_cannot_enable_test

import data.meshlint.rules.injection.inject_annotation_cannot_enable as rule

_key := "sidecar.istio.io/inject"

_deployment(metadata, spec) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a", "namespace": "lab"},
	"spec": {"template": {"metadata": metadata, "spec": object.union({"containers": [{"name": "a"}]}, spec)}},
}

_asked := {"annotations": {_key: "true"}}

_path := ["spec", "template", "metadata", "annotations", _key]

test_gathered[name] if {
	some name, case in {
		"no labels": {
			"metadata": _asked,
			"fix": [
				{"op": "add", "path": "/spec/template/metadata/labels", "value": {_key: "true"}},
				{"op": "remove", "path": "/spec/template/metadata/annotations"},
			],
		},
		"other labels and annotations": {
			"metadata": {"labels": {"app": "a"}, "annotations": {_key: "true", "a": "b"}},
			"fix": [
				{"op": "add", "path": "/spec/template/metadata/labels/sidecar.istio.io~1inject", "value": "true"},
				{"op": "remove", "path": "/spec/template/metadata/annotations/sidecar.istio.io~1inject"},
			],
		},
	}
	facts := rule.aggregate with input as _deployment(case.metadata, {})
	{[f.kind, f.path, f.fix] | some f in facts} == {["workload", _path, case.fix]}
}

test_not_gathered[name] if {
	some name, obj in {
		"no annotation": _deployment({}, {}),
		"opt-out": _deployment({"annotations": {_key: "false"}}, {}),
		"no string": _deployment({"annotations": {_key: true}}, {}),
		"label true": _deployment(object.union(_asked, {"labels": {_key: "true"}}), {}),
		"label empty": _deployment(object.union(_asked, {"labels": {_key: ""}}), {}),
		"revision label": _deployment(object.union(_asked, {"labels": {"istio.io/rev": "canary"}}), {}),
		"host network": _deployment(_asked, {"hostNetwork": true}),
		"system namespace": object.union(_deployment(_asked, {}), {"metadata": {"namespace": "kube-system"}}),
		"injected": _deployment(_asked, {"containers": [{"name": "istio-proxy", "args": ["proxy", "sidecar"]}]}),
	}
	facts := rule.aggregate with input as obj
	facts == set()
}

test_parameter if {
	facts := rule.aggregate with input as _deployment(_asked, {})
		with data.meshlint.params.mesh as {"assume-namespace": "injected"}
	facts == set()
}

_namespace(name, labels) := {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}

test_report[name] if {
	some name, case in {
		"Namespace not in the stream": {"namespaces": [], "count": 1},
		"another Namespace": {"namespaces": [_namespace("other", {"istio-injection": "enabled"})], "count": 1},
		"plain": {"namespaces": [_namespace("lab", {})], "count": 1},
		"disabled": {"namespaces": [_namespace("lab", {"istio-injection": "disabled"})], "count": 1},
		"enabled": {"namespaces": [_namespace("lab", {"istio-injection": "enabled"})], "count": 0},
		"revision": {"namespaces": [_namespace("lab", {"istio.io/rev": "canary"})], "count": 0},
	}
	objects := array.concat([_deployment(_asked, {})], case.namespaces)
	facts := [object.union(fact, {"id": i}) |
		some i, obj in objects
		some fact in rule.aggregate with input as obj
	]
	found := rule.aggregate_report with input as {"facts": facts}
	count(found) == case.count
	every f in found {
		f.fact == 0
		count(f.fix) == 2
	}
}
