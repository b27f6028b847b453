# METADATA
# title: The revision of a namespace is hidden by its injection label
# description: >-
#   With `istio-injection: enabled` on a Namespace the webhook of the default revision injects, and those of other
#   revisions leave it alone: `istio.io/rev` is ignored (IST0123). An upgrade by revision then seems to do nothing.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/upgrade/canary/
#     description: Canary upgrades
#   - ref: https://istio.io/latest/docs/reference/config/analysis/ist0123/
#     description: NamespaceMultipleInjectionLabels
# custom:
#   severity: warning
#   category: injection
#   stage: source
#   silent: >-
#     Injection is disabled or has a value of no meaning; only one of the two labels exists.
#   advice: >-
#     Remove `istio-injection` to use the revision, or `istio.io/rev` to stay with the default one.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.injection.revision_label_conflict

_revision := "istio.io/rev"

report contains {"path": ["metadata", "labels", _revision], "message": msg, "related": [related]} if {
	input.kind == "Namespace"
	input.metadata.labels["istio-injection"] == "enabled"
	value := input.metadata.labels[_revision]
	related := {"path": ["metadata", "labels", "istio-injection"], "message": "the label that wins"}
	msg := sprintf(
		"The revision %v is ignored, because istio-injection: enabled selects the default one: remove one of the labels.",
		[value],
	)
}
