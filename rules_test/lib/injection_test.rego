package meshlint.lib.injection_test

import data.meshlint.lib.injection
import data.meshlint.testlib

_label(value) := {"labels": {"sidecar.istio.io/inject": value}}

_annotation(value) := {"annotations": {"sidecar.istio.io/inject": value}}

test_inject_value[name] if {
	some name, case in {
		"label": {"over": _label("true"), "value": "true", "kind": "label"},
		"annotation": {"over": _annotation("false"), "value": "false", "kind": "annotation"},
		"label wins": {"over": object.union(_label("true"), _annotation("false")), "value": "true", "kind": "label"},
		"empty label wins": {"over": object.union(_label(""), _annotation("false")), "value": "", "kind": "label"},
		"boolean": {"over": _label(false), "value": "false", "kind": "label"},
	}
	object_ := testlib.source(case.over)
	injection.inject_value.value == case.value with input as object_
	injection.inject_value.kind == case.kind with input as object_
}

test_no_inject_value if not injection.inject_value with input as testlib.source({})

test_inject_value_of_a_cronjob if {
	object_ := testlib.source_of("CronJob", {"job_metadata": _label("false")})
	injection.inject_value == {
		"value": "false",
		"kind": "label",
		"level": "jobTemplate",
		"path": ["spec", "jobTemplate", "metadata", "labels", "sidecar.istio.io/inject"],
	} with input as object_
	not injection.inject_value_at("template") with input as object_
	not injection.opted_out with input as object_
}

test_opted_out if {
	injection.opted_out with input as testlib.source(_label("false"))
	injection.opted_out_everywhere with input as testlib.source(_label("false"))
	template := testlib.source_of("CronJob", _label("false"))
	injection.opted_out with input as template
	not injection.opted_out_everywhere with input as template
	both := testlib.source_of("CronJob", object.union(_label("false"), {"job_metadata": _annotation("false")}))
	injection.opted_out_everywhere with input as both
}

test_opted_in if {
	injection.opted_in with input as testlib.source(_annotation("true"))
	not injection.opted_in with input as testlib.source(_label("True"))
	not injection.opted_in with input as testlib.source({})
}

test_other_values_changed_their_meaning_in_1_27[name] if {
	some name, case in {
		"No before": {"value": "No", "version": "1.26", "out": true, "in": false},
		"YES before": {"value": "YES", "version": "1.26", "out": false, "in": true},
		"empty before": {"value": "", "version": "1.26", "out": false, "in": false},
		"No since": {"value": "No", "version": "1.27", "out": false, "in": false},
		"YES unknown": {"value": "YES", "version": "", "out": false, "in": false},
	}
	_answers(testlib.source(_label(case.value)), case.version) == [case.out, case.in]
}

_answers(object_, version) := [out, in_] if {
	parameters := {"istio-version": version}
	out := _opted_out with input as object_ with data.meshlint.params.mesh as parameters
	in_ := _opted_in with input as object_ with data.meshlint.params.mesh as parameters
}

default _opted_out := false

_opted_out := injection.opted_out

default _opted_in := false

_opted_in := injection.opted_in

test_verdict[name] if {
	some name, case in {
		"nothing": {"over": {}, "verdict": "namespace"},
		"label true": {"over": _label("true"), "verdict": "yes"},
		"revision": {"over": {"labels": {"istio.io/rev": "canary"}}, "verdict": "yes"},
		"empty revision": {"over": {"labels": {"istio.io/rev": ""}}, "verdict": "namespace"},
		"revision and opt-out": {
			"over": {"labels": {"istio.io/rev": "canary", "sidecar.istio.io/inject": "false"}},
			"verdict": "no",
		},
		"annotation true cannot enable": {"over": _annotation("true"), "verdict": "namespace"},
		"annotation false": {"over": _annotation("false"), "verdict": "no"},
		"host network": {"over": object.union(_label("true"), {"spec": {"hostNetwork": true}}), "verdict": "no"},
		"system namespace": {
			"over": object.union(_label("true"), {"metadata": {"namespace": "kube-system"}}),
			"verdict": "no",
		},
		"istio-system is none": {
			"over": object.union(_label("true"), {"metadata": {"namespace": "istio-system"}}),
			"verdict": "yes",
		},
	}
	injection.verdict == case.verdict with input as testlib.source(case.over)
}

test_assumed_namespace[name] if {
	some name, case in {
		"injected": {"assumed": "injected", "verdict": "yes"},
		"not injected": {"assumed": "not-injected", "verdict": "no"},
		"ambient": {"assumed": "ambient", "verdict": "no"},
		"unknown": {"assumed": "unknown", "verdict": "namespace"},
	}
	parameters := {"assume-namespace": case.assumed}
	injection.verdict == case.verdict with input as testlib.source({}) with data.meshlint.params.mesh as parameters
}

test_no_verdict_for_other_objects if not injection.verdict with input as testlib.service({})

