# METADATA
# title: A label of the data plane stands among the annotations
# description: >-
#   `istio.io/waypoint-for`, `istio.io/use-waypoint`, `istio.io/dataplane-mode` and `istio-injection` are labels: the
#   waypoint controller, istio-cni and the webhooks select by them. As annotations they are stored and ignored, so the
#   waypoint serves nothing, and the namespace or pod stays where it was.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/labels/
#     description: Resource labels
# custom:
#   severity: error
#   category: placement
#   stage: source
#   silent: >-
#     The object carries the label of that name with the same value as well.
#   advice: >-
#     Move the key from the annotations to the labels of the same object.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.placement.waypoint_label_as_annotation

import data.meshlint.lib.labels
import data.meshlint.lib.metadata
import data.meshlint.lib.workload

report contains {"path": entry.path, "at": "key", "message": msg, "fix": _move(entry, meta)} if {
	count(labels.dataplane & metadata.annotation_keys) > 0
	some entry in metadata.entries
	entry.kind == "annotations"
	entry.key in labels.dataplane
	some block in metadata.blocks
	block.level == entry.level
	meta := block.metadata
	object.get(meta, ["labels", entry.key], null) != entry.value
	msg := sprintf("%s is a label and is ignored among the annotations: move it to the labels.", [entry.key])
}

_move(entry, meta) := array.concat(_added(entry, meta), [{"op": "remove", "path": metadata.pointer(path)}]) if {
	block := metadata.parent(entry.path)
	path := {true: block, false: entry.path}[count(meta.annotations) == 1]
}

_added(entry, meta) := [{
	"op": "add",
	"path": metadata.pointer(array.concat(_labels_path(entry), [entry.key])),
	"value": workload.text(entry.value),
}] if {
	is_object(meta.labels)
} else := [{
	"op": "add",
	"path": metadata.pointer(_labels_path(entry)),
	"value": {entry.key: workload.text(entry.value)},
}]

_labels_path(entry) := array.concat(metadata.parent(metadata.parent(entry.path)), ["labels"])
