package meshlint.lib.known_test

import data.meshlint.lib.known

test_annotation[key] if {
	some key, fields in {
		"sidecar.istio.io/proxyCPU": {"resources": ["Pod"], "status": "alpha", "source": "istio.io/api"},
		"sidecar.istio.io/inject": {"deprecated": true, "replacement": "the label sidecar.istio.io/inject"},
		"sidecar.istio.io/capNetBindService": {"source": "istio source"},
		"prometheus.io/port": {"resources": ["Pod", "Service"], "source": "prometheus"},
		"gateway.istio.io/controller-version": {"hidden": true, "generated": true},
	}
	object.subset(known.annotation[key], fields)
}

test_annotation_of_nobody if not known.annotation["sidecar.istio.io/proxyGPU"]

test_label[key] if {
	some key, fields in {
		"istio.io/waypoint-for": {"status": "stable", "values": ["service", "workload", "all", "none"]},
		"istio-injection": {"resources": ["Namespace"], "source": "istio source"},
	}
	object.subset(known.label[key], fields)
}

test_label_of_nobody if not known.label["istio.io/proxyGPU"]

test_annotation_known[key] if {
	some key in [
		"sidecar.istio.io/inject",
		"sidecar.istio.io/enableCoreDump",
		"policy.istio.io/check",
		"gateway.istio.io/tls-terminate-mode",
		"kubectl.kubernetes.io/default-container",
	]
	known.annotation_known(key)
}

test_annotation_not_known[key] if {
	some key in ["sidecar.istio.io/Inject", "gateway.istio.io/tls", "gateway.istio.io/x-tls-mode", "example.com/a"]
	not known.annotation_known(key)
}

test_label_known[key] if {
	some key in ["istio-injection", "sidecar.istio.io/inject", "internal.istio.io/parents"]
	known.label_known(key)
}

test_label_not_known[key] if {
	some key in ["istio-injected", "istio.io/waypoint", "app"]
	not known.label_known(key)
}

test_parts[key] if {
	some key, parts in {
		"sidecar.istio.io/inject": ["sidecar.istio.io", "inject"],
		"istio-injection": ["", "istio-injection"],
		"/x": ["", "x"],
	}
	[known.domain(key), known.name(key)] == parts
}

test_istio_domain[key] if {
	some key in ["istio.io/rev", "sidecar.istio.io/inject", "anything.istio.io/x"]
	known.istio_domain(key)
}

test_other_domain[key] if {
	some key in ["istio-injection", "kiali.io/x", "istio.example.com/x", "myistio.io/x", "example.com/istio.io", ""]
	not known.istio_domain(key)
}

# Each slip, and what was meant.
test_mistyped_domain[key] if {
	some key, meant in {
		"sidecar.istio/inject": "sidecar.istio.io",
		"sidecar.istio.oi/inject": "sidecar.istio.io",
		"sidecar.isito.io/inject": "sidecar.istio.io",
		"sidecar.istoi.io/inject": "sidecar.istio.io",
		"sidecar.isti.io/inject": "sidecar.istio.io",
		"sidecar.istioio/inject": "sidecar.istio.io",
		"sidecar.istios.io/inject": "sidecar.istio.io",
		"traffic.sidecar-istio.io/x": "traffic.sidecar.istio.io",
		"Sidecar.Istio.io/inject": "sidecar.istio.io",
		"isto.io/rev": "istio.io",
		"istio/dry-run": "istio.io",
		"istio/rev": "istio.io",
		"istio/waypoint-for": "istio.io",
		"gateway.istio/x": "gateway.istio.io",
	}
	meant == object.get({"is": m | m := known.mistyped_domain(key)}, "is", "")
}

test_domain_of_others[key] if {
	some key in [
		"sidecar.linkerd.io/inject",
		"sidecar.opentelemetry.io/inject",
		"istio.example.com/inject",
		"kiali.io/dashboards",
		"istio/owner",
		"isto.io/inject",
		"hello.io/rev",
		"sidecar.istio.example.com/inject",
		"servicemesh.cisco.com/x",
		"sidecar.istio.io/inject",
		"istio-injection",
		"inject",
	]
	not known.mistyped_domain(key)
}

test_unknown_annotation[key] if {
	some key in [
		"traffic.sidecar.istio.io/includeOutboundPort",
		"sidecar.istio/inject",
		"istio.io/waypoint-for",
		"sidecar.istio.io/",
	]
	known.unknown_annotation(key)
}

