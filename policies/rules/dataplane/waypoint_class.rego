# METADATA
# title: A waypoint under a class that makes none
# description: >-
#   What a Gateway becomes is decided by its class alone. With the class of ingress gateways the controller makes an
#   ingress gateway: the label `istio.io/waypoint-for` is ignored, a HBONE listener is refused, and traffic of the
#   namespace finds no waypoint (pilot/pkg/config/kube/gateway of istio/istio).
# related_resources:
#   - ref: https://istio.io/latest/docs/ambient/usage/waypoint/
#     description: Configure waypoint proxies
# custom:
#   severity: error
#   category: dataplane
#   stage: source
#   silent: >-
#     The class is not one of Istio's own, or it takes HBONE (waypoints, east-west and remote gateways).
#   advice: >-
#     Set `spec.gatewayClassName` to istio-waypoint.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.dataplane.waypoint_class

import data.meshlint.lib.known
import data.meshlint.lib.workload

report contains {"path": ["spec", "gatewayClassName"], "message": msg, "related": [why], "fix": [fix]} if {
	input.kind == "Gateway"
	startswith(input.apiVersion, "gateway.networking.k8s.io/")
	class := input.spec.gatewayClassName
	kind := known.gateway_class[class]
	not kind.waypoint
	not kind.hbone
	why := _waypoint_sign
	fix := {"op": "replace", "path": "/spec/gatewayClassName", "value": "istio-waypoint"}
	msg := sprintf("The class %s is for %s, but %s: no waypoint appears. Use the class istio-waypoint.", [
		class,
		kind.use,
		why.message,
	])
}

_waypoint_sign := {
	"path": ["metadata", "labels", "istio.io/waypoint-for"],
	"message": "the label istio.io/waypoint-for asks for a waypoint",
} if {
	workload.object_labels["istio.io/waypoint-for"]
} else := _hbone_listeners[0]

_hbone_listeners := [sign |
	some i, listener in input.spec.listeners
	listener.protocol == "HBONE"
	sign := {"path": ["spec", "listeners", i, "protocol"], "message": "a listener has the protocol HBONE of waypoints"}
]
