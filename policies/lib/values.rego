# METADATA
# title: What Istio accepts as a value
# description: >-
#   The validators of pkg/kube/inject/validate.go, which refuse the injection of a pod, and the parsers behind them. A
#   function `…_refusal` returns the reason of a refusal and is undefined where Istio accepts the value.
package meshlint.lib.values

import data.meshlint.lib.quantity

_bools := {
	"1": true, "t": true, "T": true, "TRUE": true, "true": true, "True": true,
	"0": false, "f": false, "F": false, "FALSE": false, "false": false, "False": false,
}

# METADATA
# title: A boolean as Go's strconv.ParseBool reads it
# description: true or false; undefined for any other text.
bool(text) := _bools[text]

# METADATA
# title: An unsigned number of 32 bits
# description: Number as strconv.ParseUint reads it, without sign or spaces; undefined otherwise.
uint32(text) := _uint(text, 4294967295)

# METADATA
# title: A port as Istio reads it
# description: Number from 0 to 65535, spaces around it allowed; undefined otherwise.
port(text) := _uint(trim_space(text), 65535)

_uint(text, limit) := number if {
	regex.match(`^[0-9]{1,20}$`, text)
	number := to_number(_canonical(text))
	number <= limit
}

_uint(text, limit) := _uint_long(text, limit) if regex.match(`^[0-9]{21,}$`, text)

_uint_long(text, limit) := number if {
	digits := trim_left(text, "0")
	count(digits) <= 20
	number := to_number(_canonical(digits))
	number <= limit
}

_canonical(digits) := "0" if trim_left(digits, "0") == ""

_canonical(digits) := trim_left(digits, "0") if trim_left(digits, "0") != ""

# METADATA
# title: Items of a comma list as istio-iptables splits it
# description: Array of text; empty items are dropped, spaces kept.
split(text) := [item | some item in _commas(text); item != ""]

# METADATA
# title: Items of a comma list, trimmed
# description: Set of text without empty ones, for comparing.
items(text) := {trimmed | some item in _commas(text); trimmed := trim_space(item); trimmed != ""}

_commas(text) := regex.split(`,`, text)

# METADATA
# title: The text is an IP range
# description: >-
#   As Go's netip.ParsePrefix: an address and a length without leading zero; host bits may be set, zones may not.
cidr(text) if {
	regex.match(`^[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+/(0|[1-9]|[12][0-9]|3[0-2])$`, text)
	every part in regex.split(`[./]`, text) {
		regex.match(`^(0|[1-9][0-9]{0,2})$`, part)
		to_number(part) < 256
	}
}

cidr(text) if {
	contains(text, ":")
	regex.match(`^[0-9A-Fa-f:.]+/(0|[1-9][0-9]?|1[01][0-9]|12[0-8])$`, text)
	net.cidr_is_valid(text)
}

# METADATA
# title: The range covers every address
everything(text) if {
	cidr(text)
	endswith(text, "/0")
}

# METADATA
# title: Validators of annotations
# description: >-
#   Map of annotation to the name of its validator, as in AnnotationValidation of pkg/kube/inject/validate.go; the
#   configuration of the proxy (proxy.istio.io/config) is left to its own rules.
validator := {
	"sidecar.istio.io/interceptionMode": "interception",
	"status.sidecar.istio.io/port": "status-port",
	"readiness.status.sidecar.istio.io/initialDelaySeconds": "uint32",
	"readiness.status.sidecar.istio.io/periodSeconds": "uint32",
	"readiness.status.sidecar.istio.io/failureThreshold": "uint32",
	"traffic.sidecar.istio.io/includeOutboundIPRanges": "include-ranges",
	"traffic.sidecar.istio.io/excludeOutboundIPRanges": "exclude-ranges",
	"traffic.sidecar.istio.io/includeInboundPorts": "include-ports",
	"traffic.sidecar.istio.io/excludeInboundPorts": "ports",
	"traffic.sidecar.istio.io/excludeOutboundPorts": "ports",
	"traffic.sidecar.istio.io/excludeInterfaces": "interfaces",
	"traffic.sidecar.istio.io/kubevirtInterfaces": "interfaces",
	"istio.io/reroute-virtual-interfaces": "interfaces",
	"prometheus.istio.io/merge-metrics": "bool",
	"sidecar.istio.io/proxyCPU": "quantity",
	"sidecar.istio.io/proxyMemory": "quantity",
	"sidecar.istio.io/proxyCPULimit": "quantity",
	"sidecar.istio.io/proxyMemoryLimit": "quantity",
}

# METADATA
# title: The annotation has a validator
has_validator(key) if validator[key]

# METADATA
# title: Why Istio refuses the value of an annotation
# description: Reason; undefined when it accepts the value or does not look at it.
refusal(key, text) := _refusal(validator[key], text)

_refusal("interception", text) := interception_refusal(text)

_refusal("status-port", text) := status_port_refusal(text)

