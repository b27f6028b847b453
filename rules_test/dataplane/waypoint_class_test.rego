package meshlint.rules.dataplane.waypoint_class_test

import data.meshlint.rules.dataplane.waypoint_class as rule

_gateway(class, labels, protocol) := {
	"apiVersion": "gateway.networking.k8s.io/v1",
	"kind": "Gateway",
	"metadata": {"name": "w", "labels": labels},
	"spec": {
		"gatewayClassName": class,
		"listeners": [
			{"name": "a", "port": 80, "protocol": "HTTP"},
			{"name": "mesh", "port": 15008, "protocol": protocol},
		],
	},
}

_for := {"istio.io/waypoint-for": "service"}

test_fires[name] if {
	some name, case in {
		"label": {"object": _gateway("istio", _for, "HTTP"), "related": ["metadata", "labels", "istio.io/waypoint-for"]},
		"listener": {"object": _gateway("istio", {}, "HBONE"), "related": ["spec", "listeners", 1, "protocol"]},
		"another ingress class": {
			"object": _gateway("istio-agentgateway", _for, "HBONE"),
			"related": ["metadata", "labels", "istio.io/waypoint-for"],
		},
		"beta": {
			"object": object.union(_gateway("istio", {}, "HBONE"), {"apiVersion": "gateway.networking.k8s.io/v1beta1"}),
			"related": ["spec", "listeners", 1, "protocol"],
		},
	}
	found := rule.report with input as case.object
	{[f.path, f.related[0].path, f.fix[0].value] | some f in found} == {[
		["spec", "gatewayClassName"],
		case.related,
		"istio-waypoint",
	]}
}

test_silent[name] if {
	some name, obj in {
		"waypoint": _gateway("istio-waypoint", _for, "HBONE"),
		"another waypoint": _gateway("istio-agentgateway-waypoint", _for, "HBONE"),
		"east-west": _gateway("istio-east-west", {}, "HBONE"),
		"unknown class": _gateway("nginx", _for, "HBONE"),
		"ingress gateway": _gateway("istio", {}, "HTTP"),
		"Istio's own Gateway": object.union(
			_gateway("istio", _for, "HBONE"),
			{"apiVersion": "networking.istio.io/v1"},
		),
		"no Gateway": object.union(_gateway("istio", _for, "HBONE"), {"kind": "GatewayClass"}),
	}
	found := rule.report with input as obj
	found == set()
}
