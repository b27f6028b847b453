# METADATA
# title: A port of the proxy is captured by the redirect
# description: >-
#   The kubelet and Prometheus speak plain text to ports of the proxy itself: its probes, the application's probes,
#   which the injector turns to the agent, the merged metrics, Envoy's own metrics. Such a port has to be excluded from
#   inbound capture (-d), or not included (-b), else the request is taken for mesh traffic: health checks are routed or
#   refused, and under strict mTLS the pod never becomes ready or loses its metrics (the injection template writes
#   15090, 15021 and the status port into -d).
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
#   examples: {bad: [bad.yaml, bad-include.yaml, bad-list.yaml], good: [good.yaml, good-include.yaml, good-old.yaml]}
package meshlint.rules.interception.capture_port_not_excluded

import data.meshlint.lib.mesh
import data.meshlint.lib.metadata
import data.meshlint.lib.ports
import data.meshlint.lib.prometheus
import data.meshlint.lib.proxy
import data.meshlint.lib.redirect
import data.meshlint.lib.values
import data.meshlint.lib.workload

report contains object.union(finding, _repair(port, uses)) if {
	proxy.sidecar
	some port, uses in _uses
	redirect.captured(port)
	some use in uses
	use == min(uses)
	finding := {
		"path": redirect.capture_path,
		"severity": _severity,
		"related": [{"path": one[1], "message": one[0]} | some one in sort(uses)],
		"message": sprintf("Port %d, %s, is captured: %s %s", [port, use[0], _effect, _advice(port, uses)]),
	}
}

_effect := "requests to it from outside the mesh are routed by Envoy and fail under strict mTLS."

_advice(port, uses) := sprintf("Take %d out of -b.", [port]) if {
	not redirect.inbound_wildcard
} else := sprintf("Add %d to -d.", [port]) if {
	_serves(port, uses)
} else := "The agent does not listen there either: let its status port and this one agree, and inject again."

default _severity := "error"

_severity := "warning" if not proxy.init

# Ports that are spoken to in plain text, with what for and the field that says so.
_uses[port] contains use if {
	some [port, use] in _found
	port > 0
}

_found contains [probe.port, [_probed, probe.port_path]] if some probe in ports.proxy_probes

_found contains [probe.port, [_asked, probe.port_path]] if {
	some probe in ports.app_probes
	ports.rewritten(probe)
}

_found contains [port, [_scraped, prometheus.port.path]] if {
	prometheus.merged
	not prometheus.merge_off
	port := values.port(prometheus.port.value)
}

_found contains [entry.port, [_watched, entry.path]] if {
	proxy.modern
	some entry in ports.container_ports(proxy.record)
	entry.name == "http-envoy-prom"
}

_probed := "which the kubelet probes"

_asked := "where the kubelet reaches the application's probes"

_scraped := "where Prometheus scrapes the merged metrics"

_watched := "where Envoy's own metrics are scraped"

# The list is an item of its own, so a port can be put at its end. `test` says that the value counts and not how it is
# spelled: a list of one port may be written as a number.
_repair(port, uses) := {"fix": [
	{"op": "test", "path": place, "value": object.get(input, path, null)},
	{"op": "replace", "path": place, "value": concat(",", array.concat(_written, [sprintf("%d", [port])]))},
]} if {
	redirect.inbound_wildcard
	_serves(port, uses)
	path := redirect.flag["-d"].path
	some token in redirect.tokens
	token.path == path
	token.text == redirect.flag["-d"].value
	place := metadata.pointer(path)
} else := {}

# To exclude a port helps only where the proxy listens: the agent may have been put on another one than the annotation
# of Prometheus or the application's probes say.
_serves(_, uses) if {
	some [use, _] in uses
	use in {_probed, _watched}
}

_serves(port, _) if port == _agent_port

_agent_port := port if {
	port := values.port(workload.annotation("status.sidecar.istio.io/port").value)
} else := port if {
	port := proxy.config.statusPort
} else := mesh.status_port

_written := [redirect.flag["-d"].value] if {
	redirect.flag["-d"].value != ""
} else := []
