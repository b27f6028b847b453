package meshlint.rules.dataplane.waypoint_ref_namespace_test

import data.meshlint.rules.dataplane.waypoint_ref_namespace as rule

_use := "istio.io/use-waypoint"

_labelled(kind, labels) := {
	"apiVersion": "v1",
	"kind": kind,
	"metadata": {"name": "shop", "namespace": "shop", "labels": labels},
}

_gateway := {
	"apiVersion": "gateway.networking.k8s.io/v1",
	"kind": "Gateway",
	"metadata": {"name": "w", "namespace": "infra"},
}

_template(labels) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a", "labels": {_use: "own"}},
	"spec": {"template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "a"}]}}},
}

test_gathered[name] if {
	some name, case in {
		"gateway": {"object": _gateway, "facts": {{"kind": "gateway", "path": ["metadata", "name"]}}},
		"Namespace": {
			"object": _labelled("Namespace", {_use: "w"}),
			"facts": {{"kind": "reference", "path": ["metadata", "labels", _use], "waypoint": "w"}},
		},
		"Service": {
			"object": _labelled("Service", {_use: "w"}),
			"facts": {{"kind": "reference", "path": ["metadata", "labels", _use], "waypoint": "w"}},
		},
		"template, not its owner": {
			"object": _template({_use: "w"}),
			"facts": {{
				"kind": "reference",
				"path": ["spec", "template", "metadata", "labels", _use],
				"waypoint": "w",
			}},
		},
		"none": {"object": _labelled("Service", {_use: "none"}), "facts": set()},
		"no string": {"object": _labelled("Service", {_use: true}), "facts": set()},
		"namespace given": {
			"object": _labelled("Service", {_use: "w", "istio.io/use-waypoint-namespace": "infra"}),
			"facts": set(),
		},
		"another kind": {"object": _labelled("ConfigMap", {_use: "w"}), "facts": set()},
		"another label": {"object": _labelled("Service", {"a": "b"}), "facts": set()},
		"annotation": {
			"object": {"apiVersion": "v1", "kind": "Service", "metadata": {"annotations": {_use: "w"}}},
			"facts": set(),
		},
		"another group": {
			"object": object.union(_gateway, {"apiVersion": "networking.istio.io/v1"}),
			"facts": set(),
		},
		"another kind of the group": {"object": object.union(_gateway, {"kind": "HTTPRoute"}), "facts": set()},
	}
	facts := rule.aggregate with input as case.object
	facts == case.facts
}

_reference(id, kind, name, namespace) := {
	"id": id,
	"kind": "reference",
	"waypoint": "w",
	"object": {"kind": kind, "name": name, "namespace": namespace},
}

_of(id, name, namespace) := {
	"id": id,
	"kind": "gateway",
	"object": {"kind": "Gateway", "name": name, "namespace": namespace},
}

test_fires[name] if {
	some name, case in {
		"Service": {"facts": [_reference(0, "Service", "s", "shop"), _of(1, "w", "infra")], "related": [1]},
		"Namespace": {"facts": [_reference(0, "Namespace", "shop", ""), _of(1, "w", "infra")], "related": [1]},
		"two elsewhere": {
			"facts": [_reference(0, "Service", "s", "shop"), _of(1, "w", "infra"), _of(2, "w", "core"), _of(3, "x", "shop")],
			"related": [1, 2],
		},
	}
	found := rule.aggregate_report with input as {"facts": case.facts}
	[[f.fact, [r.fact | some r in f.related]] | some f in found] == [[0, case.related]]
}

test_silent[name] if {
	some name, facts in {
		"there": [_reference(0, "Service", "s", "shop"), _of(1, "w", "shop")],
		"there and elsewhere": [_reference(0, "Service", "s", "shop"), _of(1, "w", "shop"), _of(2, "w", "infra")],
		"no Gateway of that name": [_reference(0, "Service", "s", "shop"), _of(1, "x", "infra")],
		"namespace of the Gateway unknown": [_reference(0, "Service", "s", "shop"), _of(1, "w", "")],
		"namespace of the Service unknown": [_reference(0, "Service", "s", ""), _of(1, "w", "infra")],
		"no reference": [_of(1, "w", "infra")],
	}
	found := rule.aggregate_report with input as {"facts": facts}
	found == set()
}