test_no_unknown_annotation[key] if {
	some key in [
		"sidecar.istio.io/inject",
		"sidecar.istio.io/enableCoreDump",
		"internal.istio.io/x",
		"istio",
		"sidecar.linkerd.io/inject",
		"prometheus.io/scrap",
	]
	not known.unknown_annotation(key)
}

test_unknown_label[key] if {
	some key in ["istio.io/waypoint", "sidecar.istio/inject"]
	known.unknown_label(key)
}

test_no_unknown_label[key] if {
	some key in ["istio.io/rev", "gateway.istio.io/x", "app", "istio-injected"]
	not known.unknown_label(key)
}

test_nearest[key] if {
	some key, near in {
		"traffic.sidecar.istio.io/includeOutboundPort": "traffic.sidecar.istio.io/includeOutboundPorts",
		"traffic.sidecar.istio.io/excludeOutboundIpRange": "traffic.sidecar.istio.io/excludeOutboundIPRanges",
		"sidecar.istio/inject": "sidecar.istio.io/inject",
		"sidecar.istio.oi/injct": "sidecar.istio.io/inject",
		"sidecar.istio.io/proxyCpuLimit": "sidecar.istio.io/proxyCPULimit",
		"sidecar.istio.io/proxyMemLimit": "sidecar.istio.io/proxyMemoryLimit",
		"sidecar.istio.io/proxyCPURequest": "sidecar.istio.io/proxyCPU",
		"status.sidecar.istio.io/statusPort": "status.sidecar.istio.io/port",
		"istio.io/inject": "sidecar.istio.io/inject",
		"traffic.istio.io/excludeOutboundPorts": "traffic.sidecar.istio.io/excludeOutboundPorts",
		"sidecar.istio.io/excludedInboundPorts": "traffic.sidecar.istio.io/excludeInboundPorts",
		"prometheus.istio.io/merge_metrics": "prometheus.istio.io/merge-metrics",
	}
	known.nearest(key) == near
}

test_nothing_near[key] if {
	some key in [
		"sidecar.istio.io/gizmo",
		"sidecar.istio.io/holdApplicationUntilProxyStarts",
		"sidecar.istio.io/inject",
		"sidecar.istio.io/enableCoreDumps",
		"sidecar.istio.io/state",
		"linkerd.io/inject",
		"sidecar.istio.io/",
	]
	not known.nearest(key)
}

test_nearest_label[key] if {
	some key, near in {
		"istio.io/dataplane_mode": "istio.io/dataplane-mode",
		"sidecar.istio.io/waypoint-for": "istio.io/waypoint-for",
		"sidecar.istio.io/injection": "sidecar.istio.io/inject",
		"istio.io/gizmo": "",
		"istio.io/rev": "",
	}
	near == object.get({"is": n | n := known.nearest_label(key)}, "is", "")
}

test_advice[key] if {
	some key, part in {
		"sidecar.istio.io/holdApplicationUntilProxyStarts": "holdApplicationUntilProxyStarts is a field of the annotation",
		"proxy.istio.io/termination_drain_duration": "terminationDrainDuration is a field of the annotation",
		"sidecar.istio/concurrency": "concurrency is a field",
		"istio.io/use-waypoint": "istio.io/use-waypoint is a label",
		"isto.io/rev": "istio.io/rev is a label",
		"sidecar.istio.io/enableCoreDump": "no effect since Istio 1.24",
	}
	contains(known.advice(key), part)
}

test_no_advice[key] if {
	some key in [
		"sidecar.istio.io/inject",
		"sidecar.istio/inject",
		"sidecar.istio.io/proxyCpuLimit",
		"sidecar.istio.io/gizmo",
		"status.sidecar.istio.io/statusPort",
		"istio.io/interceptionMode",
		"policy.istio.io/concurrency",
		"example.com/concurrency",
		"concurrency",
	]
	not known.advice(key)
}

test_label_key if known.label_key("istio.io/waypoint-for")

test_no_label_key if not known.label_key("sidecar.istio.io/proxyCPU")

test_resources if known.resources("prometheus.io/scrape") == {"Pod", "Service"}

test_label_resources if known.label_resources("istio-injection") == {"Namespace"}

test_applies_to[name] if {
	some name, case in {
		"kind": {"key": "networking.istio.io/exportTo", "kind": "Service"},
		"any": {"key": "galley.istio.io/analyze-suppress", "kind": "Deployment"},
	}
	known.applies_to(case.key, case.kind)
}

test_does_not_apply_to[name] if {
	some name, case in {
		"kind": {"key": "sidecar.istio.io/inject", "kind": "Deployment"},
		"unknown": {"key": "sidecar.istio.io/gizmo", "kind": "Pod"},
	}
	not known.applies_to(case.key, case.kind)
}

