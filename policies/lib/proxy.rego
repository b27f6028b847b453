# METADATA
# title: The proxy of a pod
# description: >-
#   Which container is the sidecar, in which form it was injected, and what its injection says of itself. The name
#   istio-proxy alone proves nothing: gateways, waypoints and ztunnel bear it too, and a user may write a container of
#   that name to be merged into the injected one.
package meshlint.lib.proxy

import data.meshlint.lib.mesh
import data.meshlint.lib.workload

# METADATA
# title: Containers named istio-proxy
# description: Array of records, init containers first.
candidates := [record | some record in workload.containers; record.name == "istio-proxy"]

_secured := [record | some record in candidates; is_object(record.container.securityContext)]

# METADATA
# title: The proxy
# description: >-
#   Record of the container. Of several the one with a securityContext counts: with the template spire a bare stub can
#   stand beside the real one (testdata/inject/sidecar-spire.yaml.injected of Istio).
record := candidates[0] if {
	workload.template_path
	count(candidates) == 1
}

record := candidates[0] if {
	workload.template_path
	count(candidates) > 1
	count(_secured) == 0
}

record := _secured[0] if {
	workload.template_path
	count(candidates) > 1
	count(_secured) > 0
}

# METADATA
# title: The proxy's container object
container := record.container

# METADATA
# title: Path of the proxy's container
path := record.path

# METADATA
# title: Record of istio-init, the init container that sets the redirect
init := _init("istio-init")

# METADATA
# title: Record of istio-validation, which checks the redirect set by the CNI plugin
validation := _init("istio-validation")

_init(name) := [r | some r in workload.containers; r.name == name; r.init][0] if workload.template_path

# METADATA
# title: Record of the container whose arguments tell the redirect
redirector := init

redirector := validation if not init

_roles := {
	"sidecar": "sidecar",
	"router": "router",
	"ingress": "router",
	"waypoint": "waypoint",
	"ztunnel": "ztunnel",
}

# METADATA
# title: Role of the proxy
# description: >-
#   "sidecar", "router", "waypoint" or "ztunnel" by the arguments `proxy ROLE` (command and arguments together, as old
#   releases wrote them), else "unknown"; undefined without a proxy.
role := _role if record

default _role := "unknown"

_role := _roles[words[1]] if {
	words := _words(tokens_of(record))
	words[0] == "proxy"
}

_words(tokens) := [token.text | some token in array.slice(tokens, start, start + 2)] if {
	start := count([1 | regex.match(`(^|/)pilot-agent$`, tokens[0].text)])
}

# METADATA
# title: The proxy is a sidecar
# description: >-
#   Its role says so, or its arguments were replaced and istio-init or istio-validation is there, which only sidecars
#   get.
sidecar if {
	role == "sidecar"
	injected
}

sidecar if {
	role == "unknown"
	injected
}

# METADATA
# title: The proxy stands among the init containers
in_init if record.init

# METADATA
# title: The proxy is a native sidecar
native if record.native

# METADATA
# title: The proxy stands among the containers
plain if record.list == "containers"

# METADATA
# title: A sidecar has been injected
# description: >-
#   A proxy with the role of a sidecar, or istio-init or istio-validation. Containers that a user wrote to be merged by
#   the injection (image auto or none) do not count, nor does the status annotation alone: custom templates write it
#   without a proxy.
injected if {
	role == "sidecar"
	not _placeholder(record)
}

injected if {
	init
	not _placeholder(init)
}

injected if {
	validation
	not _placeholder(validation)
}

_placeholder(r) if r.container.image == "auto"

_placeholder(r) if {
	image(r) == ""
	count(tokens_of(r)) == 0
}

# METADATA
# title: An injector has been here
# description: Injected, or a status annotation at any level, or a gateway, waypoint or ztunnel.
touched if injected

touched if count(status_entries) > 0

touched if role in {"router", "waypoint", "ztunnel"}

# METADATA
# title: The manifest is one that people write
# description: A pod template with containers that no injector has touched.
source if {
	workload.has_containers
	not touched
}

# METADATA
# title: Record of a user's istio-proxy container in a manifest not yet injected
stub := record if source

# METADATA
# title: Names of containers that the user overrides
# description: >-
#   Istio keeps what the user wrote for containers of its templates in the annotation proxy.istio.io/overrides and
#   applies it last (pkg/kube/inject/webhook.go, reapplyOverwrittenContainers). Unreadable means all of them.
overrides := {r.name | some r in override_containers} if not _overrides_unreadable

overrides := {"istio-proxy", "istio-init", "istio-validation"} if _overrides_unreadable

# METADATA
# title: Containers that the user overrides
# description: Array of container objects out of the annotation proxy.istio.io/overrides.
override_containers := [r |
	some list in ["initContainers", "containers"]
	some r in workload.as_array(object.get(_overrides, list, []))
	is_string(r.name)
]

default _overrides := {}

_overrides := workload.as_object(json.unmarshal(_overrides_text)) if json.is_valid(_overrides_text)

_overrides_text := workload.annotation("proxy.istio.io/overrides").value

_overrides_unreadable if not json.is_valid(_overrides_text)

_overrides_unreadable if not is_object(json.unmarshal(_overrides_text))

# METADATA
# title: The user overrides a container of the injection
user_override if count(overrides & {"istio-proxy", "istio-init", "istio-validation"}) > 0

# METADATA
# title: The user overrides the container of this name
overridden(name) if name in overrides

# METADATA
# title: Environment of the proxy
# description: Map of name to text, see `env_of`.
env := env_of(record)

