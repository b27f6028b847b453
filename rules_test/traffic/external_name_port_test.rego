package meshlint.rules.traffic.external_name_port_test

import data.meshlint.rules.traffic.external_name_port as rule
import data.meshlint.testlib

_external(port) := testlib.service({"spec": {"type": "ExternalName", "ports": [port]}})

test_fires[name] if {
	some name, case in {
		"tcp": {"port": {"name": "tcp-a", "port": 9000}, "at": "/spec/ports/0/name", "text": "is plain TCP"},
		"undeclared": {"port": {"name": "a", "port": 9000}, "at": "/spec/ports/0/name", "text": "declares no protocol"},
		"no name": {"port": {"port": 9000}, "at": "/spec/ports/0", "text": "declares no protocol"},
	}
	found := rule.report with input as _external(case.port)
	testlib.fires_at(found, case.at)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"https": _external({"name": "https-a", "port": 443}),
		"appProtocol": _external({"name": "a", "port": 443, "appProtocol": "tls"}),
		"UDP": _external({"name": "a", "port": 53, "protocol": "UDP"}),
		"another type": testlib.service({"spec": {"ports": [{"name": "tcp-a", "port": 9000}]}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
