# METADATA
# title: A waypoint for something that does not exist
# description: >-
#   `istio.io/waypoint-for` says whose traffic a waypoint handles: service, workload, all or none. `istioctl` refuses
#   other words, a manifest stores them, and the waypoint then matches nothing, as with none.
# related_resources:
#   - ref: https://istio.io/latest/docs/ambient/usage/waypoint/#waypoint-traffic-types
#     description: Waypoint traffic types
# custom:
#   severity: error
#   category: dataplane
#   stage: source
#   silent: >-
#     The value is service, workload, all or none; the label is absent (then it is service).
#   advice: >-
#     Write service, workload, all or none.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.dataplane.waypoint_for_value

_key := "istio.io/waypoint-for"

report contains {"path": ["metadata", "labels", _key], "message": msg} if {
	input.kind in {"Gateway", "GatewayClass"}
	startswith(input.apiVersion, "gateway.networking.k8s.io/")
	value := input.metadata.labels[_key]
	is_string(value)
	not value in {"service", "workload", "all", "none"}
	msg := sprintf("%s: %q matches no traffic, as with none: write service, workload, all or none.", [_key, value])
}
