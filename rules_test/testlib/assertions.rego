package meshlint.testlib

# METADATA
# title: Places of findings
# description: Set of JSON pointers, one per finding of a report.
paths(report) := {pointer(finding.path) | some finding in report}

# METADATA
# title: Messages of findings
messages(report) := {finding.message | some finding in report}

# METADATA
# title: Exactly one finding, at this place
# description: The place as JSON pointer into the object; a finding lower than its rule is told by `severity`.
fires_at(report, place) if {
	count(report) == 1
	paths(report) == {place}
}

# METADATA
# title: No finding
silent(report) if count(report) == 0

# METADATA
# title: A path as JSON pointer
pointer(path) := concat("", [sprintf("/%s", [escaped]) |
	some step in path
	escaped := replace(replace(sprintf("%v", [step]), "~", "~0"), "/", "~1")
])

# METADATA
# title: A value with one place changed
# description: "`place` is a JSON pointer; the field is added or replaced."
with_field(object_, place, value) := json.patch(object_, [{"op": "add", "path": place, "value": value}])

# METADATA
# title: A value with one place taken away
without_field(object_, place) := json.patch(object_, [{"op": "remove", "path": place}])

# METADATA
# title: Facts as the engine hands them to aggregate_report
# description: >-
#   Takes an array of [object, set of facts]; each fact gets its id and the identity of its object, in this order.
facts(pairs) := [object.union(fact, {"id": id}) | some id, fact in _facts(pairs)]

_facts(pairs) := [object.union(fact, {"object": identity}) |
	some [object_, found] in pairs
	identity := {
		"apiVersion": object_.apiVersion,
		"kind": object_.kind,
		"namespace": object.get(object_, ["metadata", "namespace"], ""),
		"name": object.get(object_, ["metadata", "name"], ""),
	}
	some fact in found
]
