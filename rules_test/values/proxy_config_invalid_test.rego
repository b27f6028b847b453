package meshlint.rules.values.proxy_config_invalid_test

import data.meshlint.rules.values.proxy_config_invalid as rule
import data.meshlint.testlib

_key := "proxy.istio.io/config"

_path := "/spec/template/metadata/annotations/proxy.istio.io~1config"

_config(text) := testlib.source({"annotations": {_key: text}})

test_fires[text] if {
	some text, message in {
		"a: [": "it is no YAML",
		"hold": "it is no mapping",
		"[]": "it is no mapping",
		"holdApplicationUntilProxyStarts: 'true'": "holdApplicationUntilProxyStarts takes true or false, not \"true\",",
		"holdApplicationUntilProxyStarts: {}": "takes true or false, not {}",
		"terminationDrainDuration: 45": "terminationDrainDuration takes a duration such as 45s, not 45,",
		"drain_duration: 1x": "drain_duration takes a duration such as 45s, not \"1x\"",
		"drainDuration: 1.5s": "takes whole seconds, at least one, not 1.5s",
		"drainDuration: -1s": "takes whole seconds, at least one, not -1s",
		"drain_duration: 0s": "takes whole seconds, at least one, not 0s",
		"configPath: 1": "takes a text, not 1",
		"config_path: ''": "config_path must not be empty",
		"discoveryAddress: ''": "discoveryAddress must not be empty",
		"discoveryAddress: istiod": "discoveryAddress takes an address with its port, not istiod",
		"tracing: {zipkin: {address: zipkin}}": "tracing.zipkin.address takes an address with its port",
		"envoy_access_log_service: {address: als}": "takes an address with its port",
		"statusPort: abc": "takes a whole number from 1 to 65535, not \"abc\"",
		"statusPort: '1 5'": "takes a whole number from 1 to 65535",
		"status_port: 0": "takes a whole number from 1 to 65535",
		"proxyAdminPort: 65536": "takes a whole number from 1 to 65535",
		"concurrency: 1.5": "takes a whole number from -2147483648 to 2147483647",
		"concurrency: true": "takes a whole number",
		"concurrency: 2147483648": "takes a whole number",
		"gatewayTopology: {numTrustedProxies: -1}": "numTrustedProxies takes a whole number from 0 to 4294967295",
		"tracing: {customTags: {a: {literal: {value: 1}}}}": "tracing.customTags.a.literal.value takes a text",
		"tracing: {stackdriver: {maxNumberOfAnnotations: 9223372036854775808}}": "takes a whole number from -9223372036854775808",
		"tracing: {sampling: ten}": "takes a number, not \"ten\"",
		"tracing: x": "takes a mapping, not \"x\"",
		"proxyMetadata: x": "takes a mapping, not \"x\"",
		"proxyMetadata: {A: 1}": "proxyMetadata.A takes a text, not 1",
		"interceptionMode: tproxy": "takes REDIRECT or TPROXY or NONE, not \"tproxy\"",
		"extraStatTags: a": "takes a list, not \"a\"",
		"extraStatTags: {}": "takes a list, not {}",
		"extraStatTags: [1]": "extraStatTags takes a text, not 1",
		"statsCompression: 'yes'": "takes true or false",
	}
	found := rule.report with input as _config(text)
	testlib.fires_at(found, _path)
	some f in found
	contains(f.message, message)
}

test_all_in_one_message if {
	found := rule.report with input as _config("statusPort: x\nconcurrency: z")
	some f in found
	contains(f.message, "config: concurrency takes a whole number")
	contains(f.message, "; statusPort takes a whole number")
}

test_silent[text] if {
	some text in [
		"",
		"null",
		"holdApplicationUntilProxyStarts: true\nstatusPort: '15020'\ndrainDuration: 45s",
		"holdApplicationUntilProxyStarts: yes",
		"statsCompression: off # later",
		"proxyMetadata: {A: b, C: null}\nconfigPath: /x\ntracing: {sampling: 1}",
		"terminationDrainDuration: 1m30s",
		"terminationDrainDuration: +.5h",
		"terminationDrainDuration: 1.1234567891s",
		"drainDuration: +2s",
		"statusPort:",
		"concurrency: ' 2'",
		"tracing: {sampling: '10.5'}",
		"concurrency: -1",
		"interceptionMode: 1",
		"nothing: true",
		"extraStatTags: [a]",
		"proxyStatsMatcher: {inclusionRegexps: [a]}",
		"discoveryAddress: istiod:15012",
		"statsdUdpAddress: ''",
		"tracing: {zipkin: {address: $(HOST_IP):9411}}",
		"meshId: ''",
		"readinessProbe: {httpGet: {port: 0}}",
		"connectionSettings: {}",
	]
	found := rule.report with input as _config(text)
	testlib.silent(found)
}

test_silent_elsewhere[name] if {
	some name, obj in {
		"opted out": testlib.source({
			"labels": {"sidecar.istio.io/inject": "false"},
			"annotations": {_key: "x"},
		}),
		"injected": testlib.injected({"annotations": {_key: "x"}}),
		"on the object": testlib.source({"metadata": {"annotations": {_key: "x"}}}),
		"a label": testlib.source({"labels": {_key: "x"}}),
		"another key": testlib.source({"annotations": {"sidecar.istio.io/logLevel": "x"}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

_replaced(text) := [{"op": "replace", "path": _path, "value": text}]

test_fix[text] if {
	some text, fix in {
		"holdApplicationUntilProxyStarts: \"true\"": _replaced("holdApplicationUntilProxyStarts: true"),
		"{\"holdApplicationUntilProxyStarts\": \"true\"}": _replaced("{\"holdApplicationUntilProxyStarts\": true}"),
		"terminationDrainDuration: 45\nconcurrency: 2\n": _replaced("terminationDrainDuration: \"45s\"\nconcurrency: 2\n"),
		"drain_duration: 45": _replaced("drain_duration: \"45s\""),
		"drain_duration: 45\nstatusPort: x": [],
		"statusPort: x": [],
	}
	found := rule.report with input as _config(text)
	[object.get(f, "fix", []) | some f in found] == [fix]
}
