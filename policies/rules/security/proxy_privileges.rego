# METADATA
# title: The sidecar has more rights than it needs
# description: >-
#   A sidecar runs as an ordinary user without capabilities. As root, privileged or with added capabilities whoever
#   breaks into Envoy can change the redirect of the pod or reach the node; that belongs to istio-init only. Some
#   modes need more (TPROXY, ports below 1024, trace logging) and are left alone.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/best-practices/security/
#     description: Security best practices
# custom:
#   severity: error
#   category: security
#   stage: injected
#   security-severity: "6.5"
#   silent: >-
#     TPROXY, NET_BIND_SERVICE and trace logging need what they have; the whole mesh runs privileged proxies
#     (global.proxy.privileged, istio-init has the same); forms of Istio up to 1.5; containers that the user
#     overrides; no securityContext at all.
#   advice: >-
#     Inject again from the source, or restore the securityContext that the injector writes.
#   examples: {bad: [bad.yaml, bad-old.yaml], good: [good.yaml, good-old.yaml, good-tproxy.yaml]}
package meshlint.rules.security.proxy_privileges

import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.redirect
import data.meshlint.lib.security

report contains object.union({"path": problem.path, "message": msg}, _repair(problem.path)) if {
	_applies
	some problem in _problems
	msg := sprintf("istio-proxy %s, which a sidecar does not need: whoever breaks into it can leave the pod. %s", [
		problem.text,
		"Inject again, or restore what the injector writes.",
	])
}

_applies if {
	proxy.sidecar
	is_object(proxy.container.securityContext)
	not proxy.overridden("istio-proxy")
	not proxy.trace_logging
}

_repair(path) := {"fix": [{"op": "replace", "path": metadata.pointer(path), "value": false}]} if {
	path[count(path) - 1] in {"privileged", "allowPrivilegeEscalation"}
} else := {}

_context := security.context_path(proxy.record)

_problems contains {"path": array.concat(_context, ["privileged"]), "text": "is privileged"} if {
	security.privileged(proxy.record)
	not _mesh_privileged
}

_problems contains {"path": path, "text": "may escalate privileges"} if {
	path := array.concat(_context, ["allowPrivilegeEscalation"])
	security.allows_escalation(proxy.record)
	not _mesh_privileged
}

_mesh_privileged if security.privileged(proxy.redirector)

# Mode NONE has no istio-init to compare with; the template sets both fields by one value, an edit only one.
_mesh_privileged if {
	not proxy.redirector
	security.privileged(proxy.record)
	object.get(security.context(proxy.record), "allowPrivilegeEscalation", null) != false
}

_problems contains {"path": uid.path, "text": "runs as root"} if {
	uid := security.uid(proxy.record)
	uid.value == 0
	_own(uid)
	not _tproxy
	not _binds_low_ports
}

# The releases that gave the proxy no user of its own left it to the pod.
_own(uid) if not uid.inherited

_own(_) if proxy.modern

_problems contains {"path": path, "text": sprintf("adds the capability %s", [name])} if {
	some name in (security.added(proxy.record) - _allowed)
	path := security.capability_path(proxy.record, "add", name)
}

_problems contains {"path": path, "text": "does not drop ALL capabilities"} if {
	proxy.modern
	not "ALL" in security.dropped(proxy.record)
	path := array.concat(_context, ["capabilities"])
}

_tproxy if "TPROXY" in proxy.interception_modes

_tproxy if redirect.mode == "TPROXY"

_binds_low_ports if "NET_BIND_SERVICE" in security.added(proxy.record)

_allowed contains "NET_ADMIN" if _tproxy

_allowed contains "NET_BIND_SERVICE" if security.uid(proxy.record).value == 0
