package meshlint.rules.values.port_list_invalid_test

import data.meshlint.rules.values.port_list_invalid as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"range": {"key": "traffic.sidecar.istio.io/excludeInboundPorts", "value": "80:90", "text": "refuses the pod"},
		"too large": {"key": "traffic.sidecar.istio.io/excludeOutboundPorts", "value": "80800", "text": "80800"},
		"wildcard among ports": {
			"key": "traffic.sidecar.istio.io/includeInboundPorts",
			"value": "*,80",
			"text": "refuses the pod",
		},
		"not validated": {
			"key": "traffic.sidecar.istio.io/includeOutboundPorts",
			"value": "80,x",
			"text": "Nothing validates",
		},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"opted out": testlib.source({"labels": {"sidecar.istio.io/inject": "false"}, "annotations": {"traffic.sidecar.istio.io/excludeInboundPorts": "x"}}),
		"injected": testlib.injected({"annotations": {"traffic.sidecar.istio.io/excludeInboundPorts": "x"}}),
		"on the object": testlib.source({"metadata": {"annotations": {"traffic.sidecar.istio.io/excludeInboundPorts": "x"}}}),
		"a label": testlib.source({"labels": {"traffic.sidecar.istio.io/excludeInboundPorts": "x"}}),
		"blanks": _annotated({"traffic.sidecar.istio.io/excludeInboundPorts": "80, 90"}),
		"empty": _annotated({"traffic.sidecar.istio.io/excludeInboundPorts": ""}),
		"wildcard": _annotated({"traffic.sidecar.istio.io/includeInboundPorts": "*", "traffic.sidecar.istio.io/includeOutboundPorts": "*"}),
		"another validator": _annotated({"traffic.sidecar.istio.io/excludeInterfaces": "9x"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_fix[name] if {
	some name, case in {
		"trailing comma": {"key": "traffic.sidecar.istio.io/excludeInboundPorts", "value": "80,90,", "fix": _replaced("traffic.sidecar.istio.io/excludeInboundPorts", "80,90")},
		"blanks for commas": {"key": "traffic.sidecar.istio.io/excludeOutboundPorts", "value": "80 90", "fix": _replaced("traffic.sidecar.istio.io/excludeOutboundPorts", "80,90")},
		"semicolon": {"key": "traffic.sidecar.istio.io/includeInboundPorts", "value": "80;90", "fix": _replaced("traffic.sidecar.istio.io/includeInboundPorts", "80,90")},
		"not validated": {"key": "traffic.sidecar.istio.io/includeOutboundPorts", "value": "80,", "fix": _replaced("traffic.sidecar.istio.io/includeOutboundPorts", "80")},
		"range": {"key": "traffic.sidecar.istio.io/excludeInboundPorts", "value": "80:90", "fix": []},
		"nothing but a comma": {"key": "traffic.sidecar.istio.io/excludeInboundPorts", "value": ",", "fix": []},
	}
	found := rule.report with input as _annotated({case.key: case.value})
	[object.get(f, "fix", []) | some f in found] == [case.fix]
}

_replaced(key, value) := [{
	"op": "replace",
	"path": concat("/", ["/spec/template/metadata/annotations", replace(key, "/", "~1")]),
	"value": value,
}]
