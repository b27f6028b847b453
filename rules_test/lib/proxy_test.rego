package meshlint.lib.proxy_test

import data.meshlint.lib.proxy
import data.meshlint.testlib

test_role[name] if {
	some name, case in {
		"sidecar": {"proxy": {}, "role": "sidecar"},
		"router": {"proxy": {"args": ["proxy", "router", "--domain", "x"]}, "role": "router"},
		"waypoint": {"proxy": {"args": ["proxy", "waypoint"]}, "role": "waypoint"},
		"ztunnel": {"proxy": {"args": ["proxy", "ztunnel"]}, "role": "ztunnel"},
		"by command": {
			"proxy": {"command": ["/usr/local/bin/pilot-agent", "proxy", "sidecar"], "args": null},
			"role": "sidecar",
		},
		"split over command and args": {"proxy": {"command": ["pilot-agent"], "args": ["proxy", "router"]}, "role": "router"},
		"replaced": {"proxy": {"args": ["-c", "my-config.yaml"]}, "role": "unknown"},
		"none": {"proxy": {"args": null}, "role": "unknown"},
		"no role": {"proxy": {"args": ["proxy", "--domain", "x"]}, "role": "unknown"},
		"ill-typed": {"proxy": {"args": "proxy sidecar"}, "role": "unknown"},
	}
	proxy.role == case.role with input as testlib.injected({"proxy": case.proxy})
}

test_no_role_without_a_proxy if not proxy.role with input as testlib.injected({"proxy": null})

test_sidecar[name] if {
	some name, over in {
		"role": {},
		"role without istio-init": {"init": null},
		"unknown role with istio-init": {"proxy": {"args": ["-c", "x"]}},
	}
	proxy.sidecar with input as testlib.injected(over)
}

test_no_sidecar[name] if {
	some name, over in {
		"router": {"proxy": {"args": ["proxy", "router"]}, "init": null},
		"unknown role without istio-init": {"proxy": {"args": null}, "init": null},
		"none": {"proxy": null},
	}
	not proxy.sidecar with input as testlib.injected(over)
}

test_form if {
	proxy.plain with input as testlib.injected({})
	not proxy.native with input as testlib.injected({})
	proxy.native with input as testlib.native({})
	not proxy.plain with input as testlib.native({})
	proxy.in_init with input as testlib.native({"proxy": {"restartPolicy": "Never"}})
	not proxy.native with input as testlib.native({"proxy": {"restartPolicy": "Never"}})
}

test_the_secured_of_two_is_the_proxy if {
	stub := {"name": "istio-proxy", "image": "auto"}
	proxy.path == ["spec", "template", "spec", "initContainers", 1] with input as testlib.native({"containers": [stub]})
	proxy.path == ["spec", "template", "spec", "containers", 1] with input as testlib.injected({"init_containers": [stub]})
}

test_the_first_of_two_alike_is_the_proxy if {
	object_ := testlib.source({"init_containers": [{"name": "istio-proxy"}], "containers": [{"name": "istio-proxy"}]})
	proxy.record.init with input as object_
	count(proxy.candidates) == 2 with input as object_
}

test_redirector if {
	proxy.redirector.name == "istio-init" with input as testlib.injected({})
	proxy.redirector.name == "istio-validation" with input as testlib.cni({})
	not proxy.redirector with input as testlib.injected({"init": null})
}

test_stage[name] if {
	some name, case in {
		"injected": {"object": testlib.injected({}), "injected": true, "touched": true, "source": false},
		"half": {
			"object": testlib.injected({"proxy": null, "status_level": "none"}),
			"injected": true, "touched": true, "source": false,
		},
		"cni": {"object": testlib.cni({"status_level": "none"}), "injected": true, "touched": true, "source": false},
		"source": {"object": testlib.source({}), "injected": false, "touched": false, "source": true},
		"stub": {
			"object": testlib.source({"containers": [{"name": "istio-proxy", "image": "auto"}]}),
			"injected": false, "touched": false, "source": true,
		},
		"stub without image": {
			"object": testlib.source({"init_containers": [{"name": "istio-init", "resources": {}}]}),
			"injected": false, "touched": false, "source": true,
		},
		"custom template": {
			"object": testlib.source({"annotations": {"sidecar.istio.io/status": "{}"}}),
			"injected": false, "touched": true, "source": false,
		},
		"gateway": {
			"object": testlib.injected({"proxy": {"args": ["proxy", "router"]}, "init": null, "status_level": "none"}),
			"injected": false, "touched": true, "source": false,
		},
		"status on the job template": {
			"object": testlib.source_of("CronJob", {"job_metadata": {"annotations": {"sidecar.istio.io/status": "{}"}}}),
			"injected": false, "touched": true, "source": false,
		},
		"no containers": {
			"object": {"apiVersion": "v1", "kind": "Pod", "spec": {}},
			"injected": false, "touched": false, "source": false,
		},
	}
	_stage == {"injected": case.injected, "touched": case.touched, "source": case.source} with input as case.object
}

