package meshlint.rules.values.proxy_resources_partial_test

import data.meshlint.rules.values.proxy_resources_partial as rule
import data.meshlint.testlib

_keys(names) := {sprintf("sidecar.istio.io/proxy%s", [name]): "1" | some name in names}

_set(names) := testlib.source({"annotations": _keys(names)})

test_fires[name] if {
	some name, case in {
		"one": {
			"names": ["Memory"],
			"first": "Memory",
			"severity": "warning",
			"missing": "no proxyCPU, proxyCPULimit, proxyM",
		},
		"two": {
			"names": ["CPU", "Memory"],
			"first": "CPU",
			"severity": "warning",
			"missing": "no proxyCPULimit, proxyMemoryL",
		},
		"three": {
			"names": ["CPU", "CPULimit", "Memory"],
			"first": "CPU",
			"severity": "warning",
			"missing": "no proxyMemoryL",
		},
		"all but the CPU limit": {
			"names": ["CPU", "Memory", "MemoryLimit"],
			"first": "CPU",
			"severity": "info",
			"missing": "no proxyCPULimit:",
		},
	}
	found := rule.report with input as _set(case.names)
	place := sprintf("/spec/template/metadata/annotations/sidecar.istio.io~1proxy%s", [case.first])
	testlib.fires_at(found, place)
	some f in found
	f.severity == case.severity
	contains(f.message, case.missing)
}

_injected(names, resources) := testlib.with_field(
	testlib.injected({"annotations": _keys(names)}),
	"/spec/template/spec/containers/1/resources",
	resources,
)

test_fires_injected if {
	found := rule.report with input as _injected(["CPU"], {"requests": {"cpu": "1"}})
	testlib.fires_at(found, "/spec/template/spec/containers/1/resources")
}

test_silent[name] if {
	some name, obj in {
		"none": _set([]),
		"all": _set(["CPU", "CPULimit", "Memory", "MemoryLimit"]),
		"opted out": testlib.source({
			"labels": {"sidecar.istio.io/inject": "false"},
			"annotations": {"sidecar.istio.io/proxyCPU": "1"},
		}),
		"container that has resources of its own": testlib.source({
			"annotations": {"sidecar.istio.io/proxyCPU": "1"},
			"containers": [{"name": "istio-proxy", "image": "auto", "resources": {"limits": {"cpu": "1"}}}],
		}),
		"on two levels": testlib.source_of("CronJob", {
			"annotations": _keys(["CPU", "Memory", "CPULimit", "MemoryLimit"]),
			"job_metadata": {"annotations": _keys(["CPU", "Memory", "CPULimit", "MemoryLimit"])},
		}),
		"injected and overridden": testlib.with_field(
			_injected(["CPU"], {"requests": {"cpu": "1"}}),
			"/spec/template/metadata/annotations/proxy.istio.io~1overrides",
			json.marshal({"containers": [{"name": "istio-proxy"}]}),
		),
		"injected with limits": _injected(["CPU"], {"requests": {"cpu": "1"}, "limits": {"cpu": "1"}}),
		"injected without requests": _injected(["CPU"], {"requests": {}}),
		"injected by defaults": _injected([], {"requests": {"cpu": "1"}}),
		"gateway": testlib.injected({
			"init": null,
			"annotations": {"sidecar.istio.io/proxyCPU": "1"},
			"proxy": {"args": ["proxy", "router"], "resources": {"requests": {"cpu": "1"}, "limits": {}}},
		}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_levels if {
	found := rule.report with input as testlib.source_of("CronJob", {
		"annotations": _keys(["CPU", "CPULimit"]),
		"job_metadata": {"annotations": _keys(["Memory", "MemoryLimit"])},
	})
	testlib.paths(found) == {
		"/spec/jobTemplate/metadata/annotations/sidecar.istio.io~1proxyMemory",
		"/spec/jobTemplate/spec/template/metadata/annotations/sidecar.istio.io~1proxyCPU",
	}
}
