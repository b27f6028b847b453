package meshlint.rules.traffic.port_protocol_suspicious_test

import data.meshlint.rules.traffic.port_protocol_suspicious as rule
import data.meshlint.testlib

_service(port) := testlib.service({"spec": {"ports": [port]}})

test_fires[name] if {
	some name, case in {
		"TLS": {"port": {"name": "grpc-a-tls", "port": 7443}, "text": "the same name says tls"},
		"https behind http": {"port": {"name": "http-https", "port": 8443}, "text": "the same name says https"},
		"database": {"port": {"name": "http-db", "port": 5432}, "text": "the port of PostgreSQL"},
		"target": {"port": {"name": "http2-db", "port": 80, "targetPort": 6379}, "text": "the port of Redis"},
	}
	found := rule.report with input as _service(case.port)
	testlib.fires_at(found, "/spec/ports/0/name")
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"http": _service({"name": "http-web", "port": 8080}),
		"tcp": _service({"name": "tcp-db", "port": 5432}),
		"tls": _service({"name": "tls-web", "port": 443}),
		"https": _service({"name": "https-tls", "port": 443}),
		"appProtocol": _service({"name": "http-db", "port": 5432, "appProtocol": "http"}),
		"a word within a word": _service({"name": "http-tlsx", "port": 8080}),
		"gateway": testlib.service({"spec": {
			"selector": {"istio": "ingressgateway"},
			"ports": [{"name": "http-tls", "port": 443}],
		}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
