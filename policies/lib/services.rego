# METADATA
# title: Ports of a Service
# description: >-
#   Istio learns the protocol of a port from appProtocol, else from the name up to its first dash
#   (pkg/config/kube/conversion.go). Everything here is empty or undefined for objects that are no Service.
package meshlint.lib.services

import data.meshlint.lib.known
import data.meshlint.lib.workload

# METADATA
# title: The object is a Service
is_service if {
	input.kind == "Service"
	input.apiVersion == "v1"
}

_spec := workload.as_object(object.get(input, "spec", {}))

# METADATA
# title: The Service leads to a name outside the cluster
external_name if {
	is_service
	_spec.type == "ExternalName"
}

# METADATA
# title: Pods that the Service selects
# description: Map of labels; undefined without a selector, which leaves the endpoints to somebody else.
selector := found if {
	is_service
	found := workload.texts(object.get(_spec, "selector", {}))
	count(found) > 0
}

# METADATA
# title: The Service of a gateway or a waypoint
# description: >-
#   Gateways expose ports of their own proxy, such as 15021. They are told by the labels of the charts (istio:
#   ...gateway) or those that the Gateway controller writes.
of_gateway if {
	some key in _gateway_labels
	workload.object_labels[key]
}

of_gateway if {
	some key in _gateway_labels
	selector[key]
}

of_gateway if contains(selector.istio, "gateway")

_gateway_labels := {
	"gateway.istio.io/managed",
	"gateway.networking.k8s.io/gateway-name",
	"istio.io/gateway-name",
}

# METADATA
# title: Ports of the Service
# description: >-
#   Array of {index, name, name_path, port, target, transport, protocol}. `name_path` is the item where there is no
#   name; `target` is the number or name of the targetPort, the port itself by default; `protocol` is what Istio reads
#   ("HTTP", "GRPC" ...), "" where nothing declares one.
ports := [entry |
	is_service
	some index, port in workload.as_array(object.get(_spec, "ports", []))
	is_number(port.port)
	name := _text(port, "name")
	entry := {
		"index": index,
		"name": name,
		"name_path": _name_path(index, name),
		"port": port.port,
		"target": object.get(port, "targetPort", port.port),
		"transport": _transport(_text(port, "protocol")),
		"protocol": _protocol(name, _text(port, "appProtocol")),
	}
]

_text(holder, key) := holder[key] if {
	is_string(holder[key])
} else := ""

_name_path(index, "") := ["spec", "ports", index]

_name_path(index, name) := ["spec", "ports", index, "name"] if name != ""

_transport("") := "TCP"

_transport(protocol) := protocol if protocol != ""

# An appProtocol that Istio does not know counts as none; the name is not asked then.
_protocol(_, app_protocol) := known.protocol_of_app_protocol(app_protocol) if {
	app_protocol != ""
} else := "" if {
	app_protocol != ""
}

_protocol(name, "") := known.protocol_of_port(name)

_protocol(name, "") := "" if not known.protocol_of_port(name)
