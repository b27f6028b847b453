package meshlint.rules.dataplane.dataplane_mode_value_test

import data.meshlint.rules.dataplane.dataplane_mode_value as rule

_key := "istio.io/dataplane-mode"

_namespace(mode) := {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a", "labels": {_key: mode}}}

_deployment(own, of_template) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a", "labels": own},
	"spec": {"template": {"metadata": {"labels": of_template}, "spec": {"containers": [{"name": "a"}]}}},
}

test_fires[name] if {
	some name, case in {
		"Namespace": {"object": _namespace("sidecar"), "path": ["metadata", "labels", _key], "hint": true},
		"empty": {"object": _namespace(""), "path": ["metadata", "labels", _key], "hint": false},
		"upper case": {"object": _namespace("Ambient"), "path": ["metadata", "labels", _key], "hint": false},
		"template": {
			"object": _deployment({}, {_key: "sidecars"}),
			"path": ["spec", "template", "metadata", "labels", _key],
			"hint": true,
		},
	}
	found := rule.report with input as case.object
	{[f.path, contains(f.message, "istio-injection")] | some f in found} == {[case.path, case.hint]}
}

test_silent[name] if {
	some name, obj in {
		"ambient": _namespace("ambient"),
		"none": _namespace("none"),
		"no string": _namespace(true),
		"not read there": _deployment({_key: "x"}, {}),
		"another label": _deployment({}, {"a": "x"}),
		"an annotation": {"apiVersion": "v1", "kind": "Namespace", "metadata": {"annotations": {_key: "x"}}},
		"another kind": object.union(_namespace("x"), {"kind": "ConfigMap"}),
	}
	found := rule.report with input as obj
	found == set()
}
