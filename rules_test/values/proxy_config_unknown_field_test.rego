package meshlint.rules.values.proxy_config_unknown_field_test

import data.meshlint.rules.values.proxy_config_unknown_field as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"misspelt": {
			"key": "proxy.istio.io/config",
			"value": "holdApplicationUntilProxyStart: true",
			"text": "did you mean holdApplicationUntilProxyStarts?",
		},
		"wrapped": {
			"key": "proxy.istio.io/config",
			"value": "defaultConfig: {statusPort: 1}",
			"text": "without that wrapping",
		},
		"nothing near": {"key": "proxy.istio.io/config", "value": "qqqqqq: 1", "text": "correct or delete it"},
		"two": {"key": "proxy.istio.io/config", "value": "zzzzzz: 1\nqqqqqq: 1", "text": "no field qqqqqq, zzzzzz,"},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"opted out": testlib.source({"labels": {"sidecar.istio.io/inject": "false"}, "annotations": {"proxy.istio.io/config": "qqqqqq: 1"}}),
		"injected": testlib.injected({"annotations": {"proxy.istio.io/config": "qqqqqq: 1"}}),
		"on the object": testlib.source({"metadata": {"annotations": {"proxy.istio.io/config": "qqqqqq: 1"}}}),
		"a label": testlib.source({"labels": {"proxy.istio.io/config": "qqqqqq: 1"}}),
		"camelCase": _annotated({"proxy.istio.io/config": "holdApplicationUntilProxyStarts: true"}),
		"underscores": _annotated({"proxy.istio.io/config": "hold_application_until_proxy_starts: true"}),
		"no YAML": _annotated({"proxy.istio.io/config": "a: ["}),
		"no mapping": _annotated({"proxy.istio.io/config": "x"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
