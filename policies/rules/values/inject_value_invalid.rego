# METADATA
# title: An injection value that is neither true nor false
# description: >-
#   The injector compares with true and false. Up to Istio 1.26 yes and on counted as true and everything else as
#   false; since 1.27 every other value means the default of the namespace. What happens changes with an upgrade.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/
#     description: Controlling the injection policy
# custom:
#   severity: error
#   category: values
#   stage: source
#   silent: >-
#     The value is true, false or empty; the manifest has been injected already.
#   advice: >-
#     Write "true" or "false".
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.inject_value_invalid

import data.meshlint.lib.annotations
import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

report contains object.union({"path": entry.path, "message": msg}, _repair(entry)) if {
	proxy.source
	not workload.host_network
	some entry in metadata.entries
	entry.key == "sidecar.istio.io/inject"
	entry.level != "object"
	is_string(entry.value)
	not entry.value in {"true", "false", ""}
	msg := sprintf("sidecar.istio.io/inject: %q is neither true nor false: %s Write \"true\" or \"false\".", [
		entry.value,
		"up to Istio 1.26 most values meant no, since 1.27 they mean the default of the namespace.",
	])
}

_repair(entry) := annotations.rewritten(entry, text) if {
	text := _words[lower(trim_space(entry.value))]
} else := {}

_words := {
	"true": "true", "yes": "true", "y": "true", "on": "true", "1": "true", "enabled": "true",
	"false": "false", "no": "false", "n": "false", "off": "false", "0": "false", "disabled": "false",
}
