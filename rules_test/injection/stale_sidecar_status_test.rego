package meshlint.rules.injection.stale_sidecar_status_test

import data.meshlint.rules.injection.stale_sidecar_status as rule

_key := "sidecar.istio.io/status"

_pod(annotations, spec) := {
	"apiVersion": "v1",
	"kind": "Pod",
	"metadata": {"annotations": annotations},
	"spec": object.union({"containers": [{"name": "a"}]}, spec),
}

_status(init_containers, containers) := {_key: json.marshal({
	"initContainers": init_containers,
	"containers": containers,
	"revision": "default",
})}

_injected := {
	"initContainers": [{"name": "istio-init", "args": ["-p", "15001"]}],
	"containers": [{"name": "a"}, {"name": "istio-proxy", "args": ["proxy", "sidecar"]}],
}

test_fires[name] if {
	some name, case in {
		"no JSON": {"object": _pod({_key: "{oops"}, {}), "text": "is no JSON object"},
		"a list": {"object": _pod({_key: "[]"}, {}), "text": "is no JSON object"},
		"left over": {
			"object": _pod(_status(["istio-init"], ["istio-proxy"]), {}),
			"text": "names istio-init, istio-proxy, which",
		},
		"null lists": {"object": _pod(_status(null, ["istio-proxy"]), {}), "text": "names istio-proxy, which"},
		"one gone": {
			"object": _pod(_status(["istio-init", "enable-core-dump"], ["istio-proxy"]), _injected),
			"text": "names enable-core-dump, which",
		},
	}
	found := rule.report with input as case.object
	{f.path | some f in found} == {["metadata", "annotations", _key]}
	some f in found
	contains(f.message, case.text)
}

test_fires_on_a_job_template if {
	found := rule.report with input as {
		"apiVersion": "batch/v1",
		"kind": "CronJob",
		"metadata": {"name": "a"},
		"spec": {"jobTemplate": {
			"metadata": {"annotations": _status(["istio-init"], ["istio-proxy"])},
			"spec": {"template": {"spec": {"containers": [{"name": "a"}]}}},
		}},
	}
	{f.path | some f in found} == {["spec", "jobTemplate", "metadata", "annotations", _key]}
}

test_silent[name] if {
	some name, obj in {
		"fits": _pod(_status(["istio-init"], ["istio-proxy"]), _injected),
		"nothing named": _pod(_status(null, null), {}),
		"grpc-simple": _pod(
			object.union(_status(["grpc-bootstrap-init"], ["a"]), {"inject.istio.io/templates": "grpc-simple"}),
			{},
		),
		"half injected": _pod(
			_status(["istio-init"], ["istio-proxy"]),
			{"initContainers": [{"name": "istio-init", "args": ["-p", "15001"]}]},
		),
		"no status": _pod({}, {}),
	}
	found := rule.report with input as obj
	found == set()
}

test_fix[name] if {
	some name, case in {
		"the only annotation": {
			"object": _pod(_status(null, ["istio-proxy"]), {}),
			"fix": [{"op": "remove", "path": "/metadata/annotations"}],
		},
		"among others": {
			"object": _pod(object.union(_status(null, ["istio-proxy"]), {"a": "b"}), {}),
			"fix": [{"op": "remove", "path": "/metadata/annotations/sidecar.istio.io~1status"}],
		},
	}
	found := rule.report with input as case.object
	[f.fix | some f in found] == [case.fix]
}

test_no_fix_while_injected if {
	found := rule.report with input as _pod(_status(["enable-core-dump"], []), _injected)
	count(found) == 1
	every f in found { not f.fix }
}
