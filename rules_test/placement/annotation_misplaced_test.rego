package meshlint.rules.placement.annotation_misplaced_test

import data.meshlint.rules.placement.annotation_misplaced as rule

_key := "traffic.sidecar.istio.io/excludeOutboundPorts"

_pointer := "/metadata/annotations/traffic.sidecar.istio.io~1excludeOutboundPorts"

_template := {
	"metadata": {"labels": {"app": "a"}},
	"spec": {"containers": [{"name": "a", "image": "a:1"}]},
}

_deployment(annotations, template) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a", "annotations": annotations},
	"spec": {"template": template},
}

_annotated(annotations) := {
	"metadata": {"annotations": annotations},
	"spec": {"containers": [{"name": "a", "image": "a:1"}]},
}

_cronjob(job_annotations, template) := {
	"apiVersion": "batch/v1",
	"kind": "CronJob",
	"metadata": {"name": "a"},
	"spec": {"jobTemplate": {
		"metadata": {"annotations": job_annotations},
		"spec": {"template": template},
	}},
}

_other(kind, annotations) := {
	"apiVersion": "v1",
	"kind": kind,
	"metadata": {"name": "a", "annotations": annotations},
	"spec": {},
}

_injected := {
	"metadata": {},
	"spec": {"containers": [{"name": "istio-proxy", "args": ["proxy", "sidecar"]}]},
}

_on_object := ["metadata", "annotations", _key]

_on_job := ["spec", "jobTemplate", "metadata", "annotations", _key]

test_fires[name] if {
	some name, case in {
		"on a Deployment": {"object": _deployment({_key: "5432"}, _template), "path": _on_object, "severity": "warning"},
		"beside the same": {
			"object": _deployment({_key: "5432"}, _annotated({_key: "5432"})),
			"path": _on_object,
			"severity": "info",
		},
		"beside another value": {
			"object": _deployment({_key: "5432"}, _annotated({_key: "1"})),
			"path": _on_object,
			"severity": "info",
		},
		"on a jobTemplate": {"object": _cronjob({_key: "5432"}, _template), "path": _on_job, "severity": "warning"},
		"on a jobTemplate, another value": {
			"object": _cronjob({_key: "5432"}, _annotated({_key: "1"})),
			"path": _on_job,
			"severity": "info",
		},
	}
	found := rule.report with input as case.object
	{[f.path, f.severity, f.at] | some f in found} == {[case.path, case.severity, "key"]}
}

test_fires_without_template[kind] if {
	some kind in ["Namespace", "Service"]
	found := rule.report with input as _other(kind, {_key: "5432", "other/key": "x"})
	{f.path | some f in found} == {_on_object}
}

test_silent[name] if {
	some name, obj in {
		"on the template": _deployment({}, _annotated({_key: "5432"})),
		"another vendor": _deployment({"example.net/owner": "x"}, _template),
		"Prometheus on a Deployment": _deployment({"prometheus.io/scrape": "true"}, _template),
		"Istio's own": _deployment({"sidecar.istio.io/status": "{}"}, _template),
		"no pod annotation": _deployment({"networking.istio.io/exportTo": "."}, _template),
		"a label of that name": object.union(
			_deployment({}, _template),
			{"metadata": {"annotations": {}, "labels": {_key: "x"}}},
		),
		"injected": _deployment({_key: "5432"}, _injected),
		"a Pod": {
			"apiVersion": "v1",
			"kind": "Pod",
			"metadata": {"annotations": {_key: "5432"}},
			"spec": {"containers": [{"name": "a"}]},
		},
		"same on both levels of a CronJob": _cronjob({_key: "5432"}, _annotated({_key: "5432"})),
		"analyzer switch": _deployment({"galley.istio.io/analyze-suppress": "*"}, _template),
		"a Service's own": _other("Service", {"networking.istio.io/exportTo": "."}),
		"a label of a Service": object.union(_other("Service", {}), {"metadata": {"labels": {_key: "x"}}}),
		"another kind": _other("ConfigMap", {_key: "5432"}),
		"status on a Service": _other("Service", {"sidecar.istio.io/status": "{}"}),
		"Prometheus on a Service": _other("Service", {"prometheus.io/port": "1"}),
	}
	found := rule.report with input as obj
	found == set()
}

test_fix[name] if {
	some name, case in {
		"into annotations": {
			"object": _deployment({_key: "5432", "a/b": "c"}, _annotated({"x/y": "z"})),
			"fix": [
				{
					"op": "add",
					"path": "/spec/template/metadata/annotations/traffic.sidecar.istio.io~1excludeOutboundPorts",
					"value": "5432",
				},
				{"op": "remove", "path": _pointer},
			],
		},
		"into metadata, the last one": {
			"object": _deployment({_key: "5432"}, _template),
			"fix": [
				{"op": "add", "path": "/spec/template/metadata/annotations", "value": {_key: "5432"}},
				{"op": "remove", "path": "/metadata/annotations"},
			],
		},
		"into a template without metadata": {
			"object": _deployment({_key: 5432}, {"spec": {"containers": [{"name": "a"}]}}),
			"fix": [
				{"op": "add", "path": "/spec/template/metadata", "value": {"annotations": {_key: "5432"}}},
				{"op": "remove", "path": "/metadata/annotations"},
			],
		},
		"a copy goes": {
			"object": _deployment({_key: "5432"}, _annotated({_key: "5432"})),
			"fix": [{"op": "remove", "path": "/metadata/annotations"}],
		},
		"opt-out": {
			"object": _deployment({"sidecar.istio.io/inject": "false"}, _template),
			"fix": [
				{"op": "add", "path": "/spec/template/metadata/annotations", "value": {"sidecar.istio.io/inject": "false"}},
				{"op": "remove", "path": "/metadata/annotations"},
			],
		},
	}
	found := rule.report with input as case.object
	[f.fix | some f in found] == [case.fix]
}

test_no_fix[name] if {
	some name, obj in {
		"opt-in": _deployment({"sidecar.istio.io/inject": "true"}, _template),
		"values differ": _deployment({_key: "5432"}, _annotated({_key: "1"})),
	}
	found := rule.report with input as obj
	count(found) == 1
	every f in found { not f.fix }
}

test_message if {
	found := rule.report with input as _deployment({_key: "5432"}, _template)
	some f in found
	contains(f.message, "the Deployment itself")
	contains(f.message, "Move it")
	copied := rule.report with input as _deployment({_key: "5432"}, _annotated({_key: "5432"}))
	some g in copied
	contains(g.message, "copy can go")
}
