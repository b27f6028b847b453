package meshlint.rules.traffic.probe_host_localhost_test

import data.meshlint.rules.traffic.probe_host_localhost as rule
import data.meshlint.testlib

_probe(host) := {"app": {"livenessProbe": {"httpGet": {"path": "/", "port": 80, "host": host}}}}

_at := "/spec/template/spec/containers/0/livenessProbe/httpGet/host"

test_fires[host] if {
	some host in ["localhost", "LocalHost", "127.0.0.1", "::1"]
	found := rule.report with input as testlib.source(_probe(host))
	testlib.fires_at(found, _at)
	{f.fix | some f in found} == {[{"op": "remove", "path": _at}]}
}

test_fires_for_tcp if {
	found := rule.report with input as testlib.source({"app": {"startupProbe": {"tcpSocket": {
		"port": 80,
		"host": "localhost",
	}}}})
	testlib.fires_at(found, "/spec/template/spec/containers/0/startupProbe/tcpSocket/host")
}

test_silent[name] if {
	some name, obj in {
		"another host": testlib.source(_probe("app.example.net")),
		"no host": testlib.source({"app": {"livenessProbe": {"httpGet": {"path": "/", "port": 80}}}}),
		"lifecycle": testlib.source({"app": {"lifecycle": {"preStop": {"httpGet": {"port": 80, "host": "localhost"}}}}}),
		"opted out": testlib.source(object.union(
			_probe("localhost"),
			{"labels": {"sidecar.istio.io/inject": "false"}},
		)),
		"host network": testlib.source(object.union(_probe("localhost"), {"spec": {"hostNetwork": true}})),
		"injected": testlib.injected(_probe("localhost")),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
