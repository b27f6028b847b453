# METADATA
# title: The configuration of the proxy has a field that does not exist
# description: >-
#   Fields that ProxyConfig lacks are dropped without a word, so a misspelt setting is simply not there. A frequent
#   form is the whole block wrapped in defaultConfig or meshConfig, as it stands in the configuration of the mesh:
#   then nothing of it counts.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
#     description: ProxyConfig
# custom:
#   severity: warning
#   category: values
#   stage: source
#   silent: >-
#     The field exists, in camelCase or with underscores; the annotation cannot be read at all; the pod is not
#     injected, or has been already.
#   advice: >-
#     Correct the field, or take the wrapping away.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.proxy_config_unknown_field

import data.meshlint.lib.annotations
import data.meshlint.lib.known

_key := "proxy.istio.io/config"

report contains {"path": entry.path, "message": msg} if {
	some entry in annotations.of(_key)
	unknown := sort({concat(".", names) |
		walk(yaml.unmarshal(entry.value), [path, _])
		names := [name | some name in path; is_string(name)]
		_beyond(names)
	})
	msg := sprintf("%s: ProxyConfig has no field %s, so it is dropped without a word: %s", [
		_key,
		concat(", ", unknown),
		_advice(unknown[0]),
	])
}

# A name that the message which it stands in does not know. What is below it is lost with it.
_beyond([name]) if not known.proxy_config_known(name)

_beyond(names) if {
	known.proxy_config_field(array.slice(names, 0, count(names) - 1)).type == "message"
	not known.proxy_config_field(names)
}

_advice(field) := "write its fields without that wrapping." if {
	field in {"defaultConfig", "meshConfig", "proxyConfig", "spec"}
} else := sprintf("did you mean %s?", [known.proxy_config_nearest(field)]) if {
	not contains(field, ".")
} else := "correct or delete it."
