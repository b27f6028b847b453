package meshlint.lib.services_test

import data.meshlint.lib.services
import data.meshlint.testlib

_service(spec) := {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}, "spec": spec}

test_is_service if {
	services.is_service with input as testlib.service({})
	not services.is_service with input as testlib.namespace("a", {})
	not services.is_service with input as {"apiVersion": "serving.knative.dev/v1", "kind": "Service"}
}

test_external_name if {
	services.external_name with input as _service({"type": "ExternalName"})
	not services.external_name with input as _service({})
	not services.external_name with input as object.union(_service({"type": "ExternalName"}), {"kind": "X"})
}

test_selector if {
	found := services.selector with input as _service({"selector": {"a": "b"}})
	found == {"a": "b"}
	not services.selector with input as _service({"selector": {}})
	not services.selector with input as _service({})
	not services.selector with input as {"apiVersion": "v1", "kind": "Service", "spec": "text"}
	not services.selector with input as {"apiVersion": "v1", "kind": "Pod", "spec": {"selector": {"a": "b"}}}
}

test_of_gateway[name] if {
	some name, obj in {
		"chart": _service({"selector": {"istio": "ingressgateway"}}),
		"controller": _service({"selector": {"gateway.networking.k8s.io/gateway-name": "w"}}),
		"managed": object.union(_service({}), {"metadata": {"labels": {"gateway.istio.io/managed": "x"}}}),
		"older controller": _service({"selector": {"istio.io/gateway-name": "w"}}),
	}
	services.of_gateway with input as obj
}

test_not_of_gateway[name] if {
	some name, obj in {
		"application": _service({"selector": {"app": "gateway"}}),
		"control plane": _service({"selector": {"istio": "pilot"}}),
		"no selector": _service({}),
	}
	not services.of_gateway with input as obj
}

test_ports[name] if {
	some name, case in {
		"name": {
			"port": {"name": "http-a", "port": 80},
			"name_path": ["spec", "ports", 0, "name"],
			"protocol": "HTTP",
			"target": 80,
			"transport": "TCP",
		},
		"appProtocol": {
			"port": {"name": "http-a", "port": 80, "appProtocol": "grpc", "targetPort": "web"},
			"name_path": ["spec", "ports", 0, "name"],
			"protocol": "GRPC",
			"target": "web",
			"transport": "TCP",
		},
		"unknown appProtocol": {
			"port": {"name": "http-a", "port": 80, "appProtocol": "mine"},
			"name_path": ["spec", "ports", 0, "name"],
			"protocol": "",
			"target": 80,
			"transport": "TCP",
		},
		"no name": {
			"port": {"port": 80, "protocol": "UDP", "targetPort": 8080},
			"name_path": ["spec", "ports", 0],
			"protocol": "",
			"target": 8080,
			"transport": "UDP",
		},
		"name without a protocol": {
			"port": {"name": "web", "port": 80},
			"name_path": ["spec", "ports", 0, "name"],
			"protocol": "",
			"target": 80,
			"transport": "TCP",
		},
	}
	found := services.ports with input as _service({"ports": [case.port]})
	[[p.name_path, p.protocol, p.target, p.transport, p.port, p.index] | some p in found] == [[
		case.name_path,
		case.protocol,
		case.target,
		case.transport,
		80,
		0,
	]]
}

test_no_ports[name] if {
	some name, obj in {
		"none": _service({}),
		"no list": _service({"ports": "x"}),
		"no number": _service({"ports": [{"port": "80"}]}),
		"no map": {"apiVersion": "v1", "kind": "Service", "spec": ["x"]},
		"no Service": object.union(_service({"ports": [{"port": 80}]}), {"kind": "Pod"}),
	}
	found := services.ports with input as obj
	found == []
}
