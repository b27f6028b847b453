package meshlint.rules.values.annotation_value_invalid_test

import data.meshlint.rules.values.annotation_value_invalid as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"mode": {"key": "sidecar.istio.io/interceptionMode", "value": "redirect", "text": "REDIRECT"},
		"status port": {"key": "status.sidecar.istio.io/port", "value": "70000", "text": "70000"},
		"number": {"key": "readiness.status.sidecar.istio.io/periodSeconds", "value": "-1", "text": "-1"},
		"interface": {"key": "traffic.sidecar.istio.io/excludeInterfaces", "value": "9x", "text": "9x"},
		"boolean": {"key": "prometheus.istio.io/merge-metrics", "value": "yes", "text": "yes"},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"opted out": testlib.source({"labels": {"sidecar.istio.io/inject": "false"}, "annotations": {"sidecar.istio.io/interceptionMode": "x"}}),
		"injected": testlib.injected({"annotations": {"sidecar.istio.io/interceptionMode": "x"}}),
		"on the object": testlib.source({"metadata": {"annotations": {"sidecar.istio.io/interceptionMode": "x"}}}),
		"a label": testlib.source({"labels": {"sidecar.istio.io/interceptionMode": "x"}}),
		"accepted": _annotated({"sidecar.istio.io/interceptionMode": "NONE", "status.sidecar.istio.io/port": "0"}),
		"not looked at": _annotated({"sidecar.istio.io/logLevel": "loud"}),
		"rules of their own": _annotated({"traffic.sidecar.istio.io/excludeInboundPorts": "x", "sidecar.istio.io/proxyCPU": "x"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