test_validator[key] if {
	some key, check in {
		"traffic.sidecar.istio.io/excludeOutboundPorts": "portList",
		"traffic.sidecar.istio.io/includeInboundPorts": "includeInboundPorts",
		"sidecar.istio.io/proxyMemory": "quantity",
		"proxy.istio.io/config": "proxyConfig",
	}
	known.validator(key) == check
}

test_no_validator[key] if {
	some key in ["traffic.sidecar.istio.io/includeOutboundPorts", "sidecar.istio.io/gizmo"]
	not known.validator(key)
}

test_pod_annotation[key] if {
	some key in ["sidecar.istio.io/inject", "traffic.sidecar.istio.io/kubevirtInterfaces", "proxy.istio.io/config"]
	known.pod_annotation(key)
}

test_no_pod_annotation[key] if {
	some key in ["sidecar.istio.io/status", "networking.istio.io/exportTo", "prometheus.io/port", "example.com/a"]
	not known.pod_annotation(key)
}

test_generated_annotation[key] if {
	some key in ["sidecar.istio.io/status", "istio.io/rev", "ambient.istio.io/redirection"]
	known.generated_annotation(key)
}

test_not_generated if not known.generated_annotation("sidecar.istio.io/inject")

test_removed[key] if {
	some key, release in {
		"sidecar.istio.io/enableCoreDump": "1.24",
		"readiness.status.sidecar.istio.io/applicationPorts": "1.5",
	}
	known.removed(key) == release
}

test_not_removed if not known.removed("sidecar.istio.io/inject")

test_gateway_annotation if known.gateway_annotation("sidecar.istio.io/proxyImage")

test_no_gateway_annotation if not known.gateway_annotation("sidecar.istio.io/proxyCPU")

test_landing[key] if {
	some key, places in {
		"traffic.sidecar.istio.io/includeInboundPorts": [{
			"kind": "flag",
			"container": "init",
			"flag": "-b",
			"compare": "string",
		}],
		"sidecar.istio.io/logLevel": [{
			"kind": "arg",
			"container": "proxy",
			"arg": "--proxyLogLevel",
			"compare": "string",
		}],
	}
	known.landing[key] == places
}

test_lands_nowhere if not known.landing["sidecar.istio.io/statsCompression"]

test_reserved_port if {
	{port | known.reserved_port[port].severity == "error"} == {15001, 15006, 15020, 15021, 15090}
	{port | known.reserved_port[port].severity == "warning"} == {15000, 15004, 15008, 15053}
}

test_scrape_reserved if known.scrape_reserved(15090)

test_scrape_free if not known.scrape_reserved(15014)

test_gateway_class if {
	{class | known.gateway_class[class].waypoint} == {"istio-waypoint", "istio-agentgateway-waypoint"}
	known.gateway_class["istio-east-west"].hbone
	not known.gateway_class.istio.hbone
	not known.gateway_class.nginx
}

test_system_namespaces if {
	known.system_namespaces == {"kube-system", "kube-public", "kube-node-lease", "local-path-storage"}
}

test_protocol if {
	{name | known.protocol[name].tls} == {"HTTPS", "TLS"}
	{name | known.protocol[name].http} == {"HTTP", "HTTP2", "HTTP_PROXY", "GRPC", "GRPC-Web"}
}

test_protocol_of if known.protocol_of("gRPC") == "GRPC"

test_protocol_of_port[name] if {
	some name, protocol in {
		"http": "HTTP",
		"HTTP-web": "HTTP",
		"grpc-web-api": "GRPC-Web",
		"grpc-webby": "GRPC-Web",
		"grpc-api": "GRPC",
		"tls": "TLS",
		"mysql-0": "MySQL",
	}
	known.protocol_of_port(name) == protocol
}

test_protocol_undeclared[name] if {
	some name in ["web-http", "httpinternal", "web", "", "hbone", "kubernetes.io/h2c"]
	not known.protocol_of_port(name)
}

test_protocol_of_app_protocol[text] if {
	some text, protocol in {
		"kubernetes.io/h2c": "HTTP2",
		"kubernetes.io/wss": "HTTPS",
		"https": "HTTPS",
		"http-extra": "HTTP",
	}
	known.protocol_of_app_protocol(text) == protocol
}

test_app_protocol_of_others if not known.protocol_of_app_protocol("example.com/custom")

test_well_known_port if {
	{port | known.well_known_port[port].protocol == "TCP"} == {25, 53, 3306, 27017}
}
