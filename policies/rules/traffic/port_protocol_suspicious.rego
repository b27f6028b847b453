# METADATA
# title: The declared protocol does not fit the port
# description: >-
#   A name that begins with http or grpc makes the proxy parse the traffic as plain HTTP. On the port of a database,
#   or where the name itself says that the traffic is TLS, the bytes are something else: connections end with a
#   protocol error, or the handshake fails.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/configuration/traffic-management/protocol-selection/
#     description: Protocol selection
# custom:
#   severity: warning
#   category: traffic
#   stage: source
#   silent: >-
#     appProtocol says the protocol on purpose; Services of gateways.
#   advice: >-
#     Name the port after what it speaks (tcp-..., tls-..., https-..., mysql-...), or set appProtocol.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.traffic.port_protocol_suspicious

import data.meshlint.lib.known
import data.meshlint.lib.services

report contains {"path": entry.name_path, "message": msg} if {
	services.is_service
	not services.of_gateway
	some entry in services.ports
	not input.spec.ports[entry.index].appProtocol
	known.protocol[entry.protocol].http
	what := _mismatch(entry)
	msg := sprintf("The name %s makes the proxy parse port %d as plain %s, but %s: connections fail. Name it after %s", [
		entry.name,
		entry.port,
		entry.protocol,
		what,
		"what it speaks, or set appProtocol.",
	])
}

_mismatch(entry) := sprintf("the same name says %s", [word]) if {
	words := split(lower(entry.name), "-")
	some word in array.slice(words, 1, count(words))
	word in {"tls", "ssl", "https", "mtls"}
} else := sprintf("that is the port of %s", [database]) if {
	some number in [entry.port, entry.target]
	database := _databases[number]
}

# Ports that IANA or long habit gives to protocols which are not HTTP.
_databases := {
	1433: "SQL Server",
	1521: "Oracle",
	3306: "MySQL",
	5432: "PostgreSQL",
	5672: "AMQP",
	6379: "Redis",
	9042: "Cassandra",
	9092: "Kafka",
	11211: "memcached",
	27017: "MongoDB",
}