_stage := {"injected": _injected, "touched": _touched, "source": _source}

default _injected := false

_injected := proxy.injected

default _touched := false

_touched := proxy.touched

default _source := false

_source := proxy.source

test_overrides[name] if {
	some name, case in {
		"proxy": {"text": `{"containers":[{"name":"istio-proxy","image":"x"}]}`, "names": {"istio-proxy"}},
		"init": {"text": `{"initContainers":[{"name":"istio-init"}],"containers":null}`, "names": {"istio-init"}},
		"application": {"text": `{"containers":[{"name":"app"}]}`, "names": {"app"}},
		"unreadable": {"text": "{", "names": {"istio-proxy", "istio-init", "istio-validation"}},
		"list": {"text": "[]", "names": {"istio-proxy", "istio-init", "istio-validation"}},
	}
	proxy.overrides == case.names with input as testlib.injected({"annotations": {"proxy.istio.io/overrides": case.text}})
}

test_user_override if {
	object_ := testlib.injected({"annotations": {"proxy.istio.io/overrides": `{"containers":[{"name":"istio-proxy"}]}`}})
	proxy.user_override with input as object_
	proxy.overridden("istio-proxy") with input as object_
	not proxy.overridden("istio-init") with input as object_
	not proxy.user_override with input as testlib.injected({})
	empty := `{"containers":[]}`
	not proxy.user_override with input as testlib.injected({"annotations": {"proxy.istio.io/overrides": empty}})
}

_with_env(variables) := testlib.injected({"proxy": {"env": variables}})

test_env if {
	object_ := _with_env([
		{"name": "A", "value": "1"},
		{"name": "B", "valueFrom": {}},
		{"name": "A", "value": 2},
		{"name": "C"},
		"text",
		{"value": "x"},
	])
	proxy.env == {"A": "2", "C": ""} with input as object_
	proxy.env_path("A") == ["spec", "template", "spec", "containers", 1, "env", 2] with input as object_
	not proxy.env_path("D") with input as object_
	entries := [[entry.name, entry.index] | some entry in proxy.env_entries] with input as object_
	entries == [["A", 0], ["B", 1], ["A", 2], ["C", 3]]
	not proxy.env_entries[1].value with input as object_
}

test_templates[name] if {
	some name, case in {
		"none": {"annotations": {}, "names": {"sidecar"}},
		"one": {"annotations": {"inject.istio.io/templates": "gateway"}, "names": {"gateway"}},
		"several": {"annotations": {"inject.istio.io/templates": "sidecar, spire"}, "names": {"sidecar", "spire"}},
		"empty": {"annotations": {"inject.istio.io/templates": ""}, "names": {""}},
	}
	proxy.templates == case.names with input as testlib.source({"annotations": case.annotations})
}

test_sidecar_template if {
	proxy.sidecar_template with input as testlib.injected({})
	custom := {"inject.istio.io/templates": "sidecar,spire"}
	not proxy.sidecar_template with input as testlib.injected({"annotations": custom})
	not proxy.sidecar_template with input as _with_env([{"name": "ISTIO_META_GENERATOR", "value": "grpc"}])
	not proxy.sidecar_template with input as testlib.injected({"proxy": {"args": ["proxy", "router"]}})
}

test_grpc_and_gateway if {
	proxy.grpc with input as _with_env([{"name": "ISTIO_META_GENERATOR", "value": "grpc"}])
	proxy.grpc with input as testlib.source({"annotations": {"inject.istio.io/templates": "grpc-simple"}})
	not proxy.grpc with input as testlib.injected({})
	proxy.gateway with input as testlib.source({"annotations": {"inject.istio.io/templates": "gateway"}})
	proxy.gateway with input as testlib.injected({"proxy": {"args": ["proxy", "router"]}})
	not proxy.gateway with input as testlib.injected({})
}

test_status if {
	object_ := testlib.injected({})
	proxy.status_names == {"istio-init", "istio-proxy"} with input as object_
	proxy.has_revision with input as object_
	proxy.status.level == "template" with input as object_
	not proxy.cronjob_split with input as object_
}

test_status_that_is_no_object[name] if {
	some name, text in {"cut off": "{", "list": "[]", "empty": ""}
	object_ := testlib.injected({"annotations": {"sidecar.istio.io/status": text}})
	proxy.status.value == text with input as object_
	not proxy.status_object with input as object_
	not proxy.has_revision with input as object_
	proxy.status_names == set() with input as object_
}

