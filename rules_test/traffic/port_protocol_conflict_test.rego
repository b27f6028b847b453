package meshlint.rules.traffic.port_protocol_conflict_test

import data.meshlint.rules.traffic.port_protocol_conflict as rule
import data.meshlint.testlib

_service(name, selector, port) := {
	"apiVersion": "v1",
	"kind": "Service",
	"metadata": {"name": name, "namespace": "demo"},
	"spec": {"selector": selector, "ports": [port]},
}

_app := {"app": "app"}

_http := {"name": "http", "port": 80, "targetPort": 8080}

_grpc := {"name": "grpc", "port": 90, "targetPort": 8080}

_pods := testlib.source({"labels": {"tier": "web"}, "app": {"ports": [{"name": "web", "containerPort": 8080}]}})

_report(objects) := found if {
	pairs := [[obj, set_of] |
		some obj in objects
		set_of := rule.aggregate with input as obj
	]
	found := rule.aggregate_report with input as {"facts": testlib.facts(pairs)}
}

test_fires[name] if {
	some name, objects in {
		"same selector": [_service("a", _app, _http), _service("b", _app, _grpc)],
		"same pods": [_service("a", _app, _http), _service("b", {"tier": "web"}, _grpc), _pods],
		"named target": [
			_service("a", _app, object.union(_http, {"targetPort": "web"})),
			_service("b", {"tier": "web"}, _grpc),
			_pods,
		],
	}
	found := _report(objects)
	{[f.fact, f.related[0].fact] | some f in found} == {[1, 0]}
	some f in found
	contains(f.message, "The Services a and b")
	contains(f.message, "HTTP and GRPC")
}

test_silent[name] if {
	some name, objects in {
		"equal": [_service("a", _app, _http), _service("b", _app, _http)],
		"forms of HTTP/2": [_service("a", _app, object.union(_http, {"name": "http2"})), _service("b", _app, _grpc)],
		"another target": [_service("a", _app, _http), _service("b", _app, object.union(_grpc, {"targetPort": 9}))],
		"another selector": [_service("a", _app, _http), _service("b", {"app": "b"}, _grpc)],
		"pods of one": [_service("a", _app, _http), _service("b", {"app": "b"}, _grpc), _pods],
		"pods in another namespace": [
			_service("a", _app, _http),
			_service("b", {"tier": "web"}, _grpc),
			object.union(_pods, {"metadata": {"namespace": "other"}}),
		],
		"undeclared": [_service("a", _app, _http), _service("b", _app, object.union(_grpc, {"name": "web"}))],
		"UDP": [_service("a", _app, _http), _service("b", _app, object.union(_grpc, {"protocol": "UDP"}))],
		"the same Service": [_service("a", _app, _http), _service("a", _app, _grpc)],
		"no selector": [_service("a", {}, _http), _service("b", {}, _grpc)],
		"ExternalName": [
			object.union(_service("a", _app, _http), {"spec": {"type": "ExternalName"}}),
			_service("b", _app, _grpc),
		],
		"another namespace": [
			_service("a", _app, _http),
			object.union(_service("b", _app, _grpc), {"metadata": {"namespace": "other"}}),
		],
	}
	found := _report(objects)
	testlib.silent(found)
}

test_pods_gathered if {
	facts := rule.aggregate with input as _pods
	{[f.kind, f.ports] | some f in facts} == {["pods", {"web": 8080}]}
	none := rule.aggregate with input as testlib.namespace("a", {})
	none == set()
}
