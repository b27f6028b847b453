# METADATA
# title: An Istio key stands beside the annotations instead of among them
# description: >-
#   An annotation or label counts only inside `metadata.annotations` or `metadata.labels`. One level higher it is an
#   unknown field of the object: the API server refuses it under strict validation and drops it without a word
#   otherwise, so the setting never reaches the injector.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
#     description: The fields of ObjectMeta
# custom:
#   severity: error
#   category: placement
#   stage: source
#   silent: >-
#     The key is not one of Istio's; the object is a custom resource that has a field `annotations` of its own.
#   advice: >-
#     Put the key into `annotations` (or `labels`) inside `metadata`, for a sidecar setting that of the pod template.
#   examples: {bad: [bad.yaml, bad-template.yaml], good: [good.yaml]}
package meshlint.rules.placement.annotation_outside_annotations

import data.meshlint.lib.known
import data.meshlint.lib.metadata
import data.meshlint.lib.workload

# Directly inside metadata, of any object.
report contains {"path": array.concat(block.path, [key]), "at": "key", "message": msg} if {
	some block in metadata.blocks
	some key in _of_istio(object.keys(block.metadata))
	msg := sprintf(
		"%s stands directly in %s, where Kubernetes drops or refuses it: put it into %s.%s.",
		[key, metadata.pointer(block.path), metadata.pointer(block.path), _mapping(key)],
	)
}

# A block of annotations or labels beside the metadata of a template or an
# object.
report contains {"path": path, "at": "key", "message": msg} if {
	some level in _holders
	holder := object.get(input, level, {})
	some name in ["annotations", "labels"]
	some key in _of_istio(object.keys(holder[name]))
	path := array.concat(level, [name])
	msg := sprintf(
		"%s with %s stands beside metadata, where Kubernetes drops or refuses it: move the block into the metadata.",
		[metadata.pointer(path), key],
	)
}

# Where people put the block by mistake: beside the metadata of the object, of
# the jobTemplate or of the pod template, or into the pod spec.
_holders contains [] if workload.template_path

_holders contains [] if input.kind in {"Namespace", "Service"}

_holders contains workload.template_path

_holders contains workload.spec_path

_holders contains ["spec"] if workload.template_path

_holders contains ["spec", "jobTemplate"] if workload.is_cronjob

_holders contains ["spec", "jobTemplate", "spec"] if workload.is_cronjob

_of_istio(keys) := {key | some key in keys; _is_istio(key)}

_is_istio(key) if {
	contains(key, "/")
	known.istio_domain(key)
}

_is_istio("istio-injection")

_mapping(key) := "labels" if {
	known.label_key(key)
	not known.annotation_known(key)
} else := "annotations"
