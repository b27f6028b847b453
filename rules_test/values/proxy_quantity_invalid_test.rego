package meshlint.rules.values.proxy_quantity_invalid_test

import data.meshlint.rules.values.proxy_quantity_invalid as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"unit": {"key": "sidecar.istio.io/proxyMemory", "value": "1GB", "text": "refuses the pod"},
		"line end": {"key": "sidecar.istio.io/proxyCPU", "value": "100m\n", "text": "refuses the pod"},
		"empty": {"key": "sidecar.istio.io/proxyCPULimit", "value": "", "text": "refuses the pod"},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"opted out": testlib.source({"labels": {"sidecar.istio.io/inject": "false"}, "annotations": {"sidecar.istio.io/proxyCPU": "x"}}),
		"injected": testlib.injected({"annotations": {"sidecar.istio.io/proxyCPU": "x"}}),
		"on the object": testlib.source({"metadata": {"annotations": {"sidecar.istio.io/proxyCPU": "x"}}}),
		"a label": testlib.source({"labels": {"sidecar.istio.io/proxyCPU": "x"}}),
		"quantities": _annotated({"sidecar.istio.io/proxyCPU": "0.1", "sidecar.istio.io/proxyMemory": "1Gi"}),
		"another validator": _annotated({"sidecar.istio.io/interceptionMode": "x"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_fix[name] if {
	some name, case in {
		"line end": {"key": "sidecar.istio.io/proxyCPU", "value": "100m\n", "fix": _replaced("sidecar.istio.io/proxyCPU", "100m")},
		"blank": {"key": "sidecar.istio.io/proxyMemory", "value": "1 Gi", "fix": _replaced("sidecar.istio.io/proxyMemory", "1Gi")},
		"unit": {"key": "sidecar.istio.io/proxyMemory", "value": "1GB", "fix": []},
	}
	found := rule.report with input as _annotated({case.key: case.value})
	[object.get(f, "fix", []) | some f in found] == [case.fix]
}

_replaced(key, value) := [{
	"op": "replace",
	"path": concat("/", ["/spec/template/metadata/annotations", replace(key, "/", "~1")]),
	"value": value,
}]
