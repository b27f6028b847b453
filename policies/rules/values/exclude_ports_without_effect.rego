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
import data.meshlint.lib.values

_include := "traffic.sidecar.istio.io/includeInboundPorts"

report contains {"path": exclude.path, "message": msg, "related": [related]} if {
	some exclude in annotations.of("traffic.sidecar.istio.io/excludeInboundPorts")
	count(values.items(exclude.value)) > 0
	some include in annotations.of(_include)
	include.level == exclude.level
	include.value != "*"
	not values.refusal(_include, include.value)
	related := {"path": include.path, "message": _captured(include.value)}
	msg := sprintf("Excluding the inbound ports %s does nothing, because %s (includeInboundPorts): %s", [
		exclude.value,
		_captured(include.value),
		"delete the exclusion, or change the list of included ports.",
	])
}

_captured(ports) := sprintf("only the ports %s are captured", [ports]) if {
	count(values.items(ports)) > 0
} else := "no inbound port is captured"
