# METADATA
# title: The value of a label is no string
# description: >-
#   Labels are strings. An unquoted `yes`, `no` or `1.0` is a boolean or a number for Kubernetes, which reads YAML
#   1.1, and the API server refuses the whole object. A YAML 1.2 reader sees a harmless word, so the fault stays
#   hidden until the manifest is applied.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/
#     description: Labels are strings
# custom:
#   severity: error
#   category: placement
#   stage: both
#   silent: >-
#     The value is quoted, or an alias of a string.
#   advice: >-
#     Quote the value.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.placement.label_not_string

import data.meshlint.lib.metadata
import data.meshlint.lib.scalar

report contains object.union({"path": entry.path, "message": msg}, scalar.quoted(entry)) if {
	some entry in metadata.not_text
	entry.kind == "labels"
	msg := sprintf("The label %s has the value %s, but labels are strings: %s", [
		entry.key,
		scalar.described(entry.value),
		"the API server refuses the object. Quote the value.",
	])
}
