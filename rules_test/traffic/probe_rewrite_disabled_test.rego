package meshlint.rules.traffic.probe_rewrite_disabled_test

import data.meshlint.rules.traffic.probe_rewrite_disabled as rule
import data.meshlint.testlib

_key := "sidecar.istio.io/rewriteAppHTTPProbers"

_at := "/spec/template/metadata/annotations/sidecar.istio.io~1rewriteAppHTTPProbers"

_http := {"livenessProbe": {"httpGet": {"path": "/", "port": 80}}}

_off(app, annotations) := testlib.source({"app": app, "annotations": object.union({_key: "false"}, annotations)})

_traffic(name) := sprintf("traffic.sidecar.istio.io/%s", [name])

test_fires[name] if {
	some name, obj in {
		"http": _off(_http, {}),
		"tcp": _off({"readinessProbe": {"tcpSocket": {"port": 80}}}, {}),
		"grpc": _off({"startupProbe": {"grpc": {"port": 80}}}, {}),
		"F": _off(_http, {_key: "F"}),
		"another port is excluded": _off(_http, {_traffic("excludeInboundPorts"): "90"}),
		"the port is included": _off(_http, {_traffic("includeInboundPorts"): "80"}),
		"all is included": _off(_http, {_traffic("includeInboundPorts"): "*"}),
		"one of two is excluded": _off(
			object.union(_http, {"readinessProbe": {"httpGet": {"path": "/", "port": 90}}}),
			{_traffic("excludeInboundPorts"): "90"},
		),
	}
	found := rule.report with input as obj
	testlib.fires_at(found, _at)
	{count(f.related) | some f in found} == {1}
}

test_names_the_probes if {
	found := rule.report with input as _off(_http, {})
	some f in found
	contains(f.message, "with the livenessProbe of app;")
	testlib.pointer(f.related[0].path) == "/spec/template/spec/containers/0/livenessProbe"
}

test_silent[name] if {
	some name, obj in {
		"on": _off(_http, {_key: "true"}),
		"no boolean": _off(_http, {_key: "no"}),
		"no annotation": testlib.source({"app": _http}),
		"no probe": _off({}, {}),
		"command": _off({"livenessProbe": {"exec": {"command": ["true"]}}}, {}),
		"lifecycle": _off({"lifecycle": {"preStop": {"httpGet": {"port": 80}}}}, {}),
		"port unknown": _off({"livenessProbe": {"httpGet": {"path": "/", "port": "web"}}}, {}),
		"excluded": _off(_http, {_traffic("excludeInboundPorts"): "90, 80"}),
		"not included": _off(_http, {_traffic("includeInboundPorts"): "90"}),
		"no capture": _off(_http, {"sidecar.istio.io/interceptionMode": "NONE"}),
		"another template": _off(_http, {"inject.istio.io/templates": "grpc-agent"}),
		"opted out": testlib.source({
			"app": _http,
			"annotations": {_key: "false"},
			"labels": {"sidecar.istio.io/inject": "false"},
		}),
		"injected": testlib.injected({"app": _http, "annotations": {_key: "false"}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
