# METADATA
# title: In TPROXY mode the proxy lacks a right or its group
# description: >-
#   With TPROXY Envoy binds to foreign addresses, which takes NET_ADMIN, and runs as root; the redirect then knows its
#   traffic by the group only. Without the capability inbound listeners fail, without the exempt group the proxy
#   intercepts what it sends itself. The CNI plugin changes nothing about the rights; it exempts the proxy's own group,
#   unless that is 0 or missing.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/#SidecarInterceptionMode
#     description: sidecar.istio.io/interceptionMode
# custom:
#   severity: error
#   category: interception
#   stage: injected
#   silent: >-
#     The mode is REDIRECT; the user of the proxy is not written in the manifest, or there is no securityContext;
#     Envoy was told another mode (interception-mode-mismatch); istio-init sets no rules, or its arguments were replaced
#     by the user.
#   advice: >-
#     Inject again from the source; in TPROXY mode the proxy has runAsUser 0, runAsGroup 1337 and adds NET_ADMIN.
#   examples: {bad: [bad.yaml, bad-cni.yaml, bad-native.yaml], good: [good.yaml]}
package meshlint.rules.interception.tproxy_proxy_privileges

import data.meshlint.lib.mesh
import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.redirect
import data.meshlint.lib.security

report contains {"path": _capabilities, "message": msg} if {
	_tproxy
	not security.privileged(proxy.record)
	count(security.added(proxy.record) & {"NET_ADMIN", "ALL"}) == 0
	msg := concat(" ", [
		"istio-proxy in TPROXY mode has no NET_ADMIN, so Envoy cannot bind to the addresses of others and takes no traffic:",
		"add the capability.",
	])
}

report contains object.union(finding, _repair) if {
	_tproxy
	security.uid(proxy.record).value == 0
	group := _group
	count(security.exempt_gids) > 0
	not group in security.exempt_gids
	exempt := concat(",", [sprintf("%d", [id]) | some id in security.exempt_gids])
	finding := {
		"path": security.context_path(proxy.record),
		"message": sprintf("istio-proxy in TPROXY mode is root and has the group %d, but the redirect exempts %s: %s", [
			group,
			exempt,
			sprintf("the proxy intercepts its own traffic. Set runAsGroup to %s.", [exempt]),
		]),
		"related": [{"path": redirect.path(_by), "message": sprintf("the redirect exempts group %s", [exempt])}],
	}
}

# Only what Istio itself would write: another group in -u may be the fault of the user's override.
_repair := {"fix": [{"op": "add", "path": metadata.pointer(path), "value": mesh.proxy_gid}]} if {
	security.exempt_gids == {mesh.proxy_gid}
	path := array.concat(security.context_path(proxy.record), ["runAsGroup"])
} else := {}

_tproxy if {
	redirect.mode == "TPROXY"
	proxy.sidecar
	_redirects
	is_object(proxy.container.securityContext)
	not _told_otherwise
}

# Then interception-mode-mismatch speaks.
_told_otherwise if {
	mode := proxy.env.ISTIO_META_INTERCEPTION_MODE
	not mode in {"", "TPROXY"}
}

_redirects if redirect.sets_rules

_redirects if proxy.redirector.name == "istio-validation"

# The flag that names the group, or the user whose id stands for it.
_by := "-g" if redirect.flag["-g"]

_by := "-u" if not redirect.flag["-g"]

# Without a group root's own, 0, is that of the process.
_group := security.gid(proxy.record).value

_group := 0 if not security.gid(proxy.record)

_capabilities := array.concat(security.context_path(proxy.record), ["capabilities"])