# METADATA
# title: Environment of a container
# description: Map of name to text; of a name given twice the last counts, as for the kubelet. References are left out.
env_of(r) := {variable.name: value |
	some variable in _variables(r)
	object.get(variable, "valueFrom", null) == null
	value := _text_of(variable)
} if {
	_names_differ(_variables(r))
} else := {name: value |
	some name, value in object.union_n([{variable.name: value} |
		some variable in _variables(r)
		value := _value_of(variable)
	])
	value != null
}

_variables(r) := [variable |
	some variable in workload.as_array(object.get(r.container, "env", []))
	is_string(variable.name)
]

_names_differ(variables) if count({variable.name | some variable in variables}) == count(variables)

_text_of(variable) := variable.value if {
	is_string(variable.value)
} else := workload.text(object.get(variable, "value", ""))

_value_of(variable) := null if {
	object.get(variable, "valueFrom", null) != null
} else := _text_of(variable)

# METADATA
# title: Entries of the proxy's environment
# description: Array of {name, value (absent for references), path (of the entry), index}.
env_entries := env_entries_of(record)

# METADATA
# title: A name stands more than once in the proxy's environment
env_repeats if not _names_differ(_variables(record))

# METADATA
# title: Entries of a container's environment
# description: Array as `env_entries`.
env_entries_of(r) := [entry |
	some index, variable in workload.as_array(object.get(r.container, "env", []))
	is_string(variable.name)
	entry := object.union(
		{"name": variable.name, "path": array.concat(r.path, ["env", index]), "index": index},
		_entry_value(variable),
	)
]

_entry_value(variable) := {} if {
	object.get(variable, "valueFrom", null) != null
} else := {"value": _text_of(variable)}

# METADATA
# title: Path of an entry of the proxy's environment
# description: Path of the last entry of that name; undefined when there is none.
env_path(name) := env_path_of(record, name)

# METADATA
# title: Path of an entry of a container's environment
env_path_of(r, name) := array.concat(r.path, ["env", max(places)]) if {
	places := [index |
		some index, variable in workload.as_array(object.get(r.container, "env", []))
		variable.name == name
	]
	count(places) > 0
}

# METADATA
# title: Command and arguments of a container
# description: >-
#   Array of {text, path}, command first: Istio 1.4 and 1.5 wrote the arguments of istio-init as its command. Old
#   templates wrote ids and ports as numbers; lists and maps are left out.
tokens_of(r) := [token |
	some list in ["command", "args"]
	some index, item in workload.as_array(object.get(r.container, list, []))
	token := {"text": workload.text(item), "path": array.concat(r.path, [list, index])}
]

# METADATA
# title: Names of the injection templates
# description: Set of names out of inject.istio.io/templates, trimmed as Istio does; {"sidecar"} without it.
default templates := {"sidecar"}

templates := {trim_space(name) | some name in split(named, ",")} if {
	named := workload.annotation("inject.istio.io/templates").value
}

# METADATA
# title: The pod uses gRPC without Envoy
# description: Template grpc-agent (marked by ISTIO_META_GENERATOR=grpc in the proxy) or grpc-simple (no proxy).
grpc if env.ISTIO_META_GENERATOR == "grpc"

grpc if count(templates & {"grpc-agent", "grpc-simple"}) > 0

# METADATA
# title: The pod is a gateway
gateway if role == "router"

gateway if "gateway" in templates

# METADATA
# title: Only the sidecar template is in play
# description: No gateway, no gRPC template and no custom one, which may change anything.
sidecar_template if {
	templates == {"sidecar"}
	not grpc
	not gateway
}

# METADATA
# title: All status annotations
# description: Array of {value, path, level}; kube-inject writes a CronJob's to spec.jobTemplate.metadata.
status_entries := [entry |
	some block in workload.inject_metadata
	value := block.annotations["sidecar.istio.io/status"]
	entry := {
		"value": value,
		"path": array.concat(block.annotations_path, ["sidecar.istio.io/status"]),
		"level": block.level,
	}
]

# METADATA
# title: The status annotation
# description: Returns {value, path, level}, the pod template's first; undefined when there is none.
status := status_entries[0]

# METADATA
# title: The status annotation as object
# description: Undefined when it is no JSON object.
status_object := parsed if {
	json.is_valid(status.value)
	parsed := json.unmarshal(status.value)
	is_object(parsed)
}

# METADATA
# title: Names of the containers that the status lists
status_names contains name if {
	some list in ["initContainers", "containers"]
	some name in workload.as_array(status_object[list])
	is_string(name)
}

# METADATA
# title: The status names a revision
# description: It does since Istio 1.11; before 1.9 it had `version` instead.
has_revision if is_string(status_object.revision)

# METADATA
# title: Port of the proxy's readiness probe
# description: A number; undefined when there is no such probe.
readiness_port := _probe_port("readinessProbe")

_probe_port(probe) := port if {
	port := container[probe].httpGet.port
	is_number(port)
}

# METADATA
# title: The proxy is that of Istio 1.6 or later
# description: >-
#   One of its probes uses the readiness port 15021, which came with 1.6. False for older ones and where the probes were
#   switched off.
modern if {
	some probe in ["readinessProbe", "startupProbe", "livenessProbe"]
	_probe_port(probe) == mesh.readiness_port
}

# METADATA
# title: Image of a container
# description: Text, "" when absent.
image(r) := workload.text(object.get(r.container, "image", ""))

# METADATA
# title: The status of a CronJob stands only on its job template
# description: What kube-inject leaves behind; the pods then carry no annotations of the injection.
cronjob_split if {
	workload.is_cronjob
	count(status_entries) == 1
	status.level == "jobTemplate"
}
