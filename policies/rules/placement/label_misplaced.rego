# METADATA
# title: The injection label stands on the workload and not on its pod template
# description: >-
#   The webhook selects pods by their own labels. `sidecar.istio.io/inject` on the metadata of a Deployment, Job or
#   other workload is not copied to its pods, so it neither switches injection on nor off (the objectSelector of the
#   sidecar webhook sees the labels of the Pod).
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/
#     description: Controlling the injection policy
# custom:
#   severity: warning
#   category: placement
#   stage: source
#   silent: >-
#     The pod template (or the jobTemplate of a CronJob, which `istioctl kube-inject` reads) carries the label as
#     well; the manifest has been injected already.
#   advice: >-
#     Move the label to the pod template (`spec.template.metadata.labels`).
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.placement.label_misplaced

import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

_key := "sidecar.istio.io/inject"

report contains {"path": path, "at": "key", "message": msg, "fix": array.concat(_add, _remove)} if {
	value := workload.object_labels[_key]
	not workload.is_pod
	proxy.source
	not workload.labels[_key]
	not workload.job_labels[_key]
	path := array.concat(workload.object_labels_path, [_key])
	msg := sprintf(
		"The label %s: %q stands on the %s itself, where the webhook does not see it, so it decides nothing: %s",
		[_key, value, workload.kind, "move it to the labels of the pod template."],
	)
}

_value := workload.object_labels[_key]

_add := [{
	"op": "add",
	"path": metadata.pointer(array.concat(workload.labels_path, [_key])),
	"value": _value,
}] if {
	is_object(workload.metadata.labels)
} else := [{"op": "add", "path": metadata.pointer(workload.labels_path), "value": {_key: _value}}] if {
	is_object(object.get(input, array.concat(workload.template_path, ["metadata"]), null))
} else := [{"op": "add", "path": metadata.pointer(workload.metadata_path), "value": {"labels": {_key: _value}}}]

_remove := [{"op": "remove", "path": metadata.pointer(path)}] if {
	block := workload.object_labels_path
	path := {true: block, false: array.concat(block, [_key])}[count(input.metadata.labels) == 1]
}
