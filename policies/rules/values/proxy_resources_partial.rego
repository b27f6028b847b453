# METADATA
# title: Some resources of the proxy are set, and the others are lost
# description: >-
#   Each of the four resource annotations switches the defaults of the mesh off, all of them: with proxyCPU alone the
#   proxy has no memory request and no limits. In a namespace with a quota on limits the pod is then refused,
#   elsewhere the proxy may grow without bound.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/
#     description: Resource annotations
# custom:
#   severity: warning
#   category: values
#   stage: both
#   silent: >-
#     All four are set. The severity is info where only the CPU limit is left out, which is often wanted.
#   advice: >-
#     Set all four: proxyCPU, proxyMemory, proxyCPULimit, proxyMemoryLimit.
#   examples: {bad: [bad.yaml, bad-injected.yaml], good: [good.yaml]}
package meshlint.rules.values.proxy_resources_partial

import data.meshlint.lib.annotations
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

_all := [
	"sidecar.istio.io/proxyCPU",
	"sidecar.istio.io/proxyCPULimit",
	"sidecar.istio.io/proxyMemory",
	"sidecar.istio.io/proxyMemoryLimit",
]

report contains {"path": entries[0].path, "severity": _severity(set_keys), "message": msg} if {
	some level in ["template", "jobTemplate"]
	entries := [entry | some key in _all; some entry in annotations.of(key); entry.level == level]
	set_keys := {entry.key | some entry in entries}
	count(set_keys) in {1, 2, 3}
	not proxy.stub.container.resources
	missing := concat(", ", [split(key, "/")[1] | some key in _all; not key in set_keys])
	msg := sprintf("Setting %s switches all defaults for the proxy off, so it has no %s: set all four annotations.", [
		entries[0].key,
		missing,
	])
}

# Both requests and the limit of memory: the CPU limit is left out on purpose.
_severity(set_keys) := "info" if {
	{key | some key in _all} - set_keys == {"sidecar.istio.io/proxyCPULimit"}
} else := "warning"

# Injected: requests that came from annotations, and no limits.
report contains {"path": array.concat(proxy.path, ["resources"]), "message": msg} if {
	proxy.sidecar
	_annotated
	not proxy.overridden("istio-proxy")
	resources := proxy.container.resources
	count(resources.requests) > 0
	count(object.get(resources, "limits", {})) == 0
	msg := concat(" ", [
		"istio-proxy has requests and no limits: the annotations that set them switched the defaults off.",
		"Set all four annotations in the source and inject again.",
	])
}

_annotated if {
	some key in _all
	workload.annotation(key)
}
