# METADATA
# title: Injection is asked for on the host network
# description: >-
#   A pod with `hostNetwork: true` is never injected, whatever its labels say: the redirect would change the rules of
#   the node (first condition of injectRequired in pkg/kube/inject/inject.go). The sidecar that is asked for does not
#   come.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/common-problems/injection/
#     description: Sidecar injection problems
# custom:
#   severity: warning
#   category: injection
#   stage: source
#   silent: >-
#     The pod does not ask for injection by label or annotation of its own; the manifest has been injected already.
#   advice: >-
#     Drop `hostNetwork`, or the label that asks for injection.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.injection.host_network_injection

import data.meshlint.lib.injection
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

report contains {"path": path, "message": msg, "related": [related]} if {
	workload.host_network
	proxy.source
	asked := injection.inject_value_at("template")
	asked.value == "true"
	path := array.concat(workload.spec_path, ["hostNetwork"])
	related := {"path": asked.path, "message": sprintf("the %s that asks for injection", [asked.kind])}
	msg := sprintf(
		"A pod on the host network is never injected, although its %s asks for it: drop hostNetwork or the %s.",
		[asked.kind, asked.kind],
	)
}
