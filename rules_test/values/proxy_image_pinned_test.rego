package meshlint.rules.values.proxy_image_pinned_test

import data.meshlint.rules.values.proxy_image_pinned as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"reference": {"key": "sidecar.istio.io/proxyImage", "value": "hub/proxyv2:1", "text": "stays behind"},
		"no reference": {"key": "sidecar.istio.io/proxyImage", "value": "proxyv2", "text": "has no slash"},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"opted out": testlib.source({"labels": {"sidecar.istio.io/inject": "false"}, "annotations": {"sidecar.istio.io/proxyImage": "hub/proxyv2:1"}}),
		"injected": testlib.injected({"annotations": {"sidecar.istio.io/proxyImage": "hub/proxyv2:1"}}),
		"on the object": testlib.source({"metadata": {"annotations": {"sidecar.istio.io/proxyImage": "hub/proxyv2:1"}}}),
		"a label": testlib.source({"labels": {"sidecar.istio.io/proxyImage": "hub/proxyv2:1"}}),
		"empty": _annotated({"sidecar.istio.io/proxyImage": ""}),
		"type": _annotated({"sidecar.istio.io/proxyImageType": "debug"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_parameter[name] if {
	some name, case in {
		"prefix": {"accepted": ["hub/proxyv2"], "count": 0},
		"one of two": {"accepted": ["other/", "hub/proxyv2"], "count": 0},
		"another": {"accepted": ["other/"], "count": 1},
	}
	found := rule.report with input as _annotated({"sidecar.istio.io/proxyImage": "hub/proxyv2:1"})
		with data.meshlint.params.mesh as {"proxy-images": case.accepted}
	count(found) == case.count
}
