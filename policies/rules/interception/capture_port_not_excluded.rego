# METADATA
# title: A port of the proxy is captured by the redirect
# description: >-
#   The kubelet and Prometheus speak plain text to ports of the proxy itself: its probes, the merged metrics, Envoy's
#   own metrics. Such a port has to be excluded from inbound capture (-d), or not included (-b), else the request is
#   taken for mesh traffic: health checks are routed or refused, and under strict mTLS the pod never becomes ready or
#   loses its metrics (the injection template writes 15090, 15021 and the status port into -d).
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/deployment/application-requirements/#ports-used-by-istio
#     description: Ports used by Istio
# custom:
#   severity: error
#   category: interception
#   stage: injected
#   silent: >-
#     Inbound capture is limited to ports that do not include it; metrics are not merged or not scraped; Envoy's
#     metrics port up to Istio 1.5; the arguments were replaced by the user. With the CNI plugin, which excludes the
#     ports of the proxy by itself, the severity is warning.
#   advice: >-
#     Add the port to `-d` of istio-init, or repair the annotation or status port in the source and inject again.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.interception.capture_port_not_excluded

import data.meshlint.lib.metadata
import data.meshlint.lib.ports
import data.meshlint.lib.prometheus
import data.meshlint.lib.proxy
import data.meshlint.lib.redirect

report contains object.union(finding, _repair(port)) if {
	proxy.sidecar
	redirect.parsable
	some port, uses in _uses
	redirect.captured(port)
	some use in uses
	use == min(uses)
	finding := {
		"path": redirect.capture_path,
		"severity": _severity,
		"related": [{"path": one[1], "message": one[0]} | some one in sort(uses)],
		"message": sprintf("Port %d, %s, is captured: %s %s", [port, use[0], _effect, _advice(port)]),
	}
}

_effect := "requests to it from outside the mesh are routed by Envoy and fail under strict mTLS."

_advice(port) := sprintf("Add %d to -d.", [port]) if redirect.inbound_wildcard

_advice(port) := sprintf("Take %d out of -b.", [port]) if not redirect.inbound_wildcard

default _severity := "error"

_severity := "warning" if not proxy.init

# Ports that are spoken to in plain text, with what for and the field that says so.
_uses[port] contains use if {
	some [port, use] in _found
	port > 0
}

_found contains [probe.port, ["which the kubelet probes", probe.port_path]] if {
	some probe in ports.proxy_probes
	is_number(probe.port)
}

_found contains [port, ["where Prometheus scrapes the merged metrics", prometheus.port.path]] if {
	prometheus.merged
	not prometheus.merge_off
	port := to_number(prometheus.port.value)
}

_found contains [entry.port, ["where Envoy's own metrics are scraped", entry.path]] if {
	proxy.modern
	some entry in ports.container_ports(proxy.record)
	entry.name == "http-envoy-prom"
}

# The list is an item of its own, so a port can be put at its end.
_repair(port) := {"fix": [{
	"op": "replace",
	"path": metadata.pointer(redirect.flag["-d"].path),
	"value": concat(",", array.concat(_written, [sprintf("%d", [port])])),
}]} if {
	redirect.inbound_wildcard
	some token in redirect.tokens
	token.path == redirect.flag["-d"].path
	token.text == redirect.flag["-d"].value
} else := {}

_written := [redirect.flag["-d"].value] if {
	redirect.flag["-d"].value != ""
} else := []
