package meshlint.rules.dataplane.waypoint_listener_test

import data.meshlint.rules.dataplane.waypoint_listener as rule

_gateway(listeners) := {
	"apiVersion": "gateway.networking.k8s.io/v1",
	"kind": "Gateway",
	"metadata": {"name": "w"},
	"spec": {"gatewayClassName": "istio-waypoint", "listeners": listeners},
}

_right := {"name": "mesh", "port": 15008, "protocol": "HBONE"}

_http := {"name": "http", "port": 80, "protocol": "HTTP"}

_binding := {"metadata": {"annotations": {"ambient.istio.io/waypoint-inbound-binding": "PROXY/15088"}}}

test_fires[name] if {
	some name, case in {
		"another protocol and port": {"object": _gateway([_http]), "paths": {["spec", "listeners", 0]}},
		"another port": {
			"object": _gateway([object.union(_right, {"port": 15009})]),
			"paths": {["spec", "listeners", 0]},
		},
		"lower case": {
			"object": _gateway([object.union(_right, {"protocol": "hbone"})]),
			"paths": {["spec", "listeners", 0]},
		},
		"a second one": {"object": _gateway([_right, _http]), "paths": {["spec", "listeners", 1]}},
		"the same twice": {"object": _gateway([_right, _right]), "paths": {["spec", "listeners", 1]}},
		"none": {"object": _gateway([]), "paths": {["spec", "listeners"]}},
		"no field": {"object": json.remove(_gateway([]), ["spec/listeners"]), "paths": {["spec", "listeners"]}},
		"without protocol": {"object": _gateway([{"port": 15008}]), "paths": {["spec", "listeners", 0]}},
	}
	found := rule.report with input as case.object
	{f.path | some f in found} == case.paths
	{f.severity | some f in found} == {"error"}
}

test_warns_behind_another_proxy[name] if {
	some name, listeners in {"another": [_right, _http], "twice": [_right, _right], "one": [_http], "none": []}
	found := rule.report with input as object.union(_gateway(listeners), _binding)
	{f.severity | some f in found} == {"warning"}
	every f in found { not f.fix }
}

test_silent[name] if {
	some name, obj in {
		"right": _gateway([_right]),
		"another class": object.union(_gateway([_http]), {"spec": {"gatewayClassName": "istio"}}),
		"another kind": object.union(_gateway([_http]), {"kind": "HTTPRoute"}),
		"another group": object.union(_gateway([_http]), {"apiVersion": "networking.istio.io/v1"}),
	}
	found := rule.report with input as obj
	found == set()
}

test_fix[name] if {
	some name, case in {
		"both": {
			"listeners": [_http],
			"fix": {
				{"op": "replace", "path": "/spec/listeners/0/port", "value": 15008},
				{"op": "replace", "path": "/spec/listeners/0/protocol", "value": "HBONE"},
			},
		},
		"protocol": {
			"listeners": [object.union(_right, {"protocol": "hbone"})],
			"fix": {{"op": "replace", "path": "/spec/listeners/0/protocol", "value": "HBONE"}},
		},
	}
	found := rule.report with input as _gateway(case.listeners)
	[{operation | some operation in f.fix} | some f in found] == [case.fix]
}

test_no_fix[name] if {
	some name, listeners in {
		"one of two": [_right, _http],
		"without port": [{"protocol": "HTTP"}],
		"without protocol": [{"port": 80}],
	}
	found := rule.report with input as _gateway(listeners)
	count(found) == 1
	every f in found { not f.fix }
}

test_message if {
	found := rule.report with input as _gateway([{"port": 80}])
	some f in found
	contains(f.message, "not 80 with no protocol")
}
