# METADATA
# title: Traffic is redirected to a proxy that is not there
# description: >-
#   istio-init redirects all traffic of the pod to ports of the proxy, and no container istio-proxy listens there:
#   every connection into and out of the pod is refused.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/
#     description: Sidecar injection
# custom:
#   severity: error
#   category: interception
#   stage: injected
#   silent: >-
#     istio-init sets no rules, or its arguments were replaced by the user.
#   advice: >-
#     Inject again from the source, or take istio-init out as well.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.interception.half_injected

import data.meshlint.lib.proxy
import data.meshlint.lib.redirect

report contains {"path": proxy.init.path, "message": msg} if {
	redirect.sets_rules
	count(proxy.candidates) == 0
	msg := concat(" ", [
		"istio-init redirects the traffic of this pod, but there is no istio-proxy to take it: every connection is refused.",
		"Inject again, or take istio-init out.",
	])
}
