# METADATA
# title: A list of ports that Istio refuses
# description: >-
#   The port annotations take comma lists of single ports from 0 to 65535. Ranges, names, a trailing comma or a
#   wildcard among ports make the validation fail (pkg/kube/inject/validate.go), and the pod is not created. The list
#   of outbound ports to include is not validated: a bad item goes into the arguments of istio-init, which then
#   fails.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/
#     description: Resource annotations
# custom:
#   severity: error
#   category: values
#   stage: source
#   silent: >-
#     Spaces around items and empty lists are accepted, as is the wildcard alone for inbound ports to include; the
#     pod is not injected, or has been already.
#   advice: >-
#     Write single port numbers, separated by commas.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.port_list_invalid

import data.meshlint.lib.annotations
import data.meshlint.lib.known
import data.meshlint.lib.values

_unchecked := "traffic.sidecar.istio.io/includeOutboundPorts"

report contains object.union({"path": entry.path, "message": msg}, _repair(entry)) if {
	some entry in annotations.given
	known.validator(entry.key) in {"portList", "includeInboundPorts"}
	reason := values.refusal(entry.key, entry.value)
	msg := sprintf("%s: %s, so Istio refuses the pod. Write single ports from 0 to 65535, separated by commas.", [
		entry.key,
		reason,
	])
}

# Nobody validates this one: it goes into -q as it is. The wildcard is left alone, the CNI plugin takes it.
report contains object.union({"path": entry.path, "message": msg}, _repair(entry)) if {
	some entry in annotations.of(_unchecked)
	entry.value != "*"
	reason := values.ports_refusal(entry.value)
	msg := sprintf("%s: %s. Nothing validates this list, and istio-init fails on it: write single ports.", [
		entry.key,
		reason,
	])
}

# The ports are right and only what stands between or behind them is not.
_repair(entry) := annotations.rewritten(entry, ports) if {
	ports := concat(",", [port | some port in regex.split(`[,;\s]+`, entry.value); port != ""])
	ports != ""
	not values.ports_refusal(ports)
} else := {}
