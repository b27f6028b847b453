package meshlint.rules.traffic.port_protocol_undeclared_test

import data.meshlint.rules.traffic.port_protocol_undeclared as rule
import data.meshlint.testlib

_service(port) := testlib.service({"spec": {"ports": [port]}})

test_fires[name] if {
	some name, case in {
		"another word": {"port": {"name": "web", "port": 8080}, "at": "/spec/ports/0/name", "text": "the name web,"},
		"no dash": {"port": {"name": "httpa", "port": 8080}, "at": "/spec/ports/0/name", "text": "the name httpa,"},
		"no name": {"port": {"port": 8080}, "at": "/spec/ports/0", "text": "neither a name nor"},
	}
	found := rule.report with input as _service(case.port)
	testlib.fires_at(found, case.at)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"name": _service({"name": "http-a", "port": 8080}),
		"appProtocol": _service({"name": "web", "port": 8080, "appProtocol": "http"}),
		"appProtocol that Istio does not know": _service({"name": "web", "port": 8080, "appProtocol": "mine"}),
		"well-known": _service({"name": "db", "port": 3306}),
		"UDP": _service({"name": "dns", "port": 8053, "protocol": "UDP"}),
		"gateway": testlib.service({"spec": {
			"selector": {"istio": "ingressgateway"},
			"ports": [{"name": "status-port", "port": 15021}],
		}}),
		"ExternalName": testlib.service({"spec": {"type": "ExternalName", "ports": [{"name": "web", "port": 8080}]}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
