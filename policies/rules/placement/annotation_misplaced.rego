# METADATA
# title: A pod annotation stands where the injector does not read it
# description: >-
#   The sidecar injector reads the annotations of the pod, which come from the pod template. On the metadata of a
#   Deployment, of the jobTemplate of a CronJob, of a Namespace or of a Service the key is stored and nothing reads
#   it, so the setting is without effect and nothing says so (injectRequired and the injection templates in
#   pkg/kube/inject of istio/istio see pod metadata only). Only `istioctl kube-inject` reads the jobTemplate of a
#   CronJob, which the webhook never sees.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/
#     description: Annotations and the resources that they apply to
# custom:
#   severity: warning
#   category: placement
#   stage: source
#   silent: >-
#     Istio reads the key on that kind of object; Istio itself writes the key; the manifest has been injected already;
#     the pod template of a CronJob carries it with the same value as the jobTemplate. The severity is info where the
#     pod template carries the same key.
#   advice: >-
#     Move the annotation to the metadata of the pod template (`spec.template.metadata.annotations`).
#   examples:
#     bad: [bad.yaml, bad-cronjob.yaml, bad-namespace.yaml]
#     good: [good.yaml, good-cronjob.yaml]
package meshlint.rules.placement.annotation_misplaced

import data.meshlint.lib.known
import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

# On a workload: the key does nothing on the object or on the jobTemplate.
report contains object.union(finding, _repair(entry)) if {
	not workload.is_pod
	proxy.source
	some entry in metadata.entries
	entry.kind == "annotations"
	_levels[entry.level]
	_of_the_pod(entry.key)
	not known.applies_to(entry.key, workload.kind)
	not _kept_for_kube_inject(entry)
	finding := {
		"path": entry.path,
		"at": "key",
		"severity": _severity(entry.key),
		"message": sprintf("The annotation %s stands on %s, where nothing reads it: the injector looks at %s only. %s", [
			entry.key,
			_levels[entry.level],
			"the pod template",
			_advice(entry.key),
		]),
	}
}

# On a Namespace or a Service there is no pod template to move it to.
report contains {"path": entry.path, "at": "key", "message": msg} if {
	input.kind in {"Namespace", "Service"}
	some entry in metadata.entries
	entry.kind == "annotations"
	_of_the_pod(entry.key)
	not known.applies_to(entry.key, input.kind)
	msg := sprintf(
		"The annotation %s stands on a %s, where nothing reads it: set it on the pod templates that it is meant for.",
		[entry.key, input.kind],
	)
}

_levels := {"object": sprintf("the %s itself", [workload.kind]), "jobTemplate": "the jobTemplate of the CronJob"}

_of_the_pod(key) if {
	known.istio_domain(key)
	known.pod_annotation(key)
	not known.generated_annotation(key)
}

# kube-inject reads the jobTemplate of a CronJob, the webhook the pod template:
# the same value on both is how to serve both.
_kept_for_kube_inject(entry) if {
	entry.level == "jobTemplate"
	workload.annotations[entry.key] == workload.job_annotations[entry.key]
}

_severity(key) := "info" if {
	workload.annotations[key]
} else := "warning"

_advice(key) := "The pod template has the key as well, so this copy can go." if {
	workload.annotations[key]
} else := "Move it to the metadata of the pod template."

# A setting can be moved as it is. Only the opt-in is left alone: as an
# annotation of the pod it could not switch injection on either.
_repair(entry) := {"fix": array.concat(_add(entry), _remove(entry))} if {
	not workload.annotations[entry.key]
	not _opt_in(entry)
} else := {"fix": _remove(entry)} if {
	workload.annotations[entry.key] == workload.text(entry.value)
} else := {}

_opt_in(entry) if {
	entry.key == "sidecar.istio.io/inject"
	workload.text(entry.value) != "false"
}

_add(entry) := [{
	"op": "add",
	"path": metadata.pointer(array.concat(workload.annotations_path, [entry.key])),
	"value": workload.text(entry.value),
}] if {
	is_object(workload.metadata.annotations)
} else := [{
	"op": "add",
	"path": metadata.pointer(workload.annotations_path),
	"value": {entry.key: workload.text(entry.value)},
}] if {
	is_object(object.get(input, array.concat(workload.template_path, ["metadata"]), null))
} else := [{
	"op": "add",
	"path": metadata.pointer(workload.metadata_path),
	"value": {"annotations": {entry.key: workload.text(entry.value)}},
}]

# The last annotation takes the empty mapping with it.
_remove(entry) := [{"op": "remove", "path": metadata.pointer(path)}] if {
	block := metadata.parent(entry.path)
	path := {true: block, false: entry.path}[count(object.get(input, block, {})) == 1]
}
