package meshlint.lib.proxy

import data.meshlint.lib.workload

# METADATA
# title: The annotation proxy.istio.io/config
# description: >-
#   Returns {value, path, level, parsed}; `parsed` has camelCase keys, since Istio reads the YAML by protojson, which
#   takes both camelCase and snake_case, and is absent when the text is no YAML map. Undefined without the annotation.
config_annotation := object.union(_config_place, {"parsed": _camel_keys(yaml.unmarshal(_config_place.value))}) if {
	_config_readable
}

config_annotation := _config_place if not _config_readable

_config_place := workload.annotation("proxy.istio.io/config")

_config_readable if {
	yaml.is_valid(_config_place.value)
	is_object(yaml.unmarshal(_config_place.value))
}

# METADATA
# title: ProxyConfig that the injector wrote into the proxy
# description: The environment variable PROXY_CONFIG as object with camelCase keys; {} when it is absent or unreadable.
default proxy_config := {}

proxy_config := _camel_keys(json.unmarshal(env.PROXY_CONFIG)) if {
	json.is_valid(env.PROXY_CONFIG)
	is_object(json.unmarshal(env.PROXY_CONFIG))
}

# METADATA
# title: ProxyConfig as far as the manifest tells it
# description: >-
#   PROXY_CONFIG overlaid by the annotation, as the agent does at its start; proxyMetadata is merged key by key.
config := object.union(proxy_config, config_annotation.parsed)

config := proxy_config if not config_annotation.parsed

# METADATA
# title: A field of the ProxyConfig
# description: >-
#   Returns {value, path}; the path is that of the annotation, or of PROXY_CONFIG's value when only that has the field.
config_field(name) := {"value": config_annotation.parsed[name], "path": config_annotation.path}

config_field(name) := {"value": proxy_config[name], "path": array.concat(env_path("PROXY_CONFIG"), ["value"])} if {
	not _annotated(name)
}

_annotated(name) if name in object.keys(config_annotation.parsed)

# METADATA
# title: proxyMetadata of the ProxyConfig
# description: Map of name to text.
proxy_metadata := workload.texts(object.get(config, "proxyMetadata", {}))

# METADATA
# title: snake_case as camelCase
# description: Names already in camelCase stay as they are.
camel(name) := concat("", array.concat([words[0]], capitals)) if {
	words := split(name, "_")
	capitals := [_capital(word) | some word in array.slice(words, 1, count(words))]
}

_capital(word) := concat("", [upper(substring(word, 0, 1)), substring(word, 1, -1)])

_camel_keys(fields) := object.union_n([{camel(name): value} | some name, value in fields])

# METADATA
# title: Interception modes that the manifest names
# description: >-
#   Set out of the annotation sidecar.istio.io/interceptionMode, the proxy's ISTIO_META_INTERCEPTION_MODE and the
#   ProxyConfig. What istio-init was told is `redirect.mode`.
interception_modes contains workload.annotation("sidecar.istio.io/interceptionMode").value

interception_modes contains env.ISTIO_META_INTERCEPTION_MODE

interception_modes contains mode if {
	mode := config.interceptionMode
	is_string(mode)
}

# METADATA
# title: The pod takes part without a redirect
# description: Mode NONE brings neither istio-init nor istio-validation.
no_redirect if "NONE" in interception_modes

# METADATA
# title: The redirect is traced
# description: With IPTABLES_TRACE_LOGGING=true the injector makes the proxy privileged root.
trace_logging if proxy_metadata.IPTABLES_TRACE_LOGGING == "true"

trace_logging if env.IPTABLES_TRACE_LOGGING == "true"
