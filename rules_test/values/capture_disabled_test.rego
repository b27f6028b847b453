package meshlint.rules.values.capture_disabled_test

import data.meshlint.rules.values.capture_disabled as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"IPv4": {"key": "traffic.sidecar.istio.io/excludeOutboundIPRanges", "value": "0.0.0.0/0", "text": "0.0.0.0/0 covers every IPv4"},
		"IPv6": {
			"key": "traffic.sidecar.istio.io/excludeOutboundIPRanges",
			"value": "10.0.0.0/8,::/0",
			"text": "::/0 covers every IPv6",
		},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"opted out": testlib.source({"labels": {"sidecar.istio.io/inject": "false"}, "annotations": {"traffic.sidecar.istio.io/excludeOutboundIPRanges": "0.0.0.0/0"}}),
		"injected": testlib.injected({"annotations": {"traffic.sidecar.istio.io/excludeOutboundIPRanges": "0.0.0.0/0"}}),
		"on the object": testlib.source({"metadata": {"annotations": {"traffic.sidecar.istio.io/excludeOutboundIPRanges": "0.0.0.0/0"}}}),
		"a label": testlib.source({"labels": {"traffic.sidecar.istio.io/excludeOutboundIPRanges": "0.0.0.0/0"}}),
		"a part": _annotated({"traffic.sidecar.istio.io/excludeOutboundIPRanges": "10.0.0.0/8"}),
		"no capture at all": _annotated({
			"traffic.sidecar.istio.io/excludeOutboundIPRanges": "0.0.0.0/0",
			"sidecar.istio.io/interceptionMode": "NONE",
		}),
		"included": _annotated({"traffic.sidecar.istio.io/includeOutboundIPRanges": "0.0.0.0/0"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_one_finding if {
	key := "traffic.sidecar.istio.io/excludeOutboundIPRanges"
	found := rule.report with input as _annotated({key: "0.0.0.0/0,::/0"})
	count(found) == 1
}
