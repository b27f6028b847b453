# METADATA
# title: The configuration of the proxy cannot be read
# description: >-
#   proxy.istio.io/config is YAML inside of a string, read into ProxyConfig. Bad YAML or a value of the wrong type (a
#   boolean in quotes, a duration without its unit, a number in proxyMetadata) fails the validation, and the pod is
#   not created (pkg/kube/inject/validate.go).
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
#     description: ProxyConfig
# custom:
#   severity: error
#   category: values
#   stage: source
#   silent: >-
#     The value can be read, in either spelling of the fields; the pod is not injected, or has been already.
#   advice: >-
#     Write booleans without quotes, durations as 45s, and texts in quotes.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.proxy_config_invalid

import data.meshlint.lib.annotations
import data.meshlint.lib.known
import data.meshlint.lib.values

_key := "proxy.istio.io/config"

report contains {"path": entry.path, "message": msg} if {
	some entry in annotations.of(_key)
	not yaml.is_valid(entry.value)
	msg := sprintf("%s is no YAML, so Istio refuses the pod: correct it.", [_key])
}

report contains {"path": entry.path, "message": msg} if {
	some entry in annotations.of(_key)
	yaml.is_valid(entry.value)
	config := yaml.unmarshal(entry.value)
	not type_name(config) in {"object", "null"}
	msg := sprintf("%s is no mapping of fields, so Istio refuses the pod: write fields of ProxyConfig.", [_key])
}

report contains {"path": entry.path, "message": msg} if {
	some entry in annotations.of(_key)
	yaml.is_valid(entry.value)
	config := yaml.unmarshal(entry.value)
	is_object(config)
	wrong := [text |
		some field, value in config
		value != null
		text := _wrong(field, known.proxy_config_field(field), value)
	]
	count(wrong) > 0
	msg := sprintf("%s: %s, so Istio refuses the pod.", [_key, concat("; ", wrong)])
}

_wrong(field, kind, value) := text if {
	kind.type == "bool"
	not kind.repeated
	not is_boolean(value)
	text := sprintf("%s takes true or false, not the %s %s", [field, type_name(value), _shown(value)])
}

_wrong(field, kind, value) := sprintf("%s takes a duration such as 45s, not %s", [field, _shown(value)]) if {
	kind.type == "duration"
	not values.duration(value)
}

_wrong(field, kind, value) := sprintf("%s takes a text, not the %s %s", [field, type_name(value), _shown(value)]) if {
	kind.type == "string"
	not kind.repeated
	not is_string(value)
}

_wrong(field, kind, value) := sprintf("%s takes a whole number, not %s", [field, _shown(value)]) if {
	kind.type in {"int32", "uint32"}
	not kind.repeated
	not _whole(value)
}

_wrong(field, kind, value) := text if {
	kind.type in {"map", "message"}
	not kind.repeated
	not is_object(value)
	text := sprintf("%s takes a mapping, not the %s %s", [field, type_name(value), _shown(value)])
}

_wrong(field, kind, value) := text if {
	kind.type == "map"
	kind.value == "string"
	some name, item in value
	not is_string(item)
	text := sprintf("%s takes texts, and %s is the %s %s", [field, name, type_name(item), _shown(item)])
}

_whole(value) if {
	is_number(value)
	floor(value) == value
}

# protobuf's reader takes numbers in quotes, too.
_whole(value) if {
	is_string(value)
	regex.match(`^-?[0-9]+$`, value)
}

_shown(value) := json.marshal(value)
