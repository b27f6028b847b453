# METADATA
# title: An annotation of Istio that Istio does not know
# description: >-
#   The key lies in a domain of Istio, or in one that is a typing error away from it, and no release reads it. It is
#   stored and nothing happens: the setting that somebody wanted is simply not there (the known keys are those of the
#   istio.io/api module and those that the code of Istio reads besides).
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/
#     description: Resource annotations
# custom:
#   severity: warning
#   category: placement
#   stage: both
#   silent: >-
#     The key belongs to another vendor, is written by Istio itself, or is honoured though the reference does not list
#     it; rules of their own speak of labels that stand among the annotations.
#   advice: >-
#     Correct the key to the one that the message names, or delete it.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.placement.annotation_unknown

import data.meshlint.lib.known
import data.meshlint.lib.labels
import data.meshlint.lib.metadata

report contains {"path": entry.path, "at": "key", "message": msg} if {
	some key in _unknown(metadata.annotation_keys)
	some entry in metadata.entries
	entry.kind == "annotations"
	entry.key == key
	msg := sprintf("Istio knows no annotation %s, so it is without effect: %s", [entry.key, _hint(entry.key)])
}

_unknown(keys) := {key | some key in (keys - labels.dataplane); known.unknown_annotation(key)}

_hint(key) := known.advice(key)

_hint(key) := sprintf("did you mean %s?", [near]) if {
	not known.advice(key)
	near := known.nearest(key)
}

_hint(key) := "delete it, or look the key up in the reference of annotations." if {
	not known.advice(key)
	not known.nearest(key)
}
