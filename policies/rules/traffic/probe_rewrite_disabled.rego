# METADATA
# title: Probes are not rewritten although they need it
# description: >-
#   The kubelet has no certificate of the mesh. Without rewriting its probes meet Envoy on the application's port, and
#   where mTLS is strict they are refused: the pod never becomes ready or is restarted again and again.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/configuration/mesh/app-health-check/
#     description: Health checking of Istio services
# custom:
#   severity: warning
#   category: traffic
#   stage: source
#   silent: >-
#     All ports that are probed are excluded from capture (or not included); the probes run commands; the pod is not
#     injected.
#   advice: >-
#     Remove the annotation, or exclude the probed ports with `traffic.sidecar.istio.io/excludeInboundPorts`.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.traffic.probe_rewrite_disabled

import data.meshlint.lib.injection
import data.meshlint.lib.ports
import data.meshlint.lib.proxy
import data.meshlint.lib.values
import data.meshlint.lib.workload

_key := "sidecar.istio.io/rewriteAppHTTPProbers"

report contains {"path": path, "message": msg, "related": related} if {
	values.bool(workload.annotations[_key]) == false
	injection.may_be_injected
	proxy.sidecar_template
	not proxy.no_redirect
	count(_captured) > 0
	path := array.concat(workload.annotations_path, [_key])
	names := concat(", ", sort({sprintf("%s of %s", [probe.probe, probe.record.name]) | some probe in _captured}))
	related := [{"path": probe.path, "message": "a probe that meets Envoy"} | some probe in _captured]
	msg := sprintf("Probes are not rewritten: without a certificate the kubelet fails strict mTLS with the %s; %s", [
		names,
		"remove the annotation, or exclude the probed ports from capture.",
	])
}

_captured := [probe |
	some probe in ports.app_probes
	probe.probe in {"readinessProbe", "livenessProbe", "startupProbe"}
	probe.kind != "exec"
	is_number(probe.port)
	not _left_alone(sprintf("%d", [probe.port]))
]

_left_alone(port) if port in values.items(workload.annotations["traffic.sidecar.istio.io/excludeInboundPorts"])

_left_alone(port) if {
	included := workload.annotations["traffic.sidecar.istio.io/includeInboundPorts"]
	included != "*"
	not port in values.items(included)
}
