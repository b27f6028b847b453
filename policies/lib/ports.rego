# METADATA
# title: Ports and probes of a pod
# description: Which ports belong to the proxy, which ones containers declare, and what the kubelet asks on which port.
package meshlint.lib.ports

import data.meshlint.lib.mesh
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

# METADATA
# title: Ports that belong to the proxy
# description: >-
#   Map of number to {owner, severity, only}. "error" where the proxy listens on all addresses in every sidecar, so an
#   application cannot share the port; `only` names what must be switched on for it ("hbone", "dns"), else "".
reserved := object.union(_extra, _reserved)

_reserved := object.union_n([
	{
		15000: {"owner": "Envoy's admin interface", "severity": "warning", "only": ""},
		15001: {"owner": "Envoy's outbound listener", "severity": "error", "only": ""},
		15004: {"owner": "the agent's debug interface", "severity": "warning", "only": ""},
		15006: {"owner": "Envoy's inbound listener", "severity": "error", "only": ""},
		15008: {"owner": "the HBONE tunnel", "severity": "warning", "only": "hbone"},
		15053: {"owner": "the agent's DNS proxy", "severity": "warning", "only": "dns"},
	},
	{mesh.status_port: {"owner": "the agent's status and merged metrics", "severity": "error", "only": ""}},
	{mesh.readiness_port: {"owner": "the proxy's readiness probe", "severity": "error", "only": ""}},
	{mesh.metrics_port: {"owner": "Envoy's own metrics", "severity": "error", "only": ""}},
])

_extra := {port: {"owner": "this mesh (extra-reserved-ports)", "severity": "warning", "only": ""} |
	some port in mesh.extra_reserved_ports
}

# METADATA
# title: Ports that Istio refuses as a target of scraping
# description: >-
#   Set of numbers; a scrape port among them makes the injection fail since 1.31, except the status port, which counts
#   as a sign that the pod has been injected before.
scrape_reserved := _scrape_reserved | {mesh.status_port, mesh.readiness_port, mesh.metrics_port}

# pkg/kube/inject, the list of ports of the proxy itself.
_scrape_reserved := {15000, 15001, 15004, 15006, 15008, 15020, 15021, 15053, 15090}

# METADATA
# title: Ports that a container declares
# description: Array of {port, name, protocol, path (of the containerPort), index}.
container_ports(record) := [entry |
	some index, port in workload.as_array(object.get(record.container, "ports", []))
	is_number(port.containerPort)
	entry := {
		"port": port.containerPort,
		"name": _string(port, "name", ""),
		"protocol": _string(port, "protocol", "TCP"),
		"path": array.concat(record.path, ["ports", index, "containerPort"]),
		"index": index,
	}
]

_string(holder, key, _) := holder[key] if is_string(holder[key])

_string(holder, key, fallback) := fallback if not is_string(object.get(holder, key, null))

# METADATA
# title: Number of a container's named port
# description: Undefined when the container declares no port of that name.
port_named(record, name) := [entry.port | some entry in container_ports(record); entry.name == name][0]

# METADATA
# title: Probes and lifecycle handlers of all containers
# description: >-
#   Array of {record, probe, kind, action, path, action_path, port_path, port, port_name, http_path, host, scheme}.
#   `probe` is the field (readinessProbe, livenessProbe, startupProbe, postStart, preStop), `kind` the action (httpGet,
#   tcpSocket, grpc, exec). `port` is a number with names resolved as the kubelet does, absent when it cannot be;
#   `port_name` stands only for named ports. The last four are there only if the manifest has them.
probes := [probe | some record in workload.containers; some probe in probes_of(record)] if workload.template_path

# METADATA
# title: Probes of the application's containers
app_probes := [probe |
	some record in workload.app_containers
	some probe in probes_of(record)
] if workload.template_path

# METADATA
# title: Probes of the proxy
proxy_probes := [probe | probe := probes_of(proxy.record)[_]; probe.probe in {
	"readinessProbe",
	"livenessProbe",
	"startupProbe",
}]

# METADATA
# title: Probes and lifecycle handlers of a container
# description: Array as `probes`.
probes_of(record) := [probe |
	some [name, steps] in _handlers
	handler := object.get(record.container, steps, null)
	is_object(handler)
	some kind in ["httpGet", "tcpSocket", "grpc", "exec"]
	action := handler[kind]
	is_object(action)
	path := array.concat(record.path, steps)
	probe := object.union(_optional(record, action), {
		"record": record,
		"probe": name,
		"kind": kind,
		"action": action,
		"path": path,
		"action_path": array.concat(path, [kind]),
		"port_path": array.concat(path, [kind, "port"]),
	})
]

_handlers := [
	["readinessProbe", ["readinessProbe"]],
	["livenessProbe", ["livenessProbe"]],
	["startupProbe", ["startupProbe"]],
	["postStart", ["lifecycle", "postStart"]],
	["preStop", ["lifecycle", "preStop"]],
]

_optional(record, action) := object.union_n([
	{"port": port | port := _port(record, action.port)},
	{"port_name": name | name := _port_name(action.port)},
	{key: action[field] | some key, field in _optional_fields; is_string(action[field])},
])

_optional_fields := {"http_path": "path", "host": "host", "scheme": "scheme"}

_port(_, port) := port if is_number(port)

_port(record, port) := port_named(record, port) if is_string(port)

# The kubelet falls back to a number written as text.
_port(record, port) := to_number(port) if {
	is_string(port)
	regex.match(`^[1-9][0-9]{0,4}$`, port)
	not port_named(record, port)
}

_port_name(port) := port if {
	is_string(port)
	not regex.match(`^[0-9]+$`, port)
}

# METADATA
# title: The probe was rewritten by the injector
# description: Its path leads to the agent, which asks the application itself.
rewritten(probe) if startswith(probe.http_path, "/app-health/")

rewritten(probe) if startswith(probe.http_path, "/app-lifecycle/")

# METADATA
# title: Original probes that the injector handed to the agent
# description: Map of the rewritten path to the probe, from ISTIO_KUBE_APP_PROBERS; {} when absent or unreadable.
default prober_map := {}

prober_map := workload.as_object(json.unmarshal(proxy.env.ISTIO_KUBE_APP_PROBERS)) if {
	json.is_valid(proxy.env.ISTIO_KUBE_APP_PROBERS)
}
