# METADATA
# title: The value of an annotation is no string
# description: >-
#   Annotations are strings. An unquoted `true`, `off` or `8080` is a boolean or a number for Kubernetes, which reads
#   YAML 1.1, and the API server refuses the whole object with an error that names a byte offset instead of the key.
#   `istioctl kube-inject` turns the value into text without a word, so the fault shows only when the source is
#   applied.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/
#     description: Annotations are strings
# custom:
#   severity: error
#   category: placement
#   stage: both
#   silent: >-
#     The value is quoted, or an alias of a string.
#   advice: >-
#     Quote the value.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.placement.annotation_not_string

import data.meshlint.lib.metadata
import data.meshlint.lib.scalar

report contains object.union({"path": entry.path, "message": msg}, scalar.quoted(entry)) if {
	some entry in metadata.not_text
	entry.kind == "annotations"
	msg := sprintf("The annotation %s has the value %s, but annotations are strings: %s", [
		entry.key,
		scalar.described(entry.value),
		"the API server refuses the object. Quote the value.",
	])
}
