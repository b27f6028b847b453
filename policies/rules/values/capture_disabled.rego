# METADATA
# title: All addresses are excluded from capture
# description: >-
#   A range of length zero excludes every address: outbound traffic leaves the pod without the proxy, so mTLS,
#   routing, telemetry and the policy for outbound traffic are gone, while the pod still looks as if it were in the
#   mesh.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/
#     description: Resource annotations
# custom:
#   severity: warning
#   category: values
#   stage: source
#   silent: >-
#     The range is narrower; the interception mode is NONE; the pod is not injected, or has been already.
#   advice: >-
#     Exclude only the ranges that must bypass the mesh, or take the pod out of it.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.capture_disabled

import data.meshlint.lib.annotations
import data.meshlint.lib.proxy
import data.meshlint.lib.values

report contains {"path": entry.path, "message": msg} if {
	some entry in annotations.of("traffic.sidecar.istio.io/excludeOutboundIPRanges")
	not proxy.no_redirect
	ranges := [range | some range in values.split(entry.value); values.everything(range)]
	msg := sprintf("%s covers every %s address, so none of that traffic goes through the mesh on its way out: %s", [
		ranges[0],
		_family(ranges[0]),
		"exclude only what must bypass it.",
	])
}

_family(range) := "IPv6" if {
	contains(range, ":")
} else := "IPv4"
