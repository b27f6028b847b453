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
		"of a message": {
			"key": "proxy.istio.io/config",
			"value": "tracing: {zipkin: {adress: 'a:1'}, statusPort: 1}",
			"text": "no field tracing.statusPort, tracing.zipkin.adress, so it is dropped without a word: correct",
		},
		"of a message, much like a field at the top": {
			"key": "proxy.istio.io/config",
			"value": "tracing: {x: 1}",
			"text": "no field tracing.x, so it is dropped without a word: correct",
		},
		"of a message in a map": {
			"key": "proxy.istio.io/config",
			"value": "tracing: {custom_tags: {a: {literal: {text: b}}}}",
			"text": "no field tracing.custom_tags.a.literal.text,",
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
		"of messages": _annotated({"proxy.istio.io/config": "gatewayTopology: {proxyProtocol: {}}\ntracing: {sampling: 1}"}),
		"keys of a map": _annotated({"proxy.istio.io/config": "proxyMetadata: {anything: goes}"}),
		"below an unknown field": _annotated({"proxy.istio.io/config": "proxyMetadata: {a: {b: c}}\nstatusPort: {a: 1}"}),
		"list": _annotated({"proxy.istio.io/config": "extraStatTags: [a]"}),
		"no YAML": _annotated({"proxy.istio.io/config": "a: ["}),
		"no mapping": _annotated({"proxy.istio.io/config": "x"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_only_the_outermost if {
	found := rule.report with input as _annotated({"proxy.istio.io/config": "defaultConfig: {tracing: {x: 1}}"})
	some f in found
	contains(f.message, "no field defaultConfig,")
}
