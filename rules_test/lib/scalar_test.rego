package meshlint.lib.scalar_test

import data.meshlint.lib.scalar

test_described[name] if {
	some name, case in {
		"boolean": {"value": true, "text": "true (boolean)"},
		"number": {"value": 1.5, "text": "1.5 (number)"},
		"null": {"value": null, "text": "null"},
		"list": {"value": [], "text": "array"},
		"mapping": {"value": {}, "text": "object"},
	}
	scalar.described(case.value) == case.text
}

_entry(key, value) := {"key": key, "value": value, "path": ["metadata", "labels", key]}

test_quoted[name] if {
	some name, case in {
		"number": {
			"entry": _entry("a/b", 15020),
			"fix": [{"op": "replace", "path": "/metadata/labels/a~1b", "value": "15020"}],
		},
		"boolean": {
			"entry": _entry("a", true),
			"fix": [{"op": "replace", "path": "/metadata/labels/a", "value": "true"}],
		},
		"boolean of Istio": {
			"entry": _entry("sidecar.istio.io/inject", false),
			"fix": [
				{"op": "test", "path": "/metadata/labels/sidecar.istio.io~1inject", "value": false},
				{"op": "replace", "path": "/metadata/labels/sidecar.istio.io~1inject", "value": "false"},
			],
		},
		"number of Istio": {
			"entry": _entry("status.sidecar.istio.io/port", 1),
			"fix": [{"op": "replace", "path": "/metadata/labels/status.sidecar.istio.io~1port", "value": "1"}],
		},
	}
	scalar.quoted(case.entry) == {"fix": case.fix}
}

test_not_quoted[name] if {
	some name, value in {"null": null, "list": [1], "mapping": {"a": 1}}
	scalar.quoted(_entry("a", value)) == {}
}
