# METADATA
# title: A value that Istio refuses
# description: >-
#   The injector validates some annotations before it does anything (pkg/kube/inject/validate.go). A value that it
#   refuses makes the injection fail and with it the creation of the pod; the workload shows no pods and an event
#   that names the annotation.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/
#     description: Resource annotations
# custom:
#   severity: error
#   category: values
#   stage: source
#   silent: >-
#     Istio does not look at the value; ports, ranges, quantities and proxy.istio.io/config have rules of their own;
#     the pod is not injected, or has been already.
#   advice: >-
#     Write a value of the kind that the message names.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.annotation_value_invalid

import data.meshlint.lib.annotations
import data.meshlint.lib.known
import data.meshlint.lib.proxy
import data.meshlint.lib.values

report contains object.union({"path": entry.path, "message": msg}, _repair(entry)) if {
	some entry in annotations.given
	known.validator(entry.key) in {"interception", "statusPort", "uint32", "interfaces", "bool"}
	reason := values.refusal(entry.key, entry.value)
	msg := sprintf("%s: %s, so Istio refuses the pod. Correct the value.", [entry.key, reason])
}

# No validator looks at these, but the template of the sidecar goes through them and fails.
report contains {"path": entry.path, "message": msg} if {
	some key in ["sidecar.istio.io/userVolume", "sidecar.istio.io/userVolumeMount"]
	some entry in annotations.of(key)
	proxy.sidecar_template
	not _collection(entry.value)
	msg := sprintf("%s is no JSON object, so the injection fails: write {\"name\": {...}} for each volume.", [key])
}

_collection(text) if type_name(json.unmarshal(text)) in {"object", "array", "null"}

# What a person meant who wrote it so.
_repair(entry) := annotations.rewritten(entry, text) if {
	trimmed := trim_space(entry.value)
	text := [meant |
		some meant in [trimmed, upper(trimmed), object.get(_words, lower(trimmed), "")]
		meant != ""
		not values.refusal(entry.key, meant)
	][0]
} else := {}

_words := {
	"yes": "true", "y": "true", "on": "true", "enabled": "true",
	"no": "false", "n": "false", "off": "false", "disabled": "false",
}