test_cronjob_split if {
	status := `{"containers":["istio-proxy"],"version":"x"}`
	object_ := testlib.injected_of("CronJob", {
		"status_level": "none",
		"job_metadata": {"annotations": {"sidecar.istio.io/status": status}},
	})
	proxy.cronjob_split with input as object_
	path := ["spec", "jobTemplate", "metadata", "annotations", "sidecar.istio.io/status"]
	proxy.status.path == path with input as object_
	not proxy.has_revision with input as object_
}

test_age if {
	proxy.modern with input as testlib.injected({})
	proxy.readiness_port == 15021 with input as testlib.injected({})
	old := testlib.injected({"proxy": {"readinessProbe": {"httpGet": {"port": 15020}}, "startupProbe": null}})
	not proxy.modern with input as old
	proxy.readiness_port == 15020 with input as old
	none := testlib.injected({"proxy": {"readinessProbe": null, "startupProbe": null}})
	not proxy.modern with input as none
	not proxy.readiness_port with input as none
}

test_camel[name] if {
	some name, case in {
		"snake": {"text": "hold_application_until_proxy_starts", "camel": "holdApplicationUntilProxyStarts"},
		"camel": {"text": "holdApplicationUntilProxyStarts", "camel": "holdApplicationUntilProxyStarts"},
		"one word": {"text": "concurrency", "camel": "concurrency"},
	}
	proxy.camel(case.text) == case.camel
}

_configured(annotation, env) := testlib.injected({
	"annotations": {"proxy.istio.io/config": annotation},
	"proxy": {"env": [{"name": "PROXY_CONFIG", "value": env}]},
})

test_config_annotation_over_environment if {
	object_ := _configured(
		"status_port: 1\nproxyMetadata: {A: x}",
		`{"statusPort":2,"concurrency":3,"proxyMetadata":{"B":1}}`,
	)
	proxy.config == {"statusPort": 1, "concurrency": 3, "proxyMetadata": {"A": "x", "B": 1}} with input as object_
	proxy.proxy_metadata == {"A": "x", "B": "1"} with input as object_
	proxy.config_field("statusPort") == {
		"value": 1,
		"path": ["spec", "template", "metadata", "annotations", "proxy.istio.io/config"],
	} with input as object_
	proxy.config_field("concurrency") == {
		"value": 3,
		"path": ["spec", "template", "spec", "containers", 1, "env", 0, "value"],
	} with input as object_
	not proxy.config_field("drainDuration") with input as object_
}

test_config_unreadable[name] if {
	some name, text in {"bad YAML": "a: [", "text": "hold", "list": "[1]", "empty": ""}
	object_ := _configured(text, "{")
	proxy.config_annotation.value == text with input as object_
	not proxy.config_annotation.parsed with input as object_
	proxy.config == {} with input as object_
}

test_interception_modes if {
	proxy.interception_modes == {"REDIRECT"} with input as testlib.injected({})
	object_ := testlib.injected({
		"annotations": {"sidecar.istio.io/interceptionMode": "NONE", "proxy.istio.io/config": "interceptionMode: TPROXY"},
	})
	proxy.interception_modes == {"NONE", "TPROXY", "REDIRECT"} with input as object_
	proxy.no_redirect with input as object_
	not proxy.no_redirect with input as testlib.injected({})
}

test_trace_logging if {
	proxy.trace_logging with input as _configured("proxyMetadata: {IPTABLES_TRACE_LOGGING: \"true\"}", "{}")
	proxy.trace_logging with input as _with_env([{"name": "IPTABLES_TRACE_LOGGING", "value": "true"}])
	not proxy.trace_logging with input as testlib.injected({})
}

test_image if {
	proxy.image({"container": {"image": "x"}}) == "x"
	proxy.image({"container": {}}) == ""
}

test_container_and_stub if {
	proxy.container.name == "istio-proxy" with input as testlib.injected({})
	proxy.stub.index == 1 with input as testlib.source({"containers": [{"name": "istio-proxy", "image": "auto"}]})
	not proxy.stub with input as testlib.injected({})
}

test_injected_by_either_init_container if {
	proxy.injected with input as testlib.injected({"proxy": {"image": "auto"}})
	proxy.injected with input as testlib.cni({"proxy": null})
	not proxy.injected with input as testlib.injected({"proxy": {"image": "auto"}, "init": null})
}

test_environment_config_without_annotation if {
	env := [{"name": "PROXY_CONFIG", "value": `{"concurrency":3}`}]
	proxy.config == {"concurrency": 3} with input as testlib.injected({"proxy": {"env": env}})
}

test_null_reference_is_none if {
	proxy.env == {"A": "1"} with input as _with_env([{"name": "A", "value": "1", "valueFrom": null}])
}