test_may_be_injected if {
	injection.may_be_injected with input as testlib.source({})
	not injection.may_be_injected with input as testlib.source(_label("false"))
	not injection.may_be_injected with input as testlib.injected({})
	not injection.may_be_injected with input as testlib.service({})
	injection.excluded with input as testlib.source(_label("false"))
	not injection.excluded with input as testlib.source({})
}

test_namespace_fact if {
	labels := {"istio-injection": "enabled", "istio.io/rev": "x", "istio.io/dataplane-mode": "ambient"}
	injection.namespace_fact == {
		"kind": "namespace",
		"name": "demo",
		"injection": "enabled",
		"revision": "x",
		"mode": "ambient",
		"labels": labels,
		"path": ["metadata", "labels"],
	} with input as testlib.namespace("demo", labels)
	not injection.namespace_fact with input as testlib.source({})
}

test_workload_fact if {
	injection.workload_fact == {
		"kind": "workload",
		"namespace": "demo",
		"name": "app",
		"path": ["spec", "template", "metadata"],
		"host_network": false,
		"inject_label": "true",
		"inject_annotation": "false",
	} with input as testlib.source(object.union(_label("true"), _annotation("false")))
	not injection.workload_fact with input as testlib.service({})
}

# The rows of the webhooks' selectors: labels of the namespace, of the pod, and the outcome.
_decisions := {
	"enabled": [{"istio-injection": "enabled"}, {}, "yes"],
	"enabled, pod opted out": [{"istio-injection": "enabled"}, _label("false"), "no"],
	"enabled, annotation false": [{"istio-injection": "enabled"}, _annotation("false"), "no"],
	"enabled, empty label and annotation false": [
		{"istio-injection": "enabled"},
		object.union(_label(""), _annotation("false")),
		"yes",
	],
	"enabled beats revision": [{"istio-injection": "enabled", "istio.io/rev": "x"}, {}, "yes"],
	"enabled, pod revision": [{"istio-injection": "enabled"}, {"labels": {"istio.io/rev": "y"}}, "yes"],
	"disabled": [{"istio-injection": "disabled"}, _label("true"), "no"],
	"other value": [{"istio-injection": "true"}, _label("true"), "no"],
	"empty value": [{"istio-injection": ""}, {"labels": {"istio.io/rev": "y"}}, "no"],
	"disabled beats revision": [{"istio-injection": "disabled", "istio.io/rev": "x"}, {}, "no"],
	"revision": [{"istio.io/rev": "x"}, {}, "yes"],
	"revision, pod opted out": [{"istio.io/rev": "x"}, _label("false"), "no"],
	"empty revision": [{"istio.io/rev": ""}, _label("true"), "no"],
	"no labels": [{}, {}, "no"],
	"no labels, pod label": [{}, _label("true"), "yes"],
	"no labels, annotation": [{}, _annotation("true"), "no"],
	"no labels, pod revision": [{}, {"labels": {"istio.io/rev": "y"}}, "yes"],
	"no labels, pod revision, opted out": [
		{},
		{"labels": {"istio.io/rev": "y", "sidecar.istio.io/inject": "false"}},
		"no",
	],
	"ambient, pod label": [{"istio.io/dataplane-mode": "ambient"}, _label("true"), "yes"],
	"host network": [{"istio-injection": "enabled"}, {"spec": {"hostNetwork": true}}, "no"],
	"odd value": [{"istio-injection": "enabled"}, _label("yes"), "unknown"],
}

test_namespace_injects[name] if {
	some name, [labels, over, outcome] in _decisions
	namespace := injection.namespace_fact with input as testlib.namespace("demo", labels)
	pod := injection.workload_fact with input as testlib.source(over)
	injection.namespace_injects(namespace, pod) == outcome
}

test_there_are_decisions if count(_decisions) == 21

test_system_namespaces_are_not_injected if {
	namespace := injection.namespace_fact with input as testlib.namespace("kube-public", {"istio-injection": "enabled"})
	pod := injection.workload_fact with input as testlib.source({})
	injection.namespace_injects(namespace, pod) == "no"
}

test_odd_values_by_version[name] if {
	some name, case in {
		"yes before": {"value": "yes", "version": "1.26", "outcome": "yes"},
		"no before": {"value": "no", "version": "1.26", "outcome": "no"},
		"no since": {"value": "no", "version": "1.27", "outcome": "yes"},
	}
	namespace := injection.namespace_fact with input as testlib.namespace("demo", {"istio-injection": "enabled"})
	pod := injection.workload_fact with input as testlib.source(_label(case.value))
	parameters := {"istio-version": case.version}
	injection.namespace_injects(namespace, pod) == case.outcome with data.meshlint.params.mesh as parameters
}

