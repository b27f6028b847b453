# METADATA
# title: A waypoint without its one listener on 15008 with HBONE
# description: >-
#   A waypoint receives traffic through the tunnel only: its Gateway has exactly one listener, port 15008, protocol
#   HBONE in upper case. Another listener gets the condition Accepted=false (UnsupportedProtocol, "expected a single
#   listener on 15008 HBONE"), and the waypoint is not programmed.
# related_resources:
#   - ref: https://istio.io/latest/docs/ambient/usage/waypoint/
#     description: Configure waypoint proxies
# custom:
#   severity: error
#   category: dataplane
#   stage: source
#   silent: >-
#     The class is not istio-waypoint. The severity is warning where the annotation
#     `ambient.istio.io/waypoint-inbound-binding` puts another proxy in front of the waypoint.
#   advice: >-
#     Keep one listener with port 15008 and protocol HBONE, as `istioctl waypoint generate` writes it.
#   examples: {bad: [bad.yaml, bad-two.yaml], good: [good.yaml]}
package meshlint.rules.dataplane.waypoint_listener

import data.meshlint.lib.workload

report contains object.union(
	{"path": ["spec", "listeners", i], "severity": _severity, "message": _message(listener)},
	_repair(i, listener),
) if {
	_is_waypoint
	some i, listener in input.spec.listeners
	not _right(listener)
}

# One is right: whatever stands beside it is refused.
report contains {"path": ["spec", "listeners", i], "severity": _severity, "message": msg} if {
	_is_waypoint
	some i, listener in input.spec.listeners
	_right(listener)
	some j in numbers.range(0, i - 1)
	j < i
	_right(input.spec.listeners[j])
	msg := "A waypoint has exactly one listener, and this is a second one: the waypoint is not programmed. Delete it."
}

report contains {"path": ["spec", "listeners"], "severity": _severity, "message": msg} if {
	_is_waypoint
	count(object.get(input.spec, "listeners", [])) == 0
	msg := "A waypoint needs one listener with port 15008 and protocol HBONE, and without it is not programmed: add it."
}

_is_waypoint if {
	input.kind == "Gateway"
	startswith(input.apiVersion, "gateway.networking.k8s.io/")
	input.spec.gatewayClassName == "istio-waypoint"
}

_right(listener) if {
	listener.port == 15008
	listener.protocol == "HBONE"
}

_severity := "warning" if {
	workload.object_annotations["ambient.istio.io/waypoint-inbound-binding"]
} else := "error"

_message(listener) := sprintf(
	"The listener of a waypoint is port 15008 with protocol HBONE, not %v with %v: it is refused and the waypoint %s",
	[
		object.get(listener, "port", "no port"),
		object.get(listener, "protocol", "no protocol"),
		"is not programmed. Set both, as istioctl waypoint generate does.",
	],
)

# With a single listener there is no doubt which one is meant.
_repair(i, listener) := {"fix": [operation |
	some field, value in {"port": 15008, "protocol": "HBONE"}
	listener[field] != value
	operation := {"op": "replace", "path": sprintf("/spec/listeners/%d/%s", [i, field]), "value": value}
]} if {
	count(input.spec.listeners) == 1
	_severity == "error"
	listener.port
	listener.protocol
} else := {}
