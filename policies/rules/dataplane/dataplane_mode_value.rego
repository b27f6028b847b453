# METADATA
# title: A data plane mode that does not exist
# description: >-
#   istio-cni enrols pods by `istio.io/dataplane-mode: ambient` and leaves those with `none` alone. Any other value is
#   stored and does nothing, so a namespace meant for ambient (or for sidecars) simply stays outside the mesh.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/labels/#IoIstioDataplaneMode
#     description: istio.io/dataplane-mode
# custom:
#   severity: warning
#   category: dataplane
#   stage: source
#   silent: >-
#     The value is ambient or none; the label stands on an object that is no Namespace and no pod.
#   advice: >-
#     Write ambient or none; for sidecars use `istio-injection` or `istio.io/rev` instead.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.dataplane.dataplane_mode_value

import data.meshlint.lib.metadata

_key := "istio.io/dataplane-mode"

report contains {"path": entry.path, "message": msg} if {
	_key in metadata.label_keys
	some entry in metadata.entries
	entry.kind == "labels"
	entry.key == _key
	_is_read(entry.level)
	is_string(entry.value)
	not entry.value in {"ambient", "none"}
	msg := sprintf("%s: %q does nothing: istio-cni knows ambient and none only, so the mode is not switched.%s", [
		_key,
		entry.value,
		_hint(entry.value),
	])
}

_is_read("template")

_is_read("object") if input.kind == "Namespace"

_hint(value) := " For sidecars set istio-injection: enabled on the Namespace." if {
	contains(lower(value), "sidecar")
} else := ""
