# METADATA
# title: The annotation cannot switch injection on
# description: >-
#   Only the label `sidecar.istio.io/inject: "true"` takes part in the selectors of the webhook. The annotation is
#   read by the injector afterwards, when the webhook has been called already: in a namespace that is not labelled for
#   injection it is never seen and the pod starts without a sidecar.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/
#     description: Controlling the injection policy
# custom:
#   severity: warning
#   category: injection
#   stage: source
#   silent: >-
#     The pod has the label, or a revision label; the Namespace in the stream is injected; the parameter
#     assume-namespace says that namespaces are injected; the pod is on the host network or in a system namespace; the
#     manifest has been injected already.
#   advice: >-
#     Use the label `sidecar.istio.io/inject: "true"` on the pod template.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.injection.inject_annotation_cannot_enable

import data.meshlint.lib.injection
import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

_key := "sidecar.istio.io/inject"

aggregate contains object.union(injection.workload_fact, {"path": _path, "fix": _fix}) if {
	workload.metadata.annotations[_key] == "true"
	not _key in object.keys(workload.labels)
	proxy.source
	injection.verdict == "namespace"
}

aggregate contains injection.namespace_fact

_path := array.concat(workload.annotations_path, [_key])

_fix := array.concat(_added, [{"op": "remove", "path": metadata.pointer(_removed)}])

_added := [{"op": "add", "path": metadata.pointer(array.concat(workload.labels_path, [_key])), "value": "true"}] if {
	is_object(workload.metadata.labels)
} else := [{"op": "add", "path": metadata.pointer(workload.labels_path), "value": {_key: "true"}}]

_removed := {true: workload.annotations_path, false: _path}[count(workload.annotations) == 1]

aggregate_report contains {"fact": pod.id, "message": msg, "fix": pod.fix} if {
	some pod in input.facts
	pod.kind == "workload"
	not _injected(pod)
	msg := sprintf(
		"The annotation %s: \"true\" cannot switch injection on: the webhook selects pods by label only. Use the label.",
		[_key],
	)
}

_injected(pod) if {
	some namespace in input.facts
	namespace.kind == "namespace"
	namespace.name == pod.namespace
	injection.namespace_selected(namespace) == "yes"
}
