package meshlint.rules.lifecycle.job_sidecar_never_ends_test

import data.meshlint.rules.lifecycle.job_sidecar_never_ends as rule

_worker := {"name": "work", "image": "work:1"}

_quitting := {
	"name": "work",
	"image": "work:1",
	"command": ["sh", "-c", "work; curl -XPOST localhost:15020/quitquitquit"],
}

_proxy(role) := {"name": "istio-proxy", "image": "proxyv2:1", "args": ["proxy", role]}

_native := object.union(_proxy("sidecar"), {"restartPolicy": "Always"})

_init := {"name": "istio-init", "args": ["istio-iptables", "-p", "15001", "-u", "1337"]}

_job(metadata, spec) := {
	"apiVersion": "batch/v1",
	"kind": "Job",
	"metadata": {"name": "work", "namespace": "lab"},
	"spec": {"template": {"metadata": metadata, "spec": spec}},
}

_cronjob(metadata, spec) := {
	"apiVersion": "batch/v1",
	"kind": "CronJob",
	"metadata": {"name": "work", "namespace": "lab"},
	"spec": {"jobTemplate": {"spec": {"template": {"metadata": metadata, "spec": spec}}}},
}

_deployment(spec) := object.union(_job({}, spec), {"apiVersion": "apps/v1", "kind": "Deployment"})

test_injected_fires[name] if {
	some name, case in {
		"plain in a Job": {
			"object": _job({}, {"initContainers": [_init], "containers": [_worker, _proxy("sidecar")]}),
			"path": ["spec", "template", "spec", "containers", 1],
			"text": "ordinary container",
		},
		"plain in a CronJob": {
			"object": _cronjob({}, {"containers": [_worker, _proxy("sidecar")]}),
			"path": ["spec", "jobTemplate", "spec", "template", "spec", "containers", 1],
			"text": "this CronJob",
		},
		"init without restartPolicy": {
			"object": _job({}, {"initContainers": [_init, _proxy("sidecar")], "containers": [_worker]}),
			"path": ["spec", "template", "spec", "initContainers", 1],
			"text": "restartPolicy: Always",
		},
	}
	found := rule.report with input as case.object
	{f.path | some f in found} == {case.path}
	some f in found
	contains(f.message, case.text)
}

test_injected_silent[name] if {
	some name, obj in {
		"native": _job({}, {"initContainers": [_init, _native], "containers": [_worker]}),
		"worker quits": _job({}, {"initContainers": [_init], "containers": [_quitting, _proxy("sidecar")]}),
		"no Job": _deployment({"containers": [_worker, _proxy("sidecar")]}),
		"gateway": _job({}, {"containers": [_worker, _proxy("router")]}),
		"source": _job({}, {"containers": [_worker]}),
	}
	found := rule.report with input as obj
	found == set()
}

_labelled(labels) := _job({"labels": labels}, {"containers": [_worker]})

_annotated(annotations) := _job({"annotations": annotations}, {"containers": [_worker]})

test_source_gathered[name] if {
	some name, case in {
		"Job": {"object": _labelled({}), "verdict": "namespace", "path": ["spec", "template"]},
		"Job with opt-in": {
			"object": _labelled({"sidecar.istio.io/inject": "true"}),
			"verdict": "yes",
			"path": ["spec", "template"],
		},
		"native refused": {
			"object": _annotated({"sidecar.istio.io/nativeSidecar": "false"}),
			"verdict": "namespace",
			"path": ["spec", "template"],
		},
		"CronJob": {
			"object": _cronjob({}, {"containers": [_worker]}),
			"verdict": "namespace",
			"path": ["spec", "jobTemplate", "spec", "template"],
		},
	}
	facts := rule.aggregate with input as case.object
	{[f.kind, f.verdict, f.path] | some f in facts} == {["workload", case.verdict, case.path]}
}

test_source_not_gathered[name] if {
	some name, obj in {
		"native": _annotated({"sidecar.istio.io/nativeSidecar": "true"}),
		"opted out": _labelled({"sidecar.istio.io/inject": "false"}),
		"opted out by annotation": _annotated({"sidecar.istio.io/inject": "false"}),
		"host network": _job({}, {"hostNetwork": true, "containers": [_worker]}),
		"worker quits": _job({}, {"containers": [_quitting]}),
		"template without proxy": _annotated({"inject.istio.io/templates": "grpc-simple"}),
		"injected": _job({}, {"containers": [_worker, _proxy("sidecar")]}),
		"no Job": _deployment({"containers": [_worker]}),
		"no containers": _job({}, {}),
	}
	facts := rule.aggregate with input as obj
	facts == set()
}

test_namespace_gathered if {
	facts := rule.aggregate with input as {
		"apiVersion": "v1",
		"kind": "Namespace",
		"metadata": {"name": "lab", "labels": {"istio-injection": "enabled"}},
	}
	{[f.kind, f.name] | some f in facts} == {["namespace", "lab"]}
}

_facts(job, namespace) := [object.union(fact, {"id": i, "object": {"kind": fact.kind_of}}) |
	some i, fact in array.concat(_of(job, "Job"), _of(namespace, "Namespace"))
]

_of(objects, kind) := [object.union(fact, {"kind_of": kind}) |
	some obj in objects
	some fact in rule.aggregate with input as obj
]

_namespace(name, labels) := {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}

test_report[name] if {
	some name, case in {
		"no Namespace": {"job": _labelled({}), "namespaces": [], "severities": {"warning"}},
		"another Namespace": {
			"job": _labelled({}),
			"namespaces": [_namespace("other", {})],
			"severities": {"warning"},
		},
		"injected Namespace": {
			"job": _labelled({}),
			"namespaces": [_namespace("lab", {"istio-injection": "enabled"})],
			"severities": {"error"},
		},
		"two Namespaces that disagree": {
			"job": _labelled({}),
			"namespaces": [_namespace("lab", {}), _namespace("lab", {"istio-injection": "enabled"})],
			"severities": {"warning"},
		},
		"plain Namespace": {"job": _labelled({}), "namespaces": [_namespace("lab", {})], "severities": set()},
		"opt-in": {
			"job": _labelled({"sidecar.istio.io/inject": "true"}),
			"namespaces": [],
			"severities": {"error"},
		},
	}
	found := rule.aggregate_report with input as {"facts": _facts([case.job], case.namespaces)}
	{f.severity | some f in found} == case.severities
	every f in found { f.fact == 0 }
}

test_message if {
	found := rule.aggregate_report with input as {"facts": _facts([_labelled({})], [])}
	some f in found
	contains(f.message, "Job gets where its namespace is injected")
	certain := rule.aggregate_report with input as {"facts": _facts(
		[_labelled({})],
		[_namespace("lab", {"istio-injection": "enabled"})],
	)}
	some g in certain
	contains(g.message, "Job gets is a plain container")
}
