# METADATA
# title: istio-init lacks the capabilities to write its rules
# description: >-
#   iptables needs NET_ADMIN, and raw sockets NET_RAW. Without them istio-init ends with "Permission denied" and the
#   pod stays in Init:CrashLoopBackOff. The injection template adds both to a container that drops ALL.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/cni/
#     description: Without these capabilities use the Istio CNI plugin
# custom:
#   severity: error
#   category: interception
#   stage: injected
#   silent: >-
#     istio-init is privileged, or the user overrides it; NET_RAW up to Istio 1.4, whose template does not add it.
#   advice: >-
#     Add NET_ADMIN and NET_RAW to `capabilities.add` of istio-init, or use the CNI plugin.
#   examples: {bad: [bad.yaml], good: [good.yaml, good-old.yaml]}
package meshlint.rules.interception.init_capabilities_missing

import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.redirect
import data.meshlint.lib.security

report contains object.union(finding, _repair(missing)) if {
	redirect.sets_rules
	not security.privileged(proxy.init)
	not proxy.overridden("istio-init")
	added := security.added(proxy.init)
	not "ALL" in added
	missing := _needed - added
	count(missing) > 0
	text := "istio-init has no %s, so iptables refuses to write the redirect and the pod never starts: add %s."
	finding := {"path": _capabilities, "message": sprintf(text, [
		concat(" and no ", sort(missing)),
		{true: "it", false: "both"}[count(missing) == 1],
	])}
}

_capabilities := array.concat(security.context_path(proxy.init), ["capabilities"])

_repair(missing) := {"fix": [{"op": "add", "path": metadata.pointer(path), "value": name} | some name in missing]} if {
	is_array(proxy.init.container.securityContext.capabilities.add)
	path := array.concat(_capabilities, ["add", "-"])
} else := {"fix": [{"op": "add", "path": metadata.pointer(path), "value": sort(missing)}]} if {
	is_object(proxy.init.container.securityContext.capabilities)
	path := array.concat(_capabilities, ["add"])
} else := {}

_needed := {"NET_ADMIN", "NET_RAW"} if {
	proxy.modern
} else := {"NET_ADMIN"}
