package meshlint.rules.placement.label_not_string_test

import data.meshlint.rules.placement.label_not_string as rule

_object(value) := {
	"apiVersion": "v1",
	"kind": "ConfigMap",
	"metadata": {"labels": {"example.net/a": value}},
}

_path := ["metadata", "labels", "example.net/a"]

test_fires[name] if {
	some name, case in {
		"boolean": {"value": true, "text": "true (boolean)"},
		"number": {"value": 8080, "text": "8080 (number)"},
		"null": {"value": null, "text": "null"},
		"list": {"value": ["a"], "text": "array"},
		"mapping": {"value": {"a": "b"}, "text": "object"},
	}
	found := rule.report with input as _object(case.value)
	{f.path | some f in found} == {_path}
	some f in found
	contains(f.message, case.text)
}

test_fires_on_the_template if {
	found := rule.report with input as {
		"apiVersion": "apps/v1",
		"kind": "Deployment",
		"metadata": {},
		"spec": {"template": {"metadata": {"labels": {"a": 1}}, "spec": {"containers": []}}},
	}
	{f.path | some f in found} == {["spec", "template", "metadata", "labels", "a"]}
}

test_silent[name] if {
	some name, obj in {
		"string": _object("true"),
		"empty": _object(""),
		"the other mapping": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"other": {"a": 1}}},
	}
	found := rule.report with input as obj
	found == set()
}

test_not_of_the_other_kind if {
	other := {"annotations": "labels", "labels": "annotations"}.labels
	found := rule.report with input as {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {other: {"a": 1}}}
	found == set()
}

test_fix if {
	found := rule.report with input as _object(8080)
	[f.fix | some f in found] == [[{"op": "replace", "path": "/metadata/labels/example.net~1a", "value": "8080"}]]
}
