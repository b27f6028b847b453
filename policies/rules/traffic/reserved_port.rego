# METADATA
# title: An application on a port of the proxy
# description: >-
#   Containers of a pod share their ports, and the sidecar listens on several between 15000 and 15090. The second one
#   to bind such a port fails: the proxy or the application does not start. A Service on 15001 or 15006 gets no
#   listener in any sidecar, because Envoy's own stands there. Istio accepts both without a word.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/deployment/application-requirements/#ports-used-by-istio
#     description: Ports used by Istio
# custom:
#   severity: error
#   category: traffic
#   stage: both
#   silent: >-
#     Gateways and Istio's own pods and Services; UDP; pods that are not injected; 15008 without HBONE and 15053
#     without DNS capture. The severity is warning for ports that the proxy uses on localhost only.
#   advice: >-
#     Let the application listen on another port.
#   examples: {bad: [bad.yaml, bad-service.yaml], good: [good.yaml]}
package meshlint.rules.traffic.reserved_port

import data.meshlint.lib.injection
import data.meshlint.lib.ports
import data.meshlint.lib.proxy
import data.meshlint.lib.services
import data.meshlint.lib.workload

report contains {"path": entry.path, "severity": owner.severity, "message": msg} if {
	some record in workload.app_containers
	some entry in ports.container_ports(record)
	owner := ports.reserved[entry.port]
	entry.protocol == "TCP"
	_beside_a_sidecar
	_in_use(owner.only)
	msg := sprintf("Port %d of %s belongs to %s in the same pod: %s Choose another port.", [
		entry.port,
		record.name,
		owner.owner,
		"only one of them can listen, and the pod does not become ready.",
	])
}

_beside_a_sidecar if {
	proxy.injected
	proxy.sidecar
}

_beside_a_sidecar if {
	injection.may_be_injected
	not proxy.gateway
	not workload.control_plane
}

_in_use("")

_in_use("hbone") if _on("ISTIO_META_ENABLE_HBONE")

_in_use("hbone") if workload.labels["networking.istio.io/tunnel"] == "http"

_in_use("dns") if _on("ISTIO_META_DNS_CAPTURE")

_on(name) if proxy.proxy_metadata[name] == "true"

_on(name) if proxy.env[name] == "true"

# The two ports on which every sidecar has a listener of its own.
_captured := {15001: "outbound", 15006: "inbound"}

report contains {"path": ["spec", "ports", entry.index, "port"], "message": msg} if {
	services.is_service
	not services.of_gateway
	some entry in services.ports
	direction := _captured[entry.port]
	entry.transport == "TCP"
	msg := sprintf(
		"Port %d is Envoy's %s listener in every sidecar, so calls of this Service are not routed: choose another port.",
		[entry.port, direction],
	)
}
