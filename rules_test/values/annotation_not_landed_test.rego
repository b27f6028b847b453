package meshlint.rules.values.annotation_not_landed_test

import data.meshlint.rules.values.annotation_not_landed as rule
import data.meshlint.testlib

_s := "sidecar.istio.io/"

_t := "traffic.sidecar.istio.io/"

_r := "readiness.status.sidecar.istio.io/"

_proxy := "/spec/template/spec/containers/1"

_init := "/spec/template/spec/initContainers/0"

_annotated(key, value) := testlib.injected({"annotations": {key: value}})

test_fires[name] if {
	some name, case in {
		"flag": {"key": sprintf("%sincludeOutboundIPRanges", [_t]), "value": "10.0.0.0/8", "related": [_init, "/args/10"]},
		"flag that is not given": {
			"key": sprintf("%sexcludeOutboundPorts", [_t]),
			"value": "80",
			"related": [_init, "/args"],
		},
		"items": {"key": sprintf("%sexcludeInboundPorts", [_t]), "value": "15020, 9090", "related": [_init, "/args/16"]},
		"mode": {"key": sprintf("%sinterceptionMode", [_s]), "value": "TPROXY", "related": [_init, "/args/8"]},
		"request": {
			"key": sprintf("%sproxyCPU", [_s]),
			"value": "200m",
			"related": [_proxy, "/resources/requests/cpu"],
		},
		"limit": {
			"key": sprintf("%sproxyMemoryLimit", [_s]),
			"value": "2Gi",
			"related": [_proxy, "/resources/limits/memory"],
		},
		"image": {"key": sprintf("%sproxyImage", [_s]), "value": "hub/proxyv2:1", "related": [_proxy, "/image"]},
		"image type": {"key": sprintf("%sproxyImageType", [_s]), "value": "debug", "related": [_proxy, "/image"]},
		"argument that is not there": {
			"key": sprintf("%scomponentLogLevel", [_s]),
			"value": "http:debug",
			"proxy": {"args": ["proxy", "sidecar", "--proxyLogLevel=info"]},
			"related": [_proxy, "/args"],
		},
		"argument of istio-init": {
			"key": sprintf("%sagentLogLevel", [_s]),
			"value": "default:debug",
			"proxy": {"args": ["proxy", "sidecar", "--log_output_level=default:debug"]},
			"related": [_init, "/args/17"],
		},
		"request of istio-init": {
			"key": sprintf("%sproxyCPU", [_s]),
			"value": "0.1",
			"init": {"resources": {"requests": {"cpu": "200m"}}},
			"related": [_init, "/resources/requests/cpu"],
		},
		"request that istio-init lacks": {
			"key": sprintf("%sproxyCPU", [_s]),
			"value": "0.1",
			"init": {"resources": {}},
			"related": [_init, "/resources/requests/cpu"],
		},
		"mode in the environment": {
			"key": sprintf("%sinterceptionMode", [_s]),
			"value": "NONE",
			"init": null,
			"related": [_proxy, "/env/2"],
		},
		"mode, without a flag": {
			"key": sprintf("%sinterceptionMode", [_s]),
			"value": "TPROXY",
			"init_args": ["istio-iptables", "-p", "15001"],
			"related": [_init, "/args"],
		},
		"capability": {
			"key": sprintf("%scapNetBindService", [_s]),
			"value": "true",
			"related": [_proxy, "/securityContext"],
		},
		"flag that cannot be empty": {
			"key": sprintf("%sexcludeInterfaces", [_t]),
			"value": "net1",
			"related": [_init, "/args"],
		},
		"volume of a list": {
			"key": sprintf("%suserVolume", [_s]),
			"value": `[{"name":"v"}]`,
			"related": ["/spec/template/spec", "/volumes"],
		},
		"metadata of istio-init": {
			"key": "proxy.istio.io/config",
			"value": "proxy_metadata: {A: b}",
			"proxy": {"env": [{"name": "A", "value": "b"}]},
			"init": {"env": [{"name": "A", "value": "c"}]},
			"related": [_init, "/env/0"],
		},
		"argument": {"key": sprintf("%slogLevel", [_s]), "value": "debug", "related": [_proxy, "/args/4"]},
		"readiness": {
			"key": sprintf("%speriodSeconds", [_r]),
			"value": "5",
			"related": [_proxy, "/readinessProbe/periodSeconds"],
		},
		"volume": {
			"key": sprintf("%suserVolume", [_s]),
			"value": `{"v":{"emptyDir":{}}}`,
			"related": ["/spec/template/spec", "/volumes"],
		},
		"mount": {
			"key": sprintf("%suserVolumeMount", [_s]),
			"value": `{"v":{"mountPath":"/v"}}`,
			"related": [_proxy, "/volumeMounts"],
		},
		"ConfigMap": {
			"key": sprintf("%sbootstrapOverride", [_s]),
			"value": "boot",
			"related": ["/spec/template/spec", "/volumes"],
		},
		"metadata": {
			"key": "proxy.istio.io/config",
			"value": "proxyMetadata: {A: b}",
			"related": [_proxy, "/env"],
		},
		"metadata of another value": {
			"key": "proxy.istio.io/config",
			"value": "proxyMetadata: {ISTIO_META_INTERCEPTION_MODE: x}",
			"related": [_proxy, "/env/2"],
		},
	}
	found := rule.report with input as testlib.injected(object.union(
		object.filter(case, ["init", "init_args"]),
		{
			"annotations": {case.key: case.value},
			"spec": {"volumes": []},
			"proxy": object.union({"volumeMounts": []}, object.get(case, "proxy", {})),
		},
	))
	{f.path | some f in found} == {["spec", "template", "metadata", "annotations", case.key]}
	{testlib.pointer(f.related[0].path) | some f in found} == {concat("", case.related)}
}

