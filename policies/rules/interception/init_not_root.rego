# METADATA
# title: istio-init does not run as root
# description: >-
#   iptables works for root only, capabilities or not. An istio-init with another UID, or one that inherits
#   `runAsNonRoot: true` from the pod, fails or is refused by the kubelet, and the pod never starts.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/cni/
#     description: The CNI plugin needs no root in the pod
# custom:
#   severity: error
#   category: interception
#   stage: injected
#   silent: >-
#     The UID of istio-init is not written in the manifest; the user overrides the container; it sets no rules.
#   advice: >-
#     Set runAsUser 0 and runAsNonRoot false on istio-init itself, as the injector does.
#   examples: {bad: [bad.yaml], good: [good.yaml, good-cni.yaml]}
package meshlint.rules.interception.init_not_root

import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.redirect
import data.meshlint.lib.security

report contains object.union(finding, _repair) if {
	redirect.sets_rules
	not proxy.overridden("istio-init")
	problem := _problem
	finding := {
		"path": security.context_path(proxy.init),
		"message": sprintf("istio-init needs root, but %s: iptables fails and the pod never starts. %s", [
			problem.text,
			"Set runAsUser: 0 and runAsNonRoot: false on it.",
		]),
		"related": [{"path": problem.path, "message": "the value that counts"}],
	}
}

_repair := {"fix": [{"op": "add", "path": metadata.pointer(path), "value": value} |
	some field, value in {"runAsUser": 0, "runAsNonRoot": false}
	object.get(security.context(proxy.init), field, null) != value
	path := array.concat(security.context_path(proxy.init), [field])
]} if {
	is_object(proxy.init.container.securityContext)
} else := {}

_problem := {"path": uid.path, "text": sprintf("runs as UID %d%s", [uid.value, _from(uid)])} if {
	uid := security.uid(proxy.init)
	uid.value != 0
} else := {"path": non_root.path, "text": sprintf("runAsNonRoot is true%s", [_from(non_root)])} if {
	non_root := security.non_root(proxy.init)
	non_root.value == true
}

_from(found) := " by the pod's securityContext" if found.inherited

_from(found) := "" if not found.inherited
