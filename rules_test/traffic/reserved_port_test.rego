package meshlint.rules.traffic.reserved_port_test

import data.meshlint.rules.traffic.reserved_port as rule
import data.meshlint.testlib

_ports(ports) := {"app": {"ports": ports}}

_port(number) := _ports([{"containerPort": number}])

_at := "/spec/template/spec/containers/0/ports/0/containerPort"

test_fires[name] if {
	some name, case in {
		"outbound": {"object": testlib.source(_port(15001)), "severity": "error"},
		"inbound": {"object": testlib.source(_port(15006)), "severity": "error"},
		"agent": {"object": testlib.source(_port(15020)), "severity": "error"},
		"readiness": {"object": testlib.source(_port(15021)), "severity": "error"},
		"metrics": {"object": testlib.source(_port(15090)), "severity": "error"},
		"on localhost": {"object": testlib.source(_port(15000)), "severity": "warning"},
		"injected": {"object": testlib.injected(_port(15020)), "severity": "error"},
		"HBONE by label": {
			"object": testlib.source(object.union(_port(15008), {"labels": {"networking.istio.io/tunnel": "http"}})),
			"severity": "warning",
		},
		"HBONE by metadata": {
			"object": testlib.source(object.union(
				_port(15008),
				{"annotations": {"proxy.istio.io/config": "proxyMetadata: {ISTIO_META_ENABLE_HBONE: 'true'}"}},
			)),
			"severity": "warning",
		},
		"DNS capture": {
			"object": testlib.injected(object.union(
				_port(15053),
				{"proxy": {"env": [{"name": "ISTIO_META_DNS_CAPTURE", "value": "true"}]}},
			)),
			"severity": "warning",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, _at)
	{f.severity | some f in found} == {case.severity}
}

test_silent[name] if {
	some name, obj in {
		"free": testlib.source(_port(8080)),
		"UDP": testlib.source(_ports([{"containerPort": 15001, "protocol": "UDP"}])),
		"no HBONE": testlib.source(_port(15008)),
		"no DNS capture": testlib.source(_port(15053)),
		"opted out": testlib.source(object.union(_port(15020), {"labels": {"sidecar.istio.io/inject": "false"}})),
		"gateway to be": testlib.source(object.union(
			_port(15021),
			{"annotations": {"inject.istio.io/templates": "gateway"}},
		)),
		"gateway": testlib.injected(object.union(_port(15021), {"init": null, "proxy": {"args": ["proxy", "router"]}})),
		"control plane": testlib.source(object.union(_port(15021), {"labels": {"istio": "pilot"}})),
		"the proxy's own": testlib.injected({}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

_service(port) := testlib.service({"spec": {"ports": [port]}})

test_service_fires[name] if {
	some name, case in {"outbound": {"port": 15001, "text": "outbound"}, "inbound": {"port": 15006, "text": "inbound"}}
	found := rule.report with input as _service({"name": "http", "port": case.port, "targetPort": 8080})
	testlib.fires_at(found, "/spec/ports/0/port")
	some f in found
	contains(f.message, sprintf("Envoy's %s listener", [case.text]))
}

test_service_silent[name] if {
	some name, obj in {
		"another port": _service({"name": "http", "port": 15020}),
		"UDP": _service({"name": "http", "port": 15001, "protocol": "UDP"}),
		"gateway": testlib.service({"spec": {
			"selector": {"istio": "ingressgateway"},
			"ports": [{"name": "http", "port": 15001}],
		}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
