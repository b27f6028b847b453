# METADATA
# title: The proxy is killed before it has drained
# description: >-
#   After SIGTERM the agent lets connections drain for `terminationDrainDuration` before it stops Envoy, and the
#   kubelet kills whatever still runs when `terminationGracePeriodSeconds` (30 by default) is over. Where the first is
#   not shorter than the second, long requests are cut off in the middle.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
#     description: terminationDrainDuration
# custom:
#   severity: warning
#   category: lifecycle
#   stage: both
#   silent: >-
#     The sidecar is native (it drains in its preStop hook); EXIT_ON_ZERO_ACTIVE_CONNECTIONS is true, which replaces
#     the wait; the pod is not injected, or is a gateway.
#   advice: >-
#     Raise `terminationGracePeriodSeconds` above the drain duration, or shorten that.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.lifecycle.drain_exceeds_grace

import data.meshlint.lib.injection
import data.meshlint.lib.proxy
import data.meshlint.lib.values
import data.meshlint.lib.workload

report contains {"path": drain.path, "message": msg, "related": related} if {
	workload.template_path
	_plain_sidecar
	drain := proxy.config_field("terminationDrainDuration")
	nanoseconds := values.duration(drain.value)
	nanoseconds >= _grace * 1000000000
	not proxy.proxy_metadata.EXIT_ON_ZERO_ACTIVE_CONNECTIONS == "true"
	msg := sprintf(
		"The proxy drains for %s, but the pod is killed %d seconds after it is told to stop: raise %s above the drain.",
		[drain.value, _grace, "terminationGracePeriodSeconds"],
	)
	related := [{"path": path, "message": "the grace period"} |
		path := array.concat(workload.spec_path, ["terminationGracePeriodSeconds"])
		workload.spec.terminationGracePeriodSeconds
	]
}

_grace := object.get(workload.spec, "terminationGracePeriodSeconds", 30)

_plain_sidecar if {
	proxy.injected
	proxy.sidecar
	proxy.plain
}

_plain_sidecar if {
	injection.may_be_injected
	not injection.native_requested
	not proxy.gateway
}
