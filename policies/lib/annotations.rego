# METADATA
# title: Annotations that an injector is going to read
# description: >-
#   Of a manifest that people write and that may be injected: pod template and, of a CronJob, jobTemplate. Values that
#   are no text are left out, annotation-not-string speaks of them.
package meshlint.lib.annotations

import data.meshlint.lib.injection
import data.meshlint.lib.metadata

# METADATA
# title: All of them
# description: Set of {key, value, path, level}.
given contains entry if {
	injection.may_be_injected
	some entry in metadata.entries
	entry.kind == "annotations"
	entry.level != "object"
	is_string(entry.value)
}

# METADATA
# title: One of them, by key
# description: Set of entries of that key, of both levels of a CronJob.
of(key) := {entry | some entry in given; entry.key == key} if injection.may_be_injected

# METADATA
# title: Another value for a label or annotation
# description: '`{"fix": ...}` to go with a finding; the entry needs its path only.'
rewritten(entry, text) := {"fix": [{"op": "replace", "path": metadata.pointer(entry.path), "value": text}]}
