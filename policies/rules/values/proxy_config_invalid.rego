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
import data.meshlint.lib.proxy
import data.meshlint.lib.values

_key := "proxy.istio.io/config"

report contains object.union({"path": entry.path, "message": msg}, _repair(entry)) if {
	some entry in annotations.of(_key)
	faults := _faults(entry.value)
	count(faults) > 0
	msg := sprintf("%s: %s, so Istio refuses the pod.", [_key, concat("; ", sort(faults))])
}

_faults(text) := {"it is no YAML"} if {
	not yaml.is_valid(text)
} else := {"it is no mapping of fields of ProxyConfig"} if {
	not type_name(yaml.unmarshal(text)) in {"object", "null"}
} else := {sprintf("%s %s", [concat(".", names), fault]) |
	walk(yaml.unmarshal(text), [path, value])
	value != null
	not _ambiguous(value, text)
	names := [name | some name in path; is_string(name)]
	field := known.proxy_config_field(path)
	fault := _fault(_expected(field, path), field, names, value)
}

# Istio reads YAML 1.1, in which yes and off without quotes are booleans.
_ambiguous(value, text) if {
	is_string(value)
	lower(value) in {"y", "yes", "on", "n", "no", "off"}
	regex.match(sprintf(`[-:,\[]\s*%s\s*([,}\]#\n]|$)`, [value]), text)
}

_expected(field, path) := "list" if {
	field.repeated
	is_string(path[count(path) - 1])
} else := field.type

_fault("list", _, _, value) := sprintf("takes a list, not %s", [json.marshal(value)]) if not is_array(value)

_fault("bool", _, _, value) := sprintf("takes true or false, not %s", [json.marshal(value)]) if not is_boolean(value)

_fault(type, _, _, value) := sprintf("takes a mapping, not %s", [json.marshal(value)]) if {
	type in {"map", "message"}
	not is_object(value)
}

_fault("string", _, names, value) := sprintf("takes a text, not %s", [json.marshal(value)]) if {
	not is_string(value)
} else := "must not be empty" if {
	value == ""
	_name(names) in {"configPath", "binaryPath", "serviceCluster", "discoveryAddress"}
} else := sprintf("takes an address with its port, not %s", [value]) if {
	value != ""
	_address(names)
	not regex.match(`:[0-9]+$`, value)
}

_fault("enum", field, _, value) := sprintf("takes %s, not %s", [concat(" or ", field.values), json.marshal(value)]) if {
	not is_number(value)
	not value in field.values
}

_fault("duration", _, names, value) := sprintf("takes a duration such as 45s, not %s", [json.marshal(value)]) if {
	not _duration(value)
} else := sprintf("takes whole seconds, at least one, not %s", [value]) if {
	_name(names) == "drainDuration"
	not _whole_seconds(value)
}

_fault("double", _, _, value) := sprintf("takes a number, not %s", [json.marshal(value)]) if not _number(value)

_fault(type, _, names, value) := text if {
	[low, high] := _limits(type, names)
	not _between(low, high, value)
	text := sprintf("takes a whole number from %d to %d, not %s", [low, high, json.marshal(value)])
}

_limits("int32", names) := [1, 65535] if {
	_name(names) in {"statusPort", "proxyAdminPort"}
} else := [-2147483648, 2147483647]

_limits("uint32", _) := [0, 4294967295]

_limits("int64", _) := [-9223372036854775808, 9223372036854775807]

_between(low, high, value) if {
	number := _number(value)
	number >= low
	number <= high
	floor(number) == number
}

# protobuf's reader takes numbers in quotes, too.
_number(value) := value if is_number(value)

_number(value) := to_number(trim_space(value)) if {
	is_string(value)
	regex.match(`^\s*-?(0|[1-9][0-9]*)(\.[0-9]+)?\s*$`, value)
}

_duration(value) if regex.match(`^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`, value)

_whole_seconds(value) if {
	nanoseconds := values.go_duration(trim_prefix(value, "+"))
	nanoseconds > 0
	nanoseconds % 1000000000 == 0
}

# The name of a field at the top.
_name(names) := proxy.camel(names[0]) if count(names) == 1

_address(names) if _name(names) in {"discoveryAddress", "statsdUdpAddress", "envoyMetricsServiceAddress"}

_address(names) if {
	names[count(names) - 1] == "address"
	proxy.camel(names[count(names) - 2]) in {
		"datadog",
		"envoyAccessLogService",
		"envoyMetricsService",
		"lightstep",
		"zipkin",
	}
}

# Booleans in quotes, and durations without their unit.
_repair(entry) := annotations.rewritten(entry, text) if {
	text := regex.replace(regex.replace(entry.value, _quoted, "$1$2"), _unitless, `$1"${2}s"$3`)
	text != entry.value
	count(_faults(text)) == 0
} else := {}

_quoted := `((?:holdApplicationUntilProxyStarts|hold_application_until_proxy_starts)["']?\s*:\s*)["'](true|false)["']`

_unitless := concat("", [
	`((?:drainDuration|drain_duration|terminationDrainDuration|termination_drain_duration)["']?\s*:\s*)`,
	`([0-9]+)(\s*(?:[,}#\n]|$))`,
])
