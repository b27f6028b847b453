package meshlint.lib.known_test

import data.meshlint.lib.known

test_proxy_config_field[name] if {
	some name, case in {
		"name": {"path": "drainDuration", "type": "duration"},
		"proto name": {"path": "drain_duration", "type": "duration"},
		"one part": {"path": ["concurrency"], "type": "int32"},
		"nested": {"path": ["tracing", "zipkin", "address"], "type": "string"},
		"proto names": {"path": ["gateway_topology", "num_trusted_proxies"], "type": "uint32"},
		"map": {"path": ["proxyMetadata"], "type": "map"},
		"value of a map": {"path": ["proxyMetadata", "ANY_NAME"], "type": "string"},
		"message in a map": {"path": ["tracing", "customTags", "zone"], "type": "message"},
		"below a map": {"path": ["tracing", "customTags", "zone", "literal"], "type": "message"},
		"deepest": {"path": ["tracing", "customTags", "zone", "header", "name"], "type": "string"},
		"item of a list": {"path": ["extraStatTags", 0], "type": "string"},
		"below an item": {"path": ["readinessProbe", "httpGet", "httpHeaders", 0, "name"], "type": "string"},
	}
	known.proxy_config_field(case.path).type == case.type
}

test_proxy_config_field_name[name] if {
	some name, path in {"proto": "status_port", "json": "statusPort", "path": ["status_port"]}
	known.proxy_config_field(path).name == "statusPort"
}

test_no_proxy_config_field[name] if {
	some name, path in {
		"unknown": "defaultConfig",
		"half a spelling": "drain_Duration",
		"below unknown": ["defaultConfig", "concurrency"],
		"below a scalar": ["concurrency", "value"],
		"nested unknown": ["tracing", "jaeger"],
		"below a map's scalar": ["proxyMetadata", "A", "B"],
		"too deep": ["tracing", "customTags", "zone", "header", "name", "x"],
		"empty": [],
		"number": 1,
	}
	not known.proxy_config_field(path)
}

test_proxy_config_known[text] if {
	some text in ["holdApplicationUntilProxyStarts", "hold_application_until_proxy_starts"]
	known.proxy_config_known(text)
}

test_proxy_config_not_known if not known.proxy_config_known("defaultConfig")

test_proxy_config_fields if {
	{"statusPort", "status_port", "tracing"} - known.proxy_config_fields == set()
	not "zipkin" in known.proxy_config_fields
}

test_proxy_config_nearest if {
	known.proxy_config_nearest("holdApplicationUntilProxyStart") == "holdApplicationUntilProxyStarts"
	not known.proxy_config_nearest("defaultConfig")
	not known.proxy_config_nearest("status_port")
}

test_proxy_config_message if {
	message := known.proxy_config_message("istio.mesh.v1alpha1.Tracing.Zipkin")
	object.keys(message.fields) == {"address"}
}
