# METADATA
# title: Labels and annotations at every level of an object
# description: >-
#   An object may carry metadata itself, in its pod template and, a CronJob, in its job template; which of them counts
#   differs from key to key. Here they stand side by side, with raw values.
package meshlint.lib.metadata

import data.meshlint.lib.workload

# METADATA
# title: Metadata blocks of the object
# description: >-
#   Array of {level, path, metadata}. Levels are "object", "jobTemplate" (CronJob) and "template"; a Pod has only
#   "template", other objects without a template only "object".
blocks := [block |
	is_object(input)
	some [level, path] in _places
	metadata := object.get(input, path, null)
	is_object(metadata)
	block := {"level": level, "path": path, "metadata": metadata}
]

default _places := [["object", ["metadata"]]]

_places := [["template", ["metadata"]]] if workload.is_pod

_places := [["object", ["metadata"]], ["template", workload.metadata_path]] if {
	workload.template_path
	not workload.is_pod
	not workload.is_cronjob
}

_places := [
	["object", ["metadata"]],
	["jobTemplate", ["spec", "jobTemplate", "metadata"]],
	["template", workload.metadata_path],
] if {
	workload.is_cronjob
}

# METADATA
# title: All labels and annotations of the object
# description: Set of {level, kind ("annotations" or "labels"), key, value (as it stands in the manifest), path}.
entries contains entry if {
	some block in blocks
	some kind in ["annotations", "labels"]
	pairs := block.metadata[kind]
	is_object(pairs)
	some key, value in pairs
	entry := {
		"level": block.level,
		"kind": kind,
		"key": key,
		"value": value,
		"path": array.concat(block.path, [kind, key]),
	}
}

# METADATA
# title: Keys of all annotations, at whatever level
# description: For a first look, since most rules want a key that most objects do not have.
annotation_keys := _keys("annotations")

# METADATA
# title: Keys of all labels, at whatever level
label_keys := _keys("labels")

_keys(kind) := union({object.keys(pairs) | some block in blocks; pairs := block.metadata[kind]; is_object(pairs)})

# METADATA
# title: Labels and annotations whose value is no text
# description: Set of entries as above.
not_text contains entry if {
	some block in blocks
	some kind in ["annotations", "labels"]
	some key in _not_text(workload.as_object(block.metadata[kind]))
	entry := {
		"level": block.level,
		"kind": kind,
		"key": key,
		"value": block.metadata[kind][key],
		"path": array.concat(block.path, [kind, key]),
	}
}

_not_text(pairs) := {key | some key, value in pairs; not is_string(value)}

# METADATA
# title: Domain of a key
# description: The part before the slash, "" when there is none.
domain(key) := split(key, "/")[0] if contains(key, "/")

domain(key) := "" if not contains(key, "/")

# METADATA
# title: Name of a key
# description: The part after the first slash, the whole key when there is none.
name(key) := substring(key, indexof(key, "/") + 1, -1)

# METADATA
# title: The domain is Istio's
istio_domain("istio.io")

istio_domain(domain_) if endswith(domain_, ".istio.io")

# METADATA
# title: A path as JSON pointer (RFC 6901), for the operations of a fix
pointer(path) := concat("", [sprintf("/%s", [escaped]) |
	some step in path
	escaped := replace(replace(sprintf("%v", [step]), "~", "~0"), "/", "~1")
])

# METADATA
# title: A path without its last element
parent(path) := array.slice(path, 0, count(path) - 1)
