# METADATA
# title: The status of ambient capture is written by hand
# description: >-
#   `ambient.istio.io/redirection` is a status: istio-cni writes it on a pod when it has set up the capture of the
#   node. In a manifest it switches nothing on or off and misleads whoever reads it; a pod leaves ambient by the label
#   `istio.io/dataplane-mode: none`.
# related_resources:
#   - ref: https://istio.io/latest/docs/ambient/usage/add-workloads/
#     description: Add workloads to an ambient mesh
# custom:
#   severity: warning
#   category: placement
#   stage: source
#   silent: >-
#     The object is a dump of a living one (it has a uid or a status).
#   advice: >-
#     Delete the annotation; use the label `istio.io/dataplane-mode` with ambient or none.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.placement.ambient_status_annotation

import data.meshlint.lib.metadata
import data.meshlint.lib.workload

_key := "ambient.istio.io/redirection"

report contains {"path": entry.path, "at": "key", "message": msg, "fix": [fix]} if {
	_key in metadata.annotation_keys
	some entry in metadata.entries
	entry.kind == "annotations"
	entry.key == _key
	not workload.live
	block := metadata.parent(entry.path)
	path := {true: block, false: entry.path}[count(object.get(input, block, {})) == 1]
	fix := {"op": "remove", "path": metadata.pointer(path)}
	msg := sprintf("%s is a status that istio-cni writes, no switch: delete it, and set the label %s instead.", [
		_key,
		"istio.io/dataplane-mode",
	])
}
