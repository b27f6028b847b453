# METADATA
# title: Two Services give one port of a pod two protocols
# description: >-
#   The inbound listener of a sidecar has one protocol for each port of the pod. Where two Services lead to the same
#   pods and the same target port and declare different ones, the proxy takes one of them for both, and the clients of
#   the other fail (IST0116).
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/analysis/ist0116/
#     description: DeploymentAssociatedToMultipleServices
# custom:
#   severity: warning
#   category: traffic
#   stage: source
#   silent: >-
#     The target ports differ; one of the two declares no protocol; both are forms of HTTP/2; it is not certain from
#     the stream that the pods are the same.
#   advice: >-
#     Give both ports the protocol that the application speaks.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.traffic.port_protocol_conflict

import data.meshlint.lib.ports
import data.meshlint.lib.services
import data.meshlint.lib.workload

aggregate contains {
	"kind": "port",
	"path": entry.name_path,
	"selector": services.selector,
	"target": entry.target,
	"protocol": entry.protocol,
	"port": entry.port,
} if {
	not services.external_name
	services.selector
	some entry in services.ports
	entry.protocol != ""
	entry.transport == "TCP"
}

# The pods that the stream brings: their labels tell which Services meet, their
# names of ports what a target is.
aggregate contains {
	"kind": "pods",
	"path": workload.metadata_path,
	"labels": workload.labels,
	"ports": {entry.name: entry.port |
		some record in workload.containers
		some entry in ports.container_ports(record)
		entry.name != ""
	},
} if {
	workload.has_containers
}

aggregate_report contains {"fact": second.id, "message": msg, "related": [related]} if {
	some second in input.facts
	second.kind == "port"
	first := [other |
		some other in input.facts
		other.kind == "port"
		other.id < second.id
		other.object.namespace == second.object.namespace
		other.object.name != second.object.name
		_group(other.protocol) != _group(second.protocol)
		_same_port(other, second)
	][0]
	related := {"fact": first.id, "message": sprintf("declared as %s here", [first.protocol])}
	msg := sprintf(
		"The Services %s and %s lead to the same port of the same pods with the protocols %s and %s: %s",
		[first.object.name, second.object.name, first.protocol, second.protocol, _effect],
	)
}

_effect := "the proxy takes one of them for both. Declare the one that the application speaks."

_group(protocol) := "HTTP2" if {
	protocol in {"HTTP2", "GRPC", "GRPC-Web"}
} else := protocol

_same_port(a, b) if {
	a.selector == b.selector
	a.target == b.target
}

_same_port(a, b) if {
	some pods in input.facts
	pods.kind == "pods"
	pods.object.namespace == a.object.namespace
	_selects(a.selector, pods.labels)
	_selects(b.selector, pods.labels)
	_number(a.target, pods) == _number(b.target, pods)
}

_selects(selector, labels) if {
	every key, value in selector {
		labels[key] == value
	}
}

_number(target, _) := target if is_number(target)

_number(target, pods) := pods.ports[target] if is_string(target)
