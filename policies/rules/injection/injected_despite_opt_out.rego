# METADATA
# title: A pod that opts out carries a sidecar
# description: >-
#   The pod template says `sidecar.istio.io/inject: "false"` and has a sidecar all the same: it was injected before
#   the opt-out was written, or by `istioctl kube-inject`, which reads the jobTemplate of a CronJob and not its pod
#   template. The pod runs with the mesh although somebody decided otherwise.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/
#     description: Controlling the injection policy
# custom:
#   severity: error
#   category: injection
#   stage: injected
#   silent: >-
#     The proxy is a gateway, a waypoint or ztunnel, which opt out of injection and bring their own.
#   advice: >-
#     Start again from the source without the sidecar, or remove the opt-out.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.injection.injected_despite_opt_out

import data.meshlint.lib.injection
import data.meshlint.lib.proxy

report contains {"path": proxy.path, "message": msg, "related": [related]} if {
	injection.opted_out
	proxy.injected
	proxy.sidecar
	asked := injection.inject_value_at("template")
	related := {"path": asked.path, "message": sprintf("the %s that opts out", [asked.kind])}
	msg := sprintf(
		"The pod opts out of injection by %s and yet carries a sidecar: take it out, or remove the opt-out.",
		[asked.kind],
	)
}
