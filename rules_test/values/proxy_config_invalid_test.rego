package meshlint.rules.values.proxy_config_invalid_test

import data.meshlint.rules.values.proxy_config_invalid as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"no YAML": {"key": "proxy.istio.io/config", "value": "a: [", "text": "is no YAML"},
		"no mapping": {"key": "proxy.istio.io/config", "value": "hold", "text": "no mapping"},
		"boolean": {
			"key": "proxy.istio.io/config",
			"value": "holdApplicationUntilProxyStarts: 'true'",
			"text": "takes true or false, not the string",
		},
		"duration": {
			"key": "proxy.istio.io/config",
			"value": "terminationDrainDuration: 45",
			"text": "takes a duration such as 45s, not 45",
		},
		"duration, underscores": {"key": "proxy.istio.io/config", "value": "drain_duration: 1x", "text": "takes a duration"},
		"text": {"key": "proxy.istio.io/config", "value": "configPath: 1", "text": "takes a text, not the number 1"},
		"number": {"key": "proxy.istio.io/config", "value": "statusPort: abc", "text": "takes a whole number"},
		"fraction": {"key": "proxy.istio.io/config", "value": "statusPort: 1.5", "text": "takes a whole number"},
		"message": {"key": "proxy.istio.io/config", "value": "tracing: x", "text": "takes a mapping"},
		"map": {"key": "proxy.istio.io/config", "value": "proxyMetadata: x", "text": "takes a mapping"},
		"value of a map": {"key": "proxy.istio.io/config", "value": "proxyMetadata: {A: 1}", "text": "and A is the number 1"},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"opted out": testlib.source({"labels": {"sidecar.istio.io/inject": "false"}, "annotations": {"proxy.istio.io/config": "x"}}),
		"injected": testlib.injected({"annotations": {"proxy.istio.io/config": "x"}}),
		"on the object": testlib.source({"metadata": {"annotations": {"proxy.istio.io/config": "x"}}}),
		"a label": testlib.source({"labels": {"proxy.istio.io/config": "x"}}),
		"right": _annotated({"proxy.istio.io/config": "holdApplicationUntilProxyStarts: true\nstatusPort: '15020'\ndrainDuration: 1.5s"}),
		"metadata": _annotated({"proxy.istio.io/config": "proxyMetadata: {A: b}\nconfigPath: /x\ntracing: {sampling: 1}"}),
		"number": _annotated({"proxy.istio.io/config": "statusPort: 15030"}),
		"null": _annotated({"proxy.istio.io/config": "statusPort:"}),
		"empty": _annotated({"proxy.istio.io/config": ""}),
		"unknown field": _annotated({"proxy.istio.io/config": "nothing: true"}),
		"list": _annotated({"proxy.istio.io/config": "extraStatTags: [a]"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
