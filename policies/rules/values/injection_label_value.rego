# METADATA
# title: A value of istio-injection that switches injection off
# description: >-
#   The webhooks look for istio-injection=enabled. Any other value, true included, keeps them away from the whole
#   namespace, and then pods that ask for injection by label or revision do not get it either.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/
#     description: Controlling the injection policy
# custom:
#   severity: error
#   category: values
#   stage: source
#   silent: >-
#     The value is enabled or disabled.
#   advice: >-
#     Write enabled or disabled.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.injection_label_value

import data.meshlint.lib.annotations

_key := "istio-injection"

_path := ["metadata", "labels", _key]

report contains object.union({"path": _path, "message": msg}, _repair(value)) if {
	input.kind == "Namespace"
	value := input.metadata.labels[_key]
	is_string(value)
	not value in {"enabled", "disabled"}
	msg := sprintf("%s: %q switches injection off for the whole namespace, even for pods that ask for it: %s", [
		_key,
		value,
		"write enabled or disabled.",
	])
}

_repair(value) := annotations.rewritten({"path": _path}, text) if {
	text := _words[lower(trim_space(value))]
} else := {}

_words := {
	"enabled": "enabled", "enable": "enabled", "true": "enabled", "yes": "enabled", "on": "enabled",
	"disabled": "disabled", "disable": "disabled", "false": "disabled", "no": "disabled", "off": "disabled",
}
