package meshlint.rules.dataplane.waypoint_for_value_test

import data.meshlint.rules.dataplane.waypoint_for_value as rule

_object(kind, value) := {
	"apiVersion": "gateway.networking.k8s.io/v1",
	"kind": kind,
	"metadata": {"name": "w", "labels": {"istio.io/waypoint-for": value}},
}

test_fires[name] if {
	some name, obj in {
		"plural": _object("Gateway", "services"),
		"case": _object("Gateway", "Service"),
		"empty": _object("Gateway", ""),
		"class": _object("GatewayClass", "pods"),
	}
	found := rule.report with input as obj
	{f.path | some f in found} == {["metadata", "labels", "istio.io/waypoint-for"]}
}

test_silent[name] if {
	some name, obj in {
		"service": _object("Gateway", "service"),
		"workload": _object("Gateway", "workload"),
		"all": _object("Gateway", "all"),
		"none": _object("Gateway", "none"),
		"no string": _object("Gateway", true),
		"another kind": _object("Service", "x"),
		"another group": object.union(_object("Gateway", "x"), {"apiVersion": "networking.istio.io/v1"}),
		"without": {"apiVersion": "gateway.networking.k8s.io/v1", "kind": "Gateway", "metadata": {}},
	}
	found := rule.report with input as obj
	found == set()
}
