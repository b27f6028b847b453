# METADATA
# title: Ports are excluded from a capture that names its ports
# description: >-
#   With a list in includeInboundPorts only those ports are captured, and the list of exclusions is not looked at
#   (istio-iptables reads -d only when -b is the wildcard). Whoever wrote the exclusion expects it to count.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/
#     description: Resource annotations
# custom:
#   severity: warning
#   category: values
#   stage: source
#   silent: >-
#     All ports are included; the pod is not injected, or has been already.
#   advice: >-
#     Take the port out of includeInboundPorts, or delete one of the two annotations.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.exclude_ports_without_effect

import data.meshlint.lib.annotations

report contains {"path": exclude.path, "message": msg, "related": [related]} if {
	some exclude in annotations.of("traffic.sidecar.istio.io/excludeInboundPorts")
	exclude.value != ""
	some include in annotations.of("traffic.sidecar.istio.io/includeInboundPorts")
	include.level == exclude.level
	include.value != "*"
	related := {"path": include.path, "message": "only these ports are captured"}
	msg := sprintf("Only the ports %q are captured (includeInboundPorts), so the exclusion of %s does nothing: %s", [
		include.value,
		exclude.value,
		"delete it, or change the list of included ports.",
	])
}
