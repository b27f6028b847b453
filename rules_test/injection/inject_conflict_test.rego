package meshlint.rules.injection.inject_conflict_test

import data.meshlint.rules.injection.inject_conflict as rule

_key := "sidecar.istio.io/inject"

_deployment(metadata, containers) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a"},
	"spec": {"template": {"metadata": metadata, "spec": {"containers": containers}}},
}

_app := {"name": "a"}

_both(label, annotations) := {"labels": {_key: label}, "annotations": annotations}

_at := "/spec/template/metadata/annotations"

test_fires[name] if {
	some name, case in {
		"false and true": {"metadata": _both("false", {_key: "true"}), "fix": _at},
		"empty label": {"metadata": _both("", {_key: "false"}), "fix": _at},
		"among others": {
			"metadata": _both("true", {_key: "false", "a": "b"}),
			"fix": "/spec/template/metadata/annotations/sidecar.istio.io~1inject",
		},
	}
	found := rule.report with input as _deployment(case.metadata, [_app])
	{[f.path, f.related[0].path, f.fix[0].path] | some f in found} == {[
		["spec", "template", "metadata", "annotations", _key],
		["spec", "template", "metadata", "labels", _key],
		case.fix,
	]}
}

test_fires_on_a_job_template if {
	found := rule.report with input as {
		"apiVersion": "batch/v1",
		"kind": "CronJob",
		"metadata": {"name": "a"},
		"spec": {"jobTemplate": {
			"metadata": _both("false", {_key: "true"}),
			"spec": {"template": {"spec": {"containers": [_app]}}},
		}},
	}
	{f.path | some f in found} == {["spec", "jobTemplate", "metadata", "annotations", _key]}
}

test_silent[name] if {
	some name, obj in {
		"agree": _deployment(_both("true", {_key: "true"}), [_app]),
		"label only": _deployment({"labels": {_key: "true"}}, [_app]),
		"annotation only": _deployment({"annotations": {_key: "true"}}, [_app]),
		"injected": _deployment(
			_both("true", {_key: "false"}),
			[_app, {"name": "istio-proxy", "args": ["proxy", "sidecar"]}],
		),
	}
	found := rule.report with input as obj
	found == set()
}
