# METADATA
# title: A probe asks localhost
# description: >-
#   The kubelet sends probes from the node, so `host: localhost` asks the node and not the pod. Without the rewriting
#   of Istio the probe never reaches the application; with it the agent takes the host over, and what is probed
#   depends on how the application listens.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/#http-probes
#     description: The host of a probe
# custom:
#   severity: warning
#   category: traffic
#   stage: source
#   silent: >-
#     The pod is on the host network, where localhost is the node on purpose; the pod opts out of injection.
#   advice: >-
#     Drop `host`, so that the probe goes to the IP of the pod.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.traffic.probe_host_localhost

import data.meshlint.lib.injection
import data.meshlint.lib.metadata
import data.meshlint.lib.ports

report contains {"path": path, "message": msg, "fix": [{"op": "remove", "path": metadata.pointer(path)}]} if {
	injection.may_be_injected
	some probe in ports.app_probes
	probe.probe in {"readinessProbe", "livenessProbe", "startupProbe"}
	lower(probe.host) in {"localhost", "127.0.0.1", "::1"}
	path := array.concat(probe.action_path, ["host"])
	msg := sprintf(
		"The %s of %s asks %s, which is the node and not the pod, where the kubelet probes: drop the host.",
		[probe.probe, probe.record.name, probe.host],
	)
}
