package meshlint.rules.values.inject_value_invalid_test

import data.meshlint.rules.values.inject_value_invalid as rule
import data.meshlint.testlib

_key := "sidecar.istio.io/inject"

test_fires[name] if {
	some name, case in {
		"label": {
			"object": testlib.source({"labels": {_key: "yes"}}),
			"path": "/spec/template/metadata/labels/sidecar.istio.io~1inject",
		},
		"annotation": {
			"object": testlib.source({"annotations": {_key: "False"}}),
			"path": "/spec/template/metadata/annotations/sidecar.istio.io~1inject",
		},
		"jobTemplate": {
			"object": testlib.source_of("CronJob", {"job_metadata": {"labels": {_key: "on"}}}),
			"path": "/spec/jobTemplate/metadata/labels/sidecar.istio.io~1inject",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, case.path)
}

test_silent[name] if {
	some name, obj in {
		"true": testlib.source({"labels": {_key: "true"}}),
		"false": testlib.source({"labels": {_key: "false"}}),
		"empty": testlib.source({"labels": {_key: ""}}),
		"no text": testlib.source({"labels": {_key: true}}),
		"on the object": testlib.source({"metadata": {"labels": {_key: "yes"}}}),
		"another key": testlib.source({"labels": {"a": "yes"}}),
		"host network": testlib.source({"labels": {_key: "yes"}, "spec": {"hostNetwork": true}}),
		"injected": testlib.injected({"labels": {_key: "yes"}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

_replaced(value) := [{
	"op": "replace",
	"path": "/spec/template/metadata/labels/sidecar.istio.io~1inject",
	"value": value,
}]

test_fix[value] if {
	some value, fix in {"True": _replaced("true"), " off": _replaced("false"), "maybe": []}
	found := rule.report with input as testlib.source({"labels": {_key: value}})
	[object.get(f, "fix", []) | some f in found] == [fix]
}
