package meshlint.rules.values.ip_range_invalid_test

import data.meshlint.rules.values.ip_range_invalid as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"bare address": {"key": "traffic.sidecar.istio.io/excludeOutboundIPRanges", "value": "10.1.2.3", "text": "10.1.2.3"},
		"blank": {
			"key": "traffic.sidecar.istio.io/includeOutboundIPRanges",
			"value": "10.0.0.0/8, 11.0.0.0/8",
			"text": "refuses the pod",
		},
		"wildcard": {"key": "traffic.sidecar.istio.io/excludeOutboundIPRanges", "value": "*", "text": "refuses the pod"},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"opted out": testlib.source({"labels": {"sidecar.istio.io/inject": "false"}, "annotations": {"traffic.sidecar.istio.io/excludeOutboundIPRanges": "x"}}),
		"injected": testlib.injected({"annotations": {"traffic.sidecar.istio.io/excludeOutboundIPRanges": "x"}}),
		"on the object": testlib.source({"metadata": {"annotations": {"traffic.sidecar.istio.io/excludeOutboundIPRanges": "x"}}}),
		"a label": testlib.source({"labels": {"traffic.sidecar.istio.io/excludeOutboundIPRanges": "x"}}),
		"ranges": _annotated({"traffic.sidecar.istio.io/excludeOutboundIPRanges": "10.0.0.0/8,fd00::/8"}),
		"empty": _annotated({"traffic.sidecar.istio.io/excludeOutboundIPRanges": ""}),
		"wildcard to include": _annotated({"traffic.sidecar.istio.io/includeOutboundIPRanges": "*"}),
		"another validator": _annotated({"traffic.sidecar.istio.io/excludeInboundPorts": "x"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_fix[name] if {
	some name, case in {
		"no mask": {"key": "traffic.sidecar.istio.io/excludeOutboundIPRanges", "value": "10.1.2.3", "fix": _replaced("traffic.sidecar.istio.io/excludeOutboundIPRanges", "10.1.2.3/32")},
		"no mask, IPv6": {"key": "traffic.sidecar.istio.io/excludeOutboundIPRanges", "value": "fd00::1", "fix": _replaced("traffic.sidecar.istio.io/excludeOutboundIPRanges", "fd00::1/128")},
		"blanks": {"key": "traffic.sidecar.istio.io/includeOutboundIPRanges", "value": "10.0.0.0/8, 11.0.0.0/8", "fix": _replaced("traffic.sidecar.istio.io/includeOutboundIPRanges", "10.0.0.0/8,11.0.0.0/8")},
		"wildcard": {"key": "traffic.sidecar.istio.io/excludeOutboundIPRanges", "value": "*", "fix": []},
		"one of two": {"key": "traffic.sidecar.istio.io/excludeOutboundIPRanges", "value": "10.0.0.0/8,x", "fix": []},
		"nothing but a comma": {"key": "traffic.sidecar.istio.io/excludeOutboundIPRanges", "value": ",", "fix": []},
	}
	found := rule.report with input as _annotated({case.key: case.value})
	[object.get(f, "fix", []) | some f in found] == [case.fix]
}

_replaced(key, value) := [{
	"op": "replace",
	"path": concat("/", ["/spec/template/metadata/annotations", replace(key, "/", "~1")]),
	"value": value,
}]