test_silent[name] if {
	some name, obj in {
		"nothing said": testlib.injected({}),
		"flag": _annotated(sprintf("%sincludeOutboundIPRanges", [_t]), "*"),
		"items": _annotated(sprintf("%sexcludeInboundPorts", [_t]), "15020,"),
		"quantity in another form": _annotated(sprintf("%sproxyCPU", [_s]), "0.1"),
		"no quantity": _annotated(sprintf("%sproxyCPU", [_s]), "x"),
		"image without a slash": _annotated(sprintf("%sproxyImage", [_s]), "proxyv2"),
		"image": _annotated(sprintf("%sproxyImage", [_s]), "docker.io/istio/proxyv2:1.30.0"),
		"default image type": _annotated(sprintf("%sproxyImageType", [_s]), "default"),
		"image type": testlib.injected({
			"annotations": {sprintf("%sproxyImageType", [_s]): "debug"},
			"proxy": {"image": "hub/proxyv2:1-debug"},
		}),
		"image type of a digest": testlib.injected({
			"annotations": {sprintf("%sproxyImageType", [_s]): "debug"},
			"proxy": {"image": "hub/proxyv2:1@sha256:aa"},
		}),
		"image type of an image without a tag": testlib.injected({
			"annotations": {sprintf("%sproxyImageType", [_s]): "debug"},
			"proxy": {"image": "hub/proxyv2"},
		}),
		"image and type": testlib.injected({"annotations": {
			sprintf("%sproxyImageType", [_s]): "debug",
			sprintf("%sproxyImage", [_s]): "docker.io/istio/proxyv2:1.30.0",
		}}),
		"argument": _annotated(sprintf("%slogLevel", [_s]), "warning"),
		"agent's log level that is not there": testlib.injected({
			"annotations": {sprintf("%sagentLogLevel", [_s]): "debug"},
			"proxy": {"args": ["proxy", "sidecar"]},
			"init_args": ["istio-iptables", "-p", "15001"],
		}),
		"last argument": testlib.injected({
			"annotations": {sprintf("%slogLevel", [_s]): "debug"},
			"proxy": {"args": ["proxy", "sidecar", "--proxyLogLevel=info", "--proxyLogLevel=debug"]},
		}),
		"readiness": _annotated(sprintf("%speriodSeconds", [_r]), "015"),
		"readiness of zero": _annotated(sprintf("%sinitialDelaySeconds", [_r]), "0"),
		"readiness that is no number": _annotated(sprintf("%speriodSeconds", [_r]), "x"),
		"no probe": testlib.injected({
			"annotations": {sprintf("%speriodSeconds", [_r]): "5"},
			"proxy": {"readinessProbe": null},
		}),
		"volume": testlib.injected({
			"annotations": {sprintf("%suserVolume", [_s]): `{"v":{}}`},
			"spec": {"volumes": [{"name": "v"}]},
		}),
		"volumes as a list": testlib.injected({
			"annotations": {sprintf("%suserVolume", [_s]): `[{"name":"v"},{}]`},
			"spec": {"volumes": [{"name": "v"}, {"name": "1"}]},
		}),
		"volume with another name": testlib.injected({
			"annotations": {sprintf("%suserVolume", [_s]): `{"v":{"name":"w"}}`},
			"spec": {"volumes": [{"name": "w"}]},
		}),
		"volumes that are no map": _annotated(sprintf("%suserVolume", [_s]), `{"v":1}`),
		"volumes that are no JSON": _annotated(sprintf("%suserVolume", [_s]), "{"),
		"mount": testlib.injected({
			"annotations": {sprintf("%suserVolumeMount", [_s]): `{"v":{}}`},
			"proxy": {"volumeMounts": [{"name": "v"}]},
		}),
		"ConfigMap": testlib.injected({
			"annotations": {sprintf("%sbootstrapOverride", [_s]): "boot"},
			"spec": {"volumes": [{"name": "custom-bootstrap-volume", "configMap": {"name": "boot"}}]},
		}),
		"no ConfigMap": _annotated(sprintf("%sbootstrapOverride", [_s]), ""),
		"metadata": testlib.injected({
			"annotations": {"proxy.istio.io/config": `proxyMetadata: {A: b, N: 1, R: 'x$(X', E: 'c\\d', Q: '"'}`},
			"proxy": {"env": [{"name": "A", "value": "b"}]},
			"init": {"env": [{"name": "A", "value": "b"}]},
		}),
		"metadata that is no YAML": _annotated("proxy.istio.io/config", "proxyMetadata: {"),
		"capability": testlib.injected({
			"annotations": {sprintf("%scapNetBindService", [_s]): "true"},
			"proxy": {"securityContext": {"capabilities": {"add": ["NET_BIND_SERVICE"]}}},
		}),
		"capability that is not asked for": _annotated(sprintf("%scapNetBindService", [_s]), "yes"),
		"capability while the redirect is traced": testlib.injected({
			"annotations": {sprintf("%scapNetBindService", [_s]): "true"},
			"proxy": {"env": [{"name": "IPTABLES_TRACE_LOGGING", "value": "true"}]},
		}),
		"mode in the environment": testlib.injected({
			"init": null,
			"annotations": {sprintf("%sinterceptionMode", [_s]): "NONE"},
			"proxy": {"env": [{"name": "ISTIO_META_INTERCEPTION_MODE", "value": "NONE"}]},
		}),
		"mode that istio-init does not say": testlib.injected({
			"annotations": {sprintf("%sinterceptionMode", [_s]): "REDIRECT"},
			"init_args": ["istio-iptables", "-p", "15001", "-m", "TPROXY"],
		}),
		"flags that cannot be read": testlib.injected({
			"annotations": {sprintf("%sincludeInboundPorts", [_t]): "80"},
			"init_args": ["istio-iptables", "-p", "15001", "-x", "-b", "80"],
		}),
		"resources of an old istio-init": testlib.injected({"annotations": {sprintf("%sproxyCPU", [_s]): "100m"}}),
		"reference": _annotated(sprintf("%slogLevel", [_s]), "$(LEVEL)"),
		"another annotation wins": testlib.injected({
			"annotations": {
				sprintf("%skubevirtInterfaces", [_t]): "net1",
				"istio.io/reroute-virtual-interfaces": "net2",
			},
			"init_args": ["istio-iptables", "-p", "15001", "-k", "net2"],
		}),
		"arguments of the user": testlib.injected({
			"annotations": {sprintf("%sexcludeOutboundPorts", [_t]): "80"},
			"init_args": ["mine"],
		}),
		"overridden": testlib.injected({"annotations": {
			sprintf("%sproxyCPU", [_s]): "200m",
			"proxy.istio.io/overrides": json.marshal({"containers": [{"name": "istio-proxy"}]}),
		}}),
		"gateway": testlib.injected({
			"init": null,
			"annotations": {sprintf("%sproxyCPU", [_s]): "200m"},
			"proxy": {"args": ["proxy", "router"]},
		}),
		"another template": testlib.injected({"annotations": {
			sprintf("%sproxyCPU", [_s]): "200m",
			"inject.istio.io/templates": "sidecar,mine",
		}}),
		"before Istio 1.11": testlib.injected({"annotations": {
			sprintf("%sproxyCPU", [_s]): "200m",
			"sidecar.istio.io/status": `{"containers":["istio-proxy"]}`,
		}}),
		"CronJob whose jobTemplate says it": testlib.injected_of("CronJob", {"job_metadata": {"annotations": {
			sprintf("%sproxyCPU", [_s]): "200m",
		}}}),
		"CronJob whose jobTemplate was read": testlib.injected_of("CronJob", {
			"status_level": "none",
			"annotations": {sprintf("%sproxyCPU", [_s]): "200m"},
			"job_metadata": {"annotations": {"sidecar.istio.io/status": `{"revision":"default"}`}},
		}),
		"not injected": testlib.source({"annotations": {sprintf("%sproxyCPU", [_s]): "200m"}}),
		"mode that the environment contradicts": testlib.injected({
			"annotations": {sprintf("%sinterceptionMode", [_s]): "TPROXY"},
			"proxy": {"env": [{"name": "ISTIO_META_INTERCEPTION_MODE", "value": "TPROXY"}]},
		}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_cronjob if {
	found := rule.report with input as testlib.injected_of("CronJob", {
		"status_level": "none",
		"job_metadata": {"annotations": {
			"sidecar.istio.io/status": `{"revision":"default"}`,
			"sidecar.istio.io/proxyCPU": "200m",
		}},
	})
	testlib.fires_at(found, "/spec/jobTemplate/metadata/annotations/sidecar.istio.io~1proxyCPU")
}

test_one_finding_for_both_containers if {
	found := rule.report with input as testlib.injected({
		"annotations": {sprintf("%sproxyCPU", [_s]): "300m"},
		"init": {"resources": {"requests": {"cpu": "200m"}}},
	})
	[[related.message | some related in f.related] | some f in found] == [[
		"istio-proxy has requests.cpu 100m",
		"istio-init has requests.cpu 200m",
	]]
}

test_message[name] if {
	some name, case in {
		"argument": {"key": "logLevel", "value": "debug", "text": `says "debug", but istio-proxy has --proxyLogLevel=warning: it was`},
		"flag": {"key": "interceptionMode", "value": "TPROXY", "text": `says "TPROXY", but istio-init has -m "REDIRECT":`},
		"no field": {"key": "proxyCPU", "value": "1", "text": `says "1", but istio-proxy has no requests.cpu:`},
	}
	found := rule.report with input as testlib.injected({
		"annotations": {sprintf("%s%s", [_s, case.key]): case.value},
		"proxy": {"resources": {"requests": {"cpu": null}}},
	})
	some f in found
	contains(f.message, case.text)
}

test_message_of_metadata[name] if {
	some name, case in {
		"proxy": {"init": "b", "proxy": "c", "text": "says A=b, but istio-proxy has A=c:"},
		"init": {"init": "c", "proxy": "b", "text": "says A=b, but istio-init has A=c:"},
	}
	found := rule.report with input as testlib.injected({
		"annotations": {"proxy.istio.io/config": "proxyMetadata: {A: b}"},
		"proxy": {"env": [{"name": "A", "value": case.proxy}]},
		"init": {"env": [{"name": "A", "value": case.init}]},
	})
	some f in found
	contains(f.message, case.text)
}

test_no_flag if {
	found := rule.report with input as _annotated(sprintf("%sexcludeOutboundPorts", [_t]), "80")
	some f in found
	contains(f.message, `says "80", but istio-init has no -o:`)
}
