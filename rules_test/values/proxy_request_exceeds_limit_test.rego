package meshlint.rules.values.proxy_request_exceeds_limit_test

import data.meshlint.rules.values.proxy_request_exceeds_limit as rule
import data.meshlint.testlib

_cpu(request, limit) := testlib.source({"annotations": {
	"sidecar.istio.io/proxyCPU": request,
	"sidecar.istio.io/proxyCPULimit": limit,
}})

_resources(requests, limits) := testlib.injected({"proxy": {"resources": {"requests": requests, "limits": limits}}})

_stub(resources) := {"containers": [{"name": "istio-proxy", "image": "auto", "resources": resources}]}

test_fires[name] if {
	some name, case in {
		"CPU": {
			"object": _cpu("2", "1500m"),
			"path": "/spec/template/metadata/annotations/sidecar.istio.io~1proxyCPU",
			"related": "/spec/template/metadata/annotations/sidecar.istio.io~1proxyCPULimit",
		},
		"memory": {
			"object": testlib.source({"annotations": {
				"sidecar.istio.io/proxyMemory": "1Gi",
				"sidecar.istio.io/proxyMemoryLimit": "1G",
			}}),
			"path": "/spec/template/metadata/annotations/sidecar.istio.io~1proxyMemory",
			"related": "/spec/template/metadata/annotations/sidecar.istio.io~1proxyMemoryLimit",
		},
		"injected": {
			"object": _resources({"cpu": 2}, {"cpu": "1"}),
			"path": "/spec/template/spec/containers/1/resources/requests/cpu",
			"related": "/spec/template/spec/containers/1/resources/limits/cpu",
		},
		"container to be merged over the proxy": {
			"object": testlib.source(_stub({"requests": {"cpu": "2"}, "limits": {"cpu": "1"}})),
			"path": "/spec/template/spec/containers/1/resources/requests/cpu",
			"related": "/spec/template/spec/containers/1/resources/limits/cpu",
		},
		"limit below zero": {
			"object": _cpu("1", "-1"),
			"path": "/spec/template/metadata/annotations/sidecar.istio.io~1proxyCPU",
			"related": "/spec/template/metadata/annotations/sidecar.istio.io~1proxyCPULimit",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, case.path)
	some f in found
	testlib.pointer(f.related[0].path) == case.related
}

test_silent[name] if {
	some name, obj in {
		"equal": _cpu("1", "1000m"),
		"below": _cpu("100m", "1"),
		"no quantity": _cpu("x", "1"),
		"no limit": testlib.source({"annotations": {"sidecar.istio.io/proxyCPU": "2"}}),
		"request of another": testlib.source({"annotations": {
			"sidecar.istio.io/proxyCPU": "2",
			"sidecar.istio.io/proxyMemoryLimit": "1",
		}}),
		"on two levels": testlib.source_of("CronJob", {
			"annotations": {"sidecar.istio.io/proxyCPU": "2"},
			"job_metadata": {"annotations": {"sidecar.istio.io/proxyCPULimit": "1"}},
		}),
		"zero": _cpu("0", "-0"),
		"limits of others": _resources({"cpu": "2"}, {"cpu": null, "example.com/gpu": "1"}),
		"container beside annotations": testlib.source(object.union(
			_stub({"limits": {"cpu": "1"}}),
			{"annotations": {"sidecar.istio.io/proxyCPU": "2"}},
		)),
		"container of a pod that is opted out": testlib.source(object.union(
			_stub({"requests": {"cpu": "2"}, "limits": {"cpu": "1"}}),
			{"labels": {"sidecar.istio.io/inject": "false"}},
		)),
		"gateway below zero": testlib.injected({
			"init": null,
			"proxy": {"args": ["proxy", "router"], "resources": {"requests": {"cpu": "-1"}}},
		}),
		"injected below": _resources({"cpu": "1"}, {"cpu": "2"}),
		"injected without limit": _resources({"cpu": "1"}, {}),
		"gateway": testlib.injected({
			"init": null,
			"proxy": {"args": ["proxy", "router"], "resources": {"requests": {"cpu": "2"}, "limits": {"cpu": "1"}}},
		}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_below_zero[name] if {
	some name, case in {
		"request": {"object": _cpu("-1", "1"), "paths": {"proxyCPU"}},
		"request and limit": {"object": _cpu("-1", "-2"), "paths": {"proxyCPU", "proxyCPULimit"}},
		"limit alone": {
			"object": testlib.source({"annotations": {"sidecar.istio.io/proxyCPULimit": "-1"}}),
			"paths": {"proxyCPULimit"},
		},
		"limit beside another request": {
			"object": testlib.source({"annotations": {
				"sidecar.istio.io/proxyMemory": "1Gi",
				"sidecar.istio.io/proxyCPULimit": "-1",
			}}),
			"paths": {"proxyCPULimit"},
		},
	}
	found := rule.report with input as case.object
	{trim_prefix(f.path[4], "sidecar.istio.io/") | some f in found} == case.paths
	every f in found {
		contains(f.message, "is below zero")
	}
}