_refusal("uint32", text) := uint32_refusal(text)

_refusal("include-ranges", text) := include_ranges_refusal(text)

_refusal("exclude-ranges", text) := exclude_ranges_refusal(text)

_refusal("include-ports", text) := include_ports_refusal(text)

_refusal("ports", text) := ports_refusal(text)

_refusal("interfaces", text) := interfaces_refusal(text)

_refusal("bool", text) := bool_refusal(text)

_refusal("quantity", text) := quantity_refusal(text)

# METADATA
# title: Refusal of an interception mode
# description: REDIRECT, TPROXY and NONE are accepted, in this case only.
interception_refusal(text) := sprintf("%s is none of REDIRECT, TPROXY, NONE", [_shown(text)]) if {
	not text in {"REDIRECT", "TPROXY", "NONE"}
}

# METADATA
# title: Refusal of a status port
# description: One number from 0 to 65535.
status_port_refusal(text) := _port_reason(text)

_port_reason(text) := sprintf("%s is not a port number from 0 to 65535", [_shown(text)]) if not port(text)

# METADATA
# title: Refusal of a number of 32 bits
uint32_refusal(text) := sprintf("%s is not a whole number from 0 to 4294967295", [_shown(text)]) if not uint32(text)

# METADATA
# title: Refusal of a list of ports
# description: Empty or a comma list; spaces around items are allowed, empty items are not.
ports_refusal(text) := _port_reason(bad[0]) if {
	trim_space(text) != ""
	bad := [item | some item in _commas(trim_space(text)); not port(item)]
	count(bad) > 0
}

# METADATA
# title: Refusal of a list of inbound ports to include
# description: As a list of ports, or exactly "*".
include_ports_refusal(text) := ports_refusal(text) if text != "*"

# METADATA
# title: Refusal of IP ranges to exclude
# description: Empty or a comma list of ranges without spaces; "*" is refused.
exclude_ranges_refusal(text) := sprintf("%s is not an IP range such as 10.0.0.0/8", [_shown(bad[0])]) if {
	text != ""
	bad := [item | some item in _commas(text); not cidr(item)]
	count(bad) > 0
}

# METADATA
# title: Refusal of IP ranges to include
# description: As ranges to exclude, or exactly "*".
include_ranges_refusal(text) := exclude_ranges_refusal(text) if text != "*"

# METADATA
# title: Refusal of interface names
# description: Empty or a comma list of Linux interface names, spaces around items allowed.
interfaces_refusal(text) := sprintf("%s is not an interface name", [_shown(bad[0])]) if {
	text != ""
	bad := [trimmed |
		some item in _commas(text)
		trimmed := trim_space(item)
		not regex.match(`^[a-zA-Z][a-zA-Z0-9_.\-]{0,14}$`, trimmed)
	]
	count(bad) > 0
}

# METADATA
# title: Refusal of a boolean
# description: What Go's strconv.ParseBool does not know, such as yes and no.
bool_refusal(text) := sprintf("%s is neither true nor false", [_shown(text)]) if not _is_bool(text)

_is_bool(text) if bool(text) in {true, false}

# METADATA
# title: Refusal of a quantity
quantity_refusal(text) := sprintf("%s is not a Kubernetes quantity", [_shown(text)]) if not quantity.valid(text)

_shown(text) := json.marshal(text)

# METADATA
# title: A duration of a protobuf message
# description: >-
#   Nanoseconds of "45s" or "1.5s", the only form that protojson, and so proxy.istio.io/config, accepts; undefined
#   otherwise.
duration(text) := _signed(found[1], (_digits(found[2]) * 1000000000) + _digits(_nine(found[3]))) if {
	found := regex.find_all_string_submatch_n(`^(-?)([0-9]{1,12})(?:\.([0-9]{0,9}))?s$`, text, 1)[0]
}

_signed("-", number) := 0 - number

_signed(sign, number) := number if sign != "-"

_digits(text) := to_number(_canonical(text))

_nine(fraction) := substring(concat("", [fraction, "000000000"]), 0, 9)

_units := {
	"ns": 1,
	"us": 1000,
	"µs": 1000,
	"ms": 1000000,
	"s": 1000000000,
	"m": 60000000000,
	"h": 3600000000000,
}

# METADATA
# title: A duration as Go reads it
# description: Nanoseconds of texts such as "1m30s" or "100ms", without sign; undefined otherwise.
go_duration(text) := sum([nanoseconds |
	some found in regex.find_all_string_submatch_n(`([0-9]+)(?:\.([0-9]*))?(ns|us|µs|ms|s|m|h)`, text, -1)
	unit := _units[found[3]]
	nanoseconds := (_digits(found[1]) * unit) + ((_digits(_nine(found[2])) * unit) / 1000000000)
]) if {
	regex.match(`^([0-9]{1,12}(\.[0-9]*)?(ns|us|µs|ms|s|m|h)){1,7}$`, text)
}
