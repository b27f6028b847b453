# METADATA
# title: The image auto is never replaced
# description: >-
#   `image: auto` is a placeholder that only the injector replaces. Where the pod is not injected the kubelet tries to
#   pull an image of that name and the pod stays in ImagePullBackOff (IST0146, IST0147).
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/gateway/
#     description: Installing gateways
# custom:
#   severity: error
#   category: injection
#   stage: source
#   silent: >-
#     The pod template asks for injection by label or revision; the Namespace in the stream is injected. The severity
#     is warning where a controller makes the pods and their Namespace is not in the stream.
#   advice: >-
#     Set the label `sidecar.istio.io/inject: "true"` on the pod template, or name a real image.
#   examples: {bad: [bad.yaml, bad-opted-out.yaml], good: [good.yaml]}
package meshlint.rules.injection.image_auto_without_injection

import data.meshlint.lib.injection
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

_placeholders := [record |
	some record in workload.containers
	record.name in {"istio-proxy", "istio-init"}
	record.container.image == "auto"
]

_image(record) := array.concat(record.path, ["image"])

# What the pod itself says leaves no doubt.
report contains {"path": _image(record), "message": msg} if {
	some record in _placeholders
	reason := _never
	msg := sprintf("The image auto of %s is never replaced, because %s: the pod cannot pull it. %s", [
		record.name,
		reason,
		"Ask for injection or name a real image.",
	])
}

_never := "the manifest has been injected already" if {
	count(proxy.status_entries) > 0
} else := "the pod is not injected (it opts out, is on the host network or in a system namespace)" if {
	injection.excluded
}

# Else its Namespace may decide.
aggregate contains object.union(injection.workload_fact, {"path": _image(record), "container": record.name}) if {
	some record in _placeholders
	not _never
	injection.verdict == "namespace"
}

aggregate contains injection.namespace_fact

aggregate_report contains {"fact": pod.id, "severity": severity, "message": msg} if {
	some pod in input.facts
	pod.kind == "workload"
	severity := _severity(pod)
	msg := sprintf("The image auto of %s is not replaced: nothing says that the pod is injected, %s", [
		pod.container,
		"and then it cannot be pulled. Set the label sidecar.istio.io/inject: \"true\" on the pod template.",
	])
}

_severity(pod) := "error" if {
	some namespace in input.facts
	_of(namespace, pod)
	injection.namespace_injects(namespace, pod) == "no"
} else := "error" if {
	pod.object.kind == "Pod"
	not _in_stream(pod)
} else := "warning" if {
	not _in_stream(pod)
}

_in_stream(pod) if {
	some namespace in input.facts
	_of(namespace, pod)
}

_of(namespace, pod) if {
	namespace.kind == "namespace"
	namespace.name == pod.namespace
}
