# METADATA
# title: An ExternalName Service with a plain TCP port
# description: >-
#   A port of an ExternalName Service that is tcp, or declares nothing, becomes a listener on all addresses of that
#   port in every sidecar, so unrelated traffic to the same port number is sent to the external name (IST0150).
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/analysis/ist0150/
#     description: ExternalNameServiceTypeInvalidPortName
# custom:
#   severity: warning
#   category: traffic
#   stage: source
#   silent: >-
#     The port declares http, https, tls or another protocol by name or appProtocol; the Service has no ports.
#   advice: >-
#     Name the port after its protocol (https-..., tls-...), or drop the ports.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.traffic.external_name_port

import data.meshlint.lib.services

report contains {"path": entry.name_path, "message": msg} if {
	services.external_name
	some entry in services.ports
	entry.transport == "TCP"
	entry.protocol in {"", "TCP"}
	msg := sprintf("Port %d of this ExternalName Service %s: every sidecar listens on it for all addresses. %s", [
		entry.port,
		{"": "declares no protocol", "TCP": "is plain TCP"}[entry.protocol],
		"Name it after its protocol (https-..., tls-...).",
	])
}
