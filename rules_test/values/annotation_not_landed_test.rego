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
	found := rule.report with input as testlib.injected({
		"annotations": {case.key: case.value},
		"spec": {"volumes": []},
		"proxy": {"volumeMounts": []},
	})
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
			sprintf("%sproxyImage", [_s]): "docker.io/istio/proxyv2:1",
		}}),
		"argument": _annotated(sprintf("%slogLevel", [_s]), "warning"),
		"argument that is not there": testlib.injected({
			"annotations": {sprintf("%slogLevel", [_s]): "debug"},
			"proxy": {"args": ["proxy", "sidecar"]},
		}),
		"readiness": _annotated(sprintf("%speriodSeconds", [_r]), " 15 "),
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
		"volumes as a list": _annotated(sprintf("%suserVolume", [_s]), `[{"name":"v"}]`),
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
			"annotations": {"proxy.istio.io/config": "proxyMetadata: {A: b, N: 1, R: $(X)}"},
			"proxy": {"env": [{"name": "A", "value": "b"}]},
		}),
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
		"CronJob": testlib.injected_of("CronJob", {"annotations": {sprintf("%sproxyCPU", [_s]): "200m"}}),
		"not injected": testlib.source({"annotations": {sprintf("%sproxyCPU", [_s]): "200m"}}),
		"mode that the environment contradicts": testlib.injected({
			"annotations": {sprintf("%sinterceptionMode", [_s]): "TPROXY"},
			"proxy": {"env": [{"name": "ISTIO_META_INTERCEPTION_MODE", "value": "TPROXY"}]},
		}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_message if {
	found := rule.report with input as _annotated(sprintf("%slogLevel", [_s]), "debug")
	some f in found
	contains(f.message, "says \"debug\", but the pod has --proxyLogLevel=warning: it was edited")
}