test_namespace_selected[name] if {
	some name, case in {
		"enabled": {"fact": {"injection": "enabled"}, "selected": "yes"},
		"other": {"fact": {"injection": "on", "revision": "x"}, "selected": "no"},
		"revision": {"fact": {"revision": "x"}, "selected": "yes"},
		"empty revision": {"fact": {"revision": ""}, "selected": "no"},
		"neither": {"fact": {}, "selected": "object"},
	}
	injection.namespace_selected(case.fact) == case.selected
}

test_labels_of_the_pod if {
	object_ := testlib.source({"labels": {"istio.io/rev": "x", "istio.io/dataplane-mode": "ambient"}})
	injection.revision_label.value == "x" with input as object_
	injection.mode_label == {
		"value": "ambient",
		"path": ["spec", "template", "metadata", "labels", "istio.io/dataplane-mode"],
	} with input as object_
	not injection.mode_label with input as testlib.source({})
	not injection.revision_label with input as testlib.source({})
}

_native(value) := {"annotations": {"sidecar.istio.io/nativeSidecar": value}}

test_native_requested[value] if {
	some value in {"true", "no", "False", "1"}
	injection.native_requested with input as testlib.source_of("Job", _native(value))
	injection.native_requested_everywhere with input as testlib.source_of("Job", _native(value))
}

test_native_not_requested[value] if {
	some value in {"false", ""}
	not injection.native_requested with input as testlib.source_of("Job", _native(value))
}

test_native_by_the_mesh if {
	parameters := {"native-sidecars": true}
	job := testlib.source_of("Job", {})
	injection.native_requested with input as job with data.meshlint.params.mesh as parameters
	refused := testlib.source_of("Job", _native("false"))
	not injection.native_requested with input as refused with data.meshlint.params.mesh as parameters
	injection.native_refused with input as refused
	cronjob := testlib.source_of("CronJob", {})
	injection.native_requested_everywhere with input as cronjob with data.meshlint.params.mesh as parameters
	not injection.native_requested with input as job
}

test_native_on_a_cronjob if {
	template := testlib.source_of("CronJob", _native("true"))
	injection.native_requested with input as template
	not injection.native_requested_everywhere with input as template
	both := testlib.source_of("CronJob", object.union(_native("true"), {"job_metadata": _native("true")}))
	injection.native_requested_everywhere with input as both
	job_only := testlib.source_of("CronJob", {"job_metadata": _native("true")})
	not injection.native_requested with input as job_only
	injection.native_annotation.level == "jobTemplate" with input as job_only
}

test_no_proxy_template if {
	injection.no_proxy_template with input as testlib.source({"annotations": {"inject.istio.io/templates": "grpc-simple"}})
	injection.no_proxy_template with input as testlib.source({"annotations": {"inject.istio.io/templates": "mine"}})
	agent := testlib.source({"annotations": {"inject.istio.io/templates": "grpc-agent"}})
	not injection.no_proxy_template with input as agent
	not injection.no_proxy_template with input as testlib.source({})
}

test_worker_quits_proxy[name] if {
	some name, over in {
		"args": {"app": {"args": ["sh", "-c", "work; curl -XPOST localhost:15020/quitquitquit"]}},
		"command in capitals": {"app": {"command": ["QUITQUITQUIT"]}},
		"environment": {"app": {"env": [{"name": "URL", "value": "http://localhost:15000/quitquitquit"}]}},
		"lifecycle": {"app": {"lifecycle": {"preStop": {"exec": {"command": ["wget", "x/quitquitquit"]}}}}},
		"another container": {"containers": [{"name": "helper", "args": ["quitquitquit"]}]},
		"scuttle": {"app": {"command": ["/scuttle", "work"]}},
		"scuttle image": {"app": {"image": "example/scuttle:1"}},
		"scuttle variable": {"app": {"env": [{"name": "ENVOY_ADMIN_API", "value": "x"}]}},
		"kill": {
			"app": {"args": ["work; pkill -INT pilot-agent"]},
			"spec": {"shareProcessNamespace": true},
		},
	}
	injection.worker_quits_proxy with input as testlib.source_of("Job", over)
}

test_worker_does_not_quit_proxy[name] if {
	some name, over in {
		"nothing": {},
		"kill without a shared namespace": {"app": {"args": ["pkill pilot-agent"]}},
		"kill of something else": {"app": {"args": ["pkill nginx"]}, "spec": {"shareProcessNamespace": true}},
		"ill-typed": {"app": {"args": 5, "env": "quitquitquit", "lifecycle": {"preStop": []}}},
	}
	not injection.worker_quits_proxy with input as testlib.source_of("Job", over)
}

test_the_proxy_itself_is_not_looked_at if {
	args := {"proxy": {"args": ["proxy", "sidecar", "quitquitquit"]}}
	not injection.worker_quits_proxy with input as testlib.injected_of("Job", args)
}

test_both_inject_keys if {
	object_ := testlib.source(object.union(_label("true"), _annotation("false")))
	path := ["spec", "template", "metadata", "labels", "sidecar.istio.io/inject"]
	injection.inject_label.path == path with input as object_
	injection.inject_annotation.value == "false" with input as object_
}
