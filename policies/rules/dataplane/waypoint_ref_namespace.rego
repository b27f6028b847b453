# METADATA
# title: The waypoint that is named stands in another namespace
# description: >-
#   `istio.io/use-waypoint` is looked up in the namespace of the object that is labelled (for a Namespace, in itself).
#   Where the only Gateway of that name lives elsewhere nothing is found, and traffic passes without the waypoint and
#   its policies, unless `istio.io/use-waypoint-namespace` says where to look.
# related_resources:
#   - ref: https://istio.io/latest/docs/ambient/usage/waypoint/#usewaypointnamespace
#     description: Use a waypoint of another namespace
# custom:
#   severity: warning
#   category: dataplane
#   stage: source
#   silent: >-
#     The stream has no Gateway of that name, or one in the right namespace; a namespace is not written in the
#     manifest; `istio.io/use-waypoint-namespace` is given; the value is none.
#   advice: >-
#     Add `istio.io/use-waypoint-namespace` (and let the waypoint's listener allow routes from there), or make a
#     waypoint in this namespace.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.dataplane.waypoint_ref_namespace

import data.meshlint.lib.metadata

_use := "istio.io/use-waypoint"

aggregate contains {"kind": "gateway", "path": ["metadata", "name"]} if {
	input.kind == "Gateway"
	startswith(input.apiVersion, "gateway.networking.k8s.io/")
}

aggregate contains {"kind": "reference", "path": entry.path, "waypoint": entry.value} if {
	_use in metadata.label_keys
	some entry in metadata.entries
	entry.kind == "labels"
	entry.key == _use
	is_string(entry.value)
	entry.value != "none"
	_is_read(entry.level)
	some block in metadata.blocks
	block.level == entry.level
	not block.metadata.labels["istio.io/use-waypoint-namespace"]
}

_is_read("template")

_is_read("object") if input.kind in {"Namespace", "Service", "ServiceEntry", "WorkloadEntry"}

aggregate_report contains {"fact": reference.id, "message": msg, "related": related} if {
	some reference in input.facts
	reference.kind == "reference"
	home := _home(reference.object)
	home != ""
	gateways := [gateway |
		some gateway in input.facts
		gateway.kind == "gateway"
		gateway.object.name == reference.waypoint
	]
	count(gateways) > 0
	every gateway in gateways {
		gateway.object.namespace != ""
		gateway.object.namespace != home
	}
	namespaces := concat(", ", sort({gateway.object.namespace | some gateway in gateways}))
	related := [{"fact": gateway.id, "message": "the Gateway of that name"} | some gateway in gateways]
	msg := sprintf(
		"The waypoint %s is looked up in the namespace %s, but stands in %s: it is not used. Add the label %s.",
		[reference.waypoint, home, namespaces, "istio.io/use-waypoint-namespace"],
	)
}

_home(obj) := obj.name if {
	obj.kind == "Namespace"
} else := obj.namespace
