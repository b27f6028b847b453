package meshlint.lib.ports_test

import data.meshlint.lib.ports
import data.meshlint.lib.proxy
import data.meshlint.lib.workload
import data.meshlint.testlib

test_reserved if {
	errors := {port | some port, entry in ports.reserved; entry.severity == "error"}
	errors == {15001, 15006, 15020, 15021, 15090}
	warnings := {port | some port, entry in ports.reserved; entry.severity == "warning"}
	warnings == {15000, 15004, 15008, 15053}
	ports.reserved[15008].only == "hbone"
	ports.reserved[15053].only == "dns"
}

test_reserved_follows_the_mesh if {
	parameters := {"status-port": 15030, "extra-reserved-ports": [9000, 15001]}
	found := ports.reserved with data.meshlint.params.mesh as parameters
	found[15030].severity == "error"
	found[9000].severity == "warning"
	found[15001].owner == "Envoy's outbound listener"
	not found[15020]
}

test_scrape_reserved if {
	ports.scrape_reserved == {15000, 15001, 15004, 15006, 15008, 15020, 15021, 15053, 15090}
	15030 in ports.scrape_reserved with data.meshlint.params.mesh as {"status-port": 15030}
}

test_container_ports if {
	record := {"path": ["c"], "container": {"ports": [
		{"containerPort": 80, "name": "http"},
		{"containerPort": "81"},
		null,
		{"containerPort": 53, "protocol": "UDP"},
	]}}
	ports.container_ports(record) == [
		{"port": 80, "name": "http", "protocol": "TCP", "path": ["c", "ports", 0, "containerPort"], "index": 0},
		{"port": 53, "name": "", "protocol": "UDP", "path": ["c", "ports", 3, "containerPort"], "index": 3},
	]
	ports.port_named(record, "http") == 80
	not ports.port_named(record, "https")
}

_probed(probe) := testlib.source({"app": {"ports": [{"name": "web", "containerPort": 8080}], "readinessProbe": probe}})

test_probe_port[name] if {
	some name, case in {
		"number": {"action": {"httpGet": {"path": "/", "port": 80}}, "port": 80},
		"name": {"action": {"httpGet": {"port": "web"}}, "port": 8080},
		"number as text": {"action": {"tcpSocket": {"port": "81"}}, "port": 81},
		"grpc": {"action": {"grpc": {"port": 82}}, "port": 82},
		"zero": {"action": {"httpGet": {"port": 0}}, "port": 0},
	}
	ports.app_probes[0].port == case.port with input as _probed(case.action)
}

test_no_probe_port[name] if {
	some name, action in {
		"unknown name": {"httpGet": {"port": "other"}},
		"absent": {"httpGet": {}},
		"exec": {"exec": {"command": ["true"]}},
		"ill-typed": {"httpGet": {"port": []}},
	}
	object_ := _probed(action)
	count(ports.app_probes) == 1 with input as object_
	not ports.app_probes[0].port with input as object_
}

test_probe_fields if {
	object_ := _probed({"httpGet": {"path": "/x", "port": "web", "host": "localhost", "scheme": "HTTPS"}})
	probe := ports.app_probes[0] with input as object_
	object.remove(probe, ["record"]) == {
		"probe": "readinessProbe",
		"kind": "httpGet",
		"action": {"path": "/x", "port": "web", "host": "localhost", "scheme": "HTTPS"},
		"path": ["spec", "template", "spec", "containers", 0, "readinessProbe"],
		"action_path": ["spec", "template", "spec", "containers", 0, "readinessProbe", "httpGet"],
		"port_path": ["spec", "template", "spec", "containers", 0, "readinessProbe", "httpGet", "port"],
		"port": 8080,
		"port_name": "web",
		"http_path": "/x",
		"host": "localhost",
		"scheme": "HTTPS",
	}
	probe.record.name == "app"
}

test_handlers if {
	object_ := testlib.injected({"app": {
		"livenessProbe": {"tcpSocket": {"port": 1}},
		"startupProbe": null,
		"lifecycle": {"preStop": {"httpGet": {"path": "/app-lifecycle/app/prestopz", "port": 15020}}},
	}})
	app := [[probe.probe, probe.kind] | some probe in ports.app_probes] with input as object_
	app == [["livenessProbe", "tcpSocket"], ["preStop", "httpGet"]]
	own := [probe.probe | some probe in ports.proxy_probes] with input as object_
	own == ["readinessProbe", "startupProbe"]
	count(ports.probes) == 4 with input as object_
}

test_rewritten if {
	ports.rewritten({"http_path": "/app-health/app/readyz"})
	ports.rewritten({"http_path": "/app-lifecycle/app/prestopz"})
	not ports.rewritten({"http_path": "/healthz"})
	not ports.rewritten({})
}

test_prober_map if {
	probers := [{"name": "ISTIO_KUBE_APP_PROBERS", "value": `{"/app-health/app/readyz":{}}`}]
	ports.prober_map == {"/app-health/app/readyz": {}} with input as testlib.injected({"proxy": {"env": probers}})
	broken := [{"name": "ISTIO_KUBE_APP_PROBERS", "value": "{"}]
	ports.prober_map == {} with input as testlib.injected({"proxy": {"env": broken}})
	ports.prober_map == {} with input as testlib.injected({})
}

test_nothing_without_a_proxy if {
	not proxy.record with input as testlib.source({})
	ports.proxy_probes == [] with input as testlib.source({})
	count(workload.containers) == 1 with input as testlib.source({})
}
