# METADATA
# title: In TPROXY mode the proxy lacks a right or its group
# description: >-
#   With TPROXY Envoy binds to foreign addresses, which takes NET_ADMIN, and runs as root; the redirect then knows its
#   traffic by the group only. Without the capability inbound listeners fail, without the exempt group the proxy
#   intercepts what it sends itself.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/#SidecarInterceptionMode
#     description: sidecar.istio.io/interceptionMode
# custom:
#   severity: error
#   category: interception
#   stage: injected
#   silent: >-
#     The mode is REDIRECT; the ids of the proxy are not written in the manifest.
#   advice: >-
#     Inject again from the source; in TPROXY mode the proxy has runAsUser 0, runAsGroup 1337 and adds NET_ADMIN.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.interception.tproxy_proxy_privileges

import data.meshlint.lib.proxy
import data.meshlint.lib.redirect
import data.meshlint.lib.security

report contains {"path": _capabilities, "message": msg} if {
	_tproxy
	not security.privileged(proxy.record)
	not "NET_ADMIN" in security.added(proxy.record)
	msg := concat(" ", [
		"istio-proxy in TPROXY mode has no NET_ADMIN, so Envoy cannot bind to the addresses of others and takes no traffic:",
		"add the capability.",
	])
}

report contains {"path": security.context_path(proxy.record), "message": msg, "related": [related]} if {
	_tproxy
	security.uid(proxy.record).value == 0
	group := _group
	not group in redirect.gid_numbers
	exempt := concat(",", sort(redirect.gids))
	related := {"path": redirect.path("-u"), "message": sprintf("the redirect exempts group %s", [exempt])}
	msg := sprintf("istio-proxy in TPROXY mode is root and has the group %d, but the redirect exempts %s: %s", [
		group,
		exempt,
		sprintf("the proxy intercepts its own traffic. Set runAsGroup to %s.", [exempt]),
	])
}

_tproxy if {
	redirect.sets_rules
	proxy.sidecar
	redirect.mode == "TPROXY"
	is_object(proxy.container.securityContext)
}

# Without a group root's own, 0, is that of the process.
_group := security.gid(proxy.record).value

_group := 0 if not security.gid(proxy.record)

_capabilities := array.concat(security.context_path(proxy.record), ["capabilities"])
