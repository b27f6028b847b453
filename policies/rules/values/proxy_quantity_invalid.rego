# METADATA
# title: A resource annotation that is no quantity
# description: >-
#   The injector reads the four resource annotations as Kubernetes quantities and refuses what is none: the pod is
#   not created. GB is no unit (Gi and G are), a blank before the unit is none, and a block scalar brings a line end
#   with it.
# related_resources:
#   - ref: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
#     description: Quantity
# custom:
#   severity: error
#   category: values
#   stage: source
#   silent: >-
#     The value is a quantity; the pod is not injected, or has been already.
#   advice: >-
#     Write a quantity such as 250m, 128Mi or 1Gi on one line.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.proxy_quantity_invalid

import data.meshlint.lib.annotations
import data.meshlint.lib.known
import data.meshlint.lib.quantity
import data.meshlint.lib.values

report contains object.union({"path": entry.path, "message": msg}, _repair(entry)) if {
	some entry in annotations.given
	known.validator(entry.key) == "quantity"
	reason := values.refusal(entry.key, entry.value)
	msg := sprintf("%s: %s, so Istio refuses the pod. Write a quantity such as 250m, 128Mi or 1Gi.", [
		entry.key,
		reason,
	])
}

# Only blanks and line ends are too much.
_repair(entry) := annotations.rewritten(entry, text) if {
	text := regex.replace(entry.value, `\s`, "")
	quantity.valid(text)
} else := {}
