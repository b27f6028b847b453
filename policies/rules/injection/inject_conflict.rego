# METADATA
# title: Label and annotation disagree about injection
# description: >-
#   Where both exist the label `sidecar.istio.io/inject` wins, even an empty one, and the annotation is not looked at
#   (injectRequired in pkg/kube/inject/inject.go). Whoever reads the annotation expects the opposite of what happens.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/
#     description: Controlling the injection policy
# custom:
#   severity: warning
#   category: injection
#   stage: source
#   silent: >-
#     Both have the same value; only one of them exists; the manifest has been injected already.
#   advice: >-
#     Delete the annotation; it is deprecated in favour of the label.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.injection.inject_conflict

import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

_key := "sidecar.istio.io/inject"

report contains {"path": path, "message": msg, "related": [related], "fix": [fix]} if {
	some block in workload.inject_metadata
	label := block.labels[_key]
	annotation := block.annotations[_key]
	label != annotation
	proxy.source
	path := array.concat(block.annotations_path, [_key])
	related := {"path": array.concat(block.labels_path, [_key]), "message": "the label, which wins"}
	fix := {"op": "remove", "path": metadata.pointer(_removed(block, path))}
	msg := sprintf("The annotation %s: %q is ignored, because the label says %q and wins: delete the annotation.", [
		_key,
		annotation,
		label,
	])
}

_removed(block, path) := {true: block.annotations_path, false: path}[count(block.annotations) == 1]
