# METADATA
# title: Security contexts of containers
# description: >-
#   Effective ids and privileges: a container's own securityContext, else the pod's. What the image says is unknown, so
#   everything not written is undefined.
package meshlint.lib.security

import data.meshlint.lib.mesh
import data.meshlint.lib.proxy
import data.meshlint.lib.redirect
import data.meshlint.lib.workload

# METADATA
# title: Own securityContext of a container
# description: Object, {} when absent.
context(record) := workload.as_object(object.get(record.container, "securityContext", {}))

# METADATA
# title: Path of a container's own securityContext
context_path(record) := array.concat(record.path, ["securityContext"])

# METADATA
# title: Effective user of a container
# description: Returns {value, path, inherited}; undefined when neither container nor pod says it.
uid(record) := _effective(record, "runAsUser", "number")

# METADATA
# title: Effective group of a container
# description: Returns {value, path, inherited}; undefined when neither container nor pod says it.
gid(record) := _effective(record, "runAsGroup", "number")

# METADATA
# title: Effective runAsNonRoot of a container
# description: Returns {value, path, inherited}; undefined when neither container nor pod says it.
non_root(record) := _effective(record, "runAsNonRoot", "boolean")

_effective(record, field, kind) := found if {
	own := context(record)[field]
	type_name(own) == kind
	found := {"value": own, "path": array.concat(context_path(record), [field]), "inherited": false}
} else := found if {
	inherited := _pod_context[field]
	type_name(inherited) == kind
	object.get(context(record), field, null) == null
	found := {
		"value": inherited,
		"path": array.concat(workload.spec_path, ["securityContext", field]),
		"inherited": true,
	}
}

_pod_context := workload.as_object(object.get(workload.spec, "securityContext", {}))

# METADATA
# title: Capabilities that a container adds
# description: Set of names in upper case, without the prefix CAP_.
added(record) := {name | some entry in _capabilities(record, "add"); name := entry.name}

# METADATA
# title: Capabilities that a container drops
# description: Set of names in upper case, without the prefix CAP_.
dropped(record) := {name | some entry in _capabilities(record, "drop"); name := entry.name}

# METADATA
# title: Path of a capability
# description: Path of the item of `list` ("add" or "drop") that names it; undefined when none does.
capability_path(record, list, name) := [entry.path |
	some entry in _capabilities(record, list)
	entry.name == name
][0]

_capabilities(record, list) := [entry |
	capabilities := workload.as_object(object.get(context(record), "capabilities", {}))
	some index, item in workload.as_array(object.get(capabilities, list, []))
	is_string(item)
	entry := {
		"name": trim_prefix(upper(item), "CAP_"),
		"path": array.concat(context_path(record), ["capabilities", list, index]),
	}
]

# METADATA
# title: The container is privileged
privileged(record) if context(record).privileged == true

# METADATA
# title: The container allows privilege escalation in so many words
allows_escalation(record) if context(record).allowPrivilegeEscalation == true

# METADATA
# title: Users whose outbound traffic the redirect leaves alone
# description: >-
#   Set of numbers. With istio-init those it was told; with the CNI plugin the proxy's own user, 0 or none meaning the
#   default; in a manifest yet to be injected the mesh's. Empty when nothing redirects or the arguments are unreadable.
default exempt_uids := set()

exempt_uids := redirect.uid_numbers if redirect.sets_rules

exempt_uids := {_own_id(uid(proxy.record), mesh.proxy_uid)} if _by_cni

exempt_uids := {_own_id({"value": 0}, mesh.proxy_uid)} if {
	_by_cni
	not uid(proxy.record)
}

exempt_uids := {mesh.proxy_uid} if proxy.source

# METADATA
# title: Groups whose outbound traffic the redirect leaves alone
# description: Set of numbers, found as `exempt_uids`.
default exempt_gids := set()

exempt_gids := redirect.gid_numbers if redirect.sets_rules

exempt_gids := {_own_id(gid(proxy.record), mesh.proxy_gid)} if _by_cni

exempt_gids := {_own_id({"value": 0}, mesh.proxy_gid)} if {
	_by_cni
	not gid(proxy.record)
}

exempt_gids := {mesh.proxy_gid} if proxy.source

_by_cni if {
	proxy.sidecar
	proxy.validation
	not proxy.init
}

_own_id(id, fallback) := fallback if id.value == 0

_own_id(id, _) := id.value if id.value != 0

# METADATA
# title: The container's outbound traffic bypasses the proxy
# description: >-
#   The owner match of iptables needs only one of them: an exempt user or an exempt primary group.
exempt(record) if uid(record).value in exempt_uids

exempt(record) if gid(record).value in exempt_gids
