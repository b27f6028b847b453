# METADATA
# title: The revision is an annotation and not a label
# description: >-
#   The webhook of a revision selects pods by the label `istio.io/rev`. An annotation of that name is what the
#   injector writes into a pod when it is done; on a pod template that people write it selects nothing, so another
#   control plane injects the pod, or none.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/upgrade/canary/
#     description: Canary upgrades
# custom:
#   severity: warning
#   category: placement
#   stage: source
#   silent: >-
#     The manifest has been injected (the injector writes this annotation), or is a dump of a living object.
#   advice: >-
#     Make it a label of the pod template.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.placement.revision_as_annotation

import data.meshlint.lib.labels
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

report contains {"path": path, "at": "key", "message": msg} if {
	value := workload.annotations[labels.revision]
	proxy.source
	not workload.live
	path := array.concat(workload.annotations_path, [labels.revision])
	msg := sprintf(
		"The revision %q is an annotation, which selects nothing: the webhooks look at the label %s. Make it a label.",
		[value, labels.revision],
	)
}
