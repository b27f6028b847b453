# METADATA
# title: The proxy's UID is not the one that the redirect exempts
# description: >-
#   istio-init writes rules that leave traffic alone when the user or the group of its socket is exempt (-u, -g).
#   Where neither the UID nor the GID of istio-proxy is among them, what the proxy sends is redirected to the proxy
#   again: an endless loop, and every connection of the pod fails. Where only the group is exempt the pod works until
#   somebody drops the group (tools/istio-iptables of istio/istio, owner match in the chain ISTIO_OUTPUT).
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/deployment/application-requirements/
#     description: Application requirements
# custom:
#   severity: error
#   category: interception
#   stage: injected
#   silent: >-
#     Istio runs the proxy as root with an exempt group (TPROXY, NET_BIND_SERVICE, trace logging); the ids are not
#     written in the manifest; istio-init sets no rules, or its arguments were replaced by the user.
#   advice: >-
#     Make `runAsUser` of istio-proxy equal to the value of `-u`, or inject again from the source.
#   examples: {bad: [bad.yaml, bad-native.yaml, bad-old.yaml], good: [good.yaml, good-old.yaml, good-tproxy.yaml]}
package meshlint.rules.interception.proxy_uid_mismatch

import data.meshlint.lib.mesh
import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.redirect
import data.meshlint.lib.security

report contains object.union(finding, _repair(uid)) if {
	redirect.sets_rules
	proxy.sidecar
	uid := security.uid(proxy.record)
	not uid.value in redirect.uid_numbers
	not _by_group(uid)
	effect := _effect(uid.value)
	exempt := concat(",", sort(redirect.uids))
	finding := {
		"path": uid.path,
		"message": sprintf("istio-proxy runs as UID %d, but istio-init exempts UID %s (-u): %s %s", [
			uid.value,
			exempt,
			effect,
			_advice(uid.value),
		]),
		"related": [{"path": redirect.path("-u"), "message": sprintf("the redirect exempts UID %s", [exempt])}],
	}
}

# In TPROXY mode the proxy has to be root.
_advice(uid) := sprintf("Set runAsGroup to %s.", [concat(",", sort(redirect.gids))]) if {
	uid == 0
	redirect.mode == "TPROXY"
} else := sprintf("Set runAsUser to %s.", [concat(",", sort(redirect.uids))])

# Up to Istio 1.4 the proxy has no user of its own in TPROXY mode, only the group.
_by_group(uid) if {
	uid.inherited
	redirect.mode == "TPROXY"
	_group_exempt
}

_gid := security.gid(proxy.record).value

_group_exempt if _gid in redirect.gid_numbers

# Root with an exempt group is what Istio itself writes in three cases, and proxy-privileges sees the others.
_effect(0) := "the proxy's own traffic is redirected to itself." if {
	_gid
	not _group_exempt
}

_effect(0) := "the proxy's own traffic is redirected to itself." if {
	not _gid
	redirect.mode != "TPROXY"
}

_effect(uid) := "the proxy's own traffic is redirected to itself." if {
	uid != 0
	not _group_exempt
}

_effect(uid) := "only its group saves the proxy's traffic from being redirected to itself." if {
	uid != 0
	_group_exempt
}

# It is runAsUser that somebody changed, and not -u, where the group or the mesh says the same as -u.
_repair(uid) := {"fix": [{"op": "replace", "path": metadata.pointer(uid.path), "value": exempt}]} if {
	uid.value != 0
	not uid.inherited
	not proxy.overridden("istio-proxy")
	count(redirect.uids) == 1
	some exempt in redirect.uid_numbers
	_confirmed(exempt)
} else := {}

_confirmed(exempt) if _gid == exempt

_confirmed(exempt) if exempt == mesh.proxy_uid
