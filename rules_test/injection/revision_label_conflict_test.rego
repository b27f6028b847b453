package meshlint.rules.injection.revision_label_conflict_test

import data.meshlint.rules.injection.revision_label_conflict as rule

_namespace(labels) := {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a", "labels": labels}}

_both := {"istio-injection": "enabled", "istio.io/rev": "canary"}

test_fires if {
	found := rule.report with input as _namespace(_both)
	{[f.path, f.related[0].path] | some f in found} == {[
		["metadata", "labels", "istio.io/rev"],
		["metadata", "labels", "istio-injection"],
	]}
}

test_silent[name] if {
	some name, obj in {
		"disabled": _namespace({"istio-injection": "disabled", "istio.io/rev": "default"}),
		"no meaning": _namespace({"istio-injection": "true", "istio.io/rev": "canary"}),
		"revision only": _namespace({"istio.io/rev": "canary"}),
		"injection only": _namespace({"istio-injection": "enabled"}),
		"no Namespace": object.union(_namespace(_both), {"kind": "Service"}),
	}
	found := rule.report with input as obj
	found == set()
}
