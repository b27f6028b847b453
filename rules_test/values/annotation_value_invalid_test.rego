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
		"volumes": {"key": "sidecar.istio.io/userVolume", "value": "{'a': {}}", "text": "no JSON object"},
		"volume mounts": {"key": "sidecar.istio.io/userVolumeMount", "value": "5", "text": "no JSON object"},
		"no volumes": {"key": "sidecar.istio.io/userVolume", "value": "", "text": "no JSON object"},
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
		"volumes": _annotated({
			"sidecar.istio.io/userVolume": `{"a":{"emptyDir":{}}}`,
			"sidecar.istio.io/userVolumeMount": `[{"name":"a","mountPath":"/a"}]`,
		}),
		"volumes of null": _annotated({"sidecar.istio.io/userVolume": "null"}),
		"volumes of another template": _annotated({
			"sidecar.istio.io/userVolume": "{",
			"inject.istio.io/templates": "gateway",
		}),
		"not looked at": _annotated({"sidecar.istio.io/logLevel": "loud"}),
		"rules of their own": _annotated({"traffic.sidecar.istio.io/excludeInboundPorts": "x", "sidecar.istio.io/proxyCPU": "x"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_fix[name] if {
	some name, case in {
		"capitals": {"key": "sidecar.istio.io/interceptionMode", "value": "tproxy", "fix": _replaced("sidecar.istio.io/interceptionMode", "TPROXY")},
		"word": {"key": "prometheus.istio.io/merge-metrics", "value": "No", "fix": _replaced("prometheus.istio.io/merge-metrics", "false")},
		"blank": {"key": "readiness.status.sidecar.istio.io/periodSeconds", "value": " 5", "fix": _replaced("readiness.status.sidecar.istio.io/periodSeconds", "5")},
		"unknown word": {"key": "prometheus.istio.io/merge-metrics", "value": "maybe", "fix": []},
		"empty": {"key": "sidecar.istio.io/interceptionMode", "value": "", "fix": []},
	}
	found := rule.report with input as _annotated({case.key: case.value})
	[object.get(f, "fix", []) | some f in found] == [case.fix]
}

_replaced(key, value) := [{
	"op": "replace",
	"path": concat("/", ["/spec/template/metadata/annotations", replace(key, "/", "~1")]),
	"value": value,
}]
