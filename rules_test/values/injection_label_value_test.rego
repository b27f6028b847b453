package meshlint.rules.values.injection_label_value_test

import data.meshlint.rules.values.injection_label_value as rule
import data.meshlint.testlib

_namespace(value) := testlib.namespace("a", {"istio-injection": value})

test_fires[value] if {
	some value in ["true", "", "Enabled", "false"]
	found := rule.report with input as _namespace(value)
	testlib.fires_at(found, "/metadata/labels/istio-injection")
}

test_silent[name] if {
	some name, obj in {
		"enabled": _namespace("enabled"),
		"disabled": _namespace("disabled"),
		"no text": _namespace(true),
		"no label": testlib.namespace("a", {}),
		"another kind": object.union(_namespace("true"), {"kind": "ConfigMap"}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

_replaced(value) := [{"op": "replace", "path": "/metadata/labels/istio-injection", "value": value}]

test_fix[value] if {
	some value, fix in {"True": _replaced("enabled"), " off": _replaced("disabled"), "canary": []}
	found := rule.report with input as _namespace(value)
	[object.get(f, "fix", []) | some f in found] == [fix]
}
