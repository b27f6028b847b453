# METADATA
# title: A Service port without a protocol
# description: >-
#   Istio learns the protocol of a port from appProtocol or from the name before its first dash. Where neither says
#   one it looks at the first bytes of a connection: that takes time, fails for protocols in which the server speaks
#   first, and routes and metrics of HTTP are then not to be relied on. A name such as httpinternal declares nothing.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/configuration/traffic-management/protocol-selection/
#     description: Protocol selection
# custom:
#   severity: info
#   category: traffic
#   stage: source
#   silent: >-
#     appProtocol says the protocol; well-known ports that Istio never looks into; UDP and SCTP; Services of gateways
#     and waypoints; ExternalName Services, which have a rule of their own.
#   advice: >-
#     Begin the name with the protocol and a dash (http-internal), or set appProtocol.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.traffic.port_protocol_undeclared

import data.meshlint.lib.known
import data.meshlint.lib.services

report contains {"path": entry.name_path, "message": msg} if {
	services.is_service
	not services.external_name
	not services.of_gateway
	some entry in services.ports
	entry.protocol == ""
	entry.transport == "TCP"
	not known.well_known_port[entry.port]
	not input.spec.ports[entry.index].appProtocol
	msg := sprintf("Port %d %s, so Istio guesses the protocol from the first bytes: %s", [
		entry.port,
		_name(entry.name),
		"begin the name with the protocol and a dash (http-...), or set appProtocol.",
	])
}

_name("") := "has neither a name nor appProtocol"

_name(name) := sprintf("has the name %s, which begins with no protocol that Istio knows", [name]) if name != ""
