package meshlint.rules.lifecycle.drain_exceeds_grace_test

import data.meshlint.rules.lifecycle.drain_exceeds_grace as rule
import data.meshlint.testlib

_config(text) := {"annotations": {"proxy.istio.io/config": text}}

_drain(seconds) := _config(sprintf("terminationDrainDuration: %s", [seconds]))

_grace(seconds) := {"spec": {"terminationGracePeriodSeconds": seconds}}

_at := "/spec/template/metadata/annotations/proxy.istio.io~1config"

test_fires[name] if {
	some name, case in {
		"above the default": {"object": testlib.source(_drain("45s")), "at": _at, "related": 0},
		"equal": {"object": testlib.source(_drain("30s")), "at": _at, "related": 0},
		"above the grace": {
			"object": testlib.source(object.union(_drain("61s"), _grace(60))),
			"at": _at,
			"related": 1,
		},
		"injected": {"object": testlib.injected(_drain("45s")), "at": _at, "related": 0},
		"by the environment": {
			"object": testlib.injected({"proxy": {"env": [{
				"name": "PROXY_CONFIG",
				"value": "{\"terminationDrainDuration\":\"45s\"}\n",
			}]}}),
			"at": "/spec/template/spec/containers/1/env/0/value",
			"related": 0,
		},
		"exit setting that is off": {
			"object": testlib.source(_config(concat("\n", [
				"terminationDrainDuration: 45s",
				"proxyMetadata: {EXIT_ON_ZERO_ACTIVE_CONNECTIONS: 'false'}",
			]))),
			"at": _at,
			"related": 0,
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, case.at)
	{count(f.related) | some f in found} == {case.related}
}

test_silent[name] if {
	some name, obj in {
		"below the default": testlib.source(_drain("29s")),
		"below the grace": testlib.source(object.union(_drain("45s"), _grace(60))),
		"no duration": testlib.source(_drain("long")),
		"not set": testlib.source({}),
		"exit on zero connections": testlib.source(_config(concat("\n", [
			"terminationDrainDuration: 45s",
			"proxyMetadata: {EXIT_ON_ZERO_ACTIVE_CONNECTIONS: 'true'}",
		]))),
		"native": testlib.native(_drain("45s")),
		"native asked for": testlib.source({"annotations": {
			"proxy.istio.io/config": "terminationDrainDuration: 45s",
			"sidecar.istio.io/nativeSidecar": "true",
		}}),
		"gateway to be": testlib.source({"annotations": {
			"proxy.istio.io/config": "terminationDrainDuration: 45s",
			"inject.istio.io/templates": "gateway",
		}}),
		"gateway": testlib.injected(object.union(
			_drain("45s"),
			{"init": null, "proxy": {"args": ["proxy", "router"]}},
		)),
		"opted out": testlib.source(object.union(_drain("45s"), {"labels": {"sidecar.istio.io/inject": "false"}})),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
