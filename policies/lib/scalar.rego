# METADATA
# description: Values of annotations and labels that are no strings - how to name them and how to quote them.
package meshlint.lib.scalar

import data.meshlint.lib.known
import data.meshlint.lib.metadata

# METADATA
# description: The value as a message names it, with the type that Kubernetes reads.
described(value) := sprintf("%v (%s)", [value, type_name(value)]) if {
	is_boolean(value)
} else := sprintf("%v (%s)", [value, type_name(value)]) if {
	is_number(value)
} else := type_name(value)

# METADATA
# description: >-
#   `{"fix": ...}` that quotes the value of a metadata entry, `{}` where that cannot be done. A boolean of an Istio key
#   means true or false however it is spelled, which the `test` says; elsewhere the spelling of the source counts, and
#   the repair is left out where it is not that of the value (`no` may be the country, `1.10` the version).
quoted(entry) := {"fix": array.concat(_tested(entry), [{
	"op": "replace",
	"path": metadata.pointer(entry.path),
	"value": sprintf("%v", [entry.value]),
}])} if {
	type_name(entry.value) in {"boolean", "number"}
} else := {}

_tested(entry) := [{"op": "test", "path": metadata.pointer(entry.path), "value": entry.value}] if {
	is_boolean(entry.value)
	known.istio_domain(entry.key)
} else := []
