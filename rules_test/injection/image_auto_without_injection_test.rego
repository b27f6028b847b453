package meshlint.rules.injection.image_auto_without_injection_test

import data.meshlint.rules.injection.image_auto_without_injection as rule

_key := "sidecar.istio.io/inject"

_auto := {"name": "istio-proxy", "image": "auto"}

_pod(metadata, spec) := {
	"apiVersion": "v1",
	"kind": "Pod",
	"metadata": object.union({"name": "a", "namespace": "lab"}, metadata),
	"spec": object.union({"containers": [_auto]}, spec),
}

_deployment(metadata, spec) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a", "namespace": "lab"},
	"spec": {"template": {"metadata": metadata, "spec": object.union({"containers": [_auto]}, spec)}},
}

_out := {"labels": {_key: "false"}}

_status := {"annotations": {"sidecar.istio.io/status": "{}"}}

test_fires[name] if {
	some name, case in {
		"opts out": {"object": _deployment(_out, {}), "path": ["containers", 0, "image"], "text": "is not injected"},
		"host network": {
			"object": _deployment({}, {"hostNetwork": true}),
			"path": ["containers", 0, "image"],
			"text": "is not injected",
		},
		"injected already": {
			"object": _deployment(_status, {}),
			"path": ["containers", 0, "image"],
			"text": "injected already",
		},
		"istio-init": {
			"object": _deployment(_out, {
				"containers": [{"name": "a"}],
				"initContainers": [{"name": "istio-init", "image": "auto"}],
			}),
			"path": ["initContainers", 0, "image"],
			"text": "istio-init",
		},
	}
	found := rule.report with input as case.object
	{f.path | some f in found} == {array.concat(["spec", "template", "spec"], case.path)}
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"asked for": _deployment({"labels": {_key: "true"}}, {}),
		"revision": _deployment({"labels": {"istio.io/rev": "canary"}}, {}),
		"a real image": _deployment(_out, {"containers": [{"name": "istio-proxy", "image": "proxyv2:1"}]}),
		"another container": _deployment(_out, {"containers": [{"name": "a", "image": "auto"}]}),
	}
	found := rule.report with input as obj
	facts := rule.aggregate with input as obj
	found | facts == set()
}

test_not_twice[name] if {
	some name, obj in {"opts out": _deployment(_out, {}), "injected already": _deployment(_status, {})}
	facts := rule.aggregate with input as obj
	facts == set()
}

_namespace(name, labels) := {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}

test_report[name] if {
	some name, case in {
		"Deployment alone": {"objects": [_deployment({}, {})], "severities": ["warning"]},
		"Pod alone": {"objects": [_pod({}, {})], "severities": ["error"]},
		"another Namespace": {
			"objects": [_deployment({}, {}), _namespace("other", {"istio-injection": "enabled"})],
			"severities": ["warning"],
		},
		"plain Namespace": {"objects": [_deployment({}, {}), _namespace("lab", {})], "severities": ["error"]},
		"injected Namespace": {
			"objects": [_deployment({}, {}), _namespace("lab", {"istio-injection": "enabled"})],
			"severities": [],
		},
		"Pod in an injected Namespace": {
			"objects": [_pod({}, {}), _namespace("lab", {"istio-injection": "enabled"})],
			"severities": [],
		},
	}
	facts := [object.union(fact, {"id": i, "object": {"kind": obj.kind}}) |
		some i, obj in case.objects
		some fact in rule.aggregate with input as obj
	]
	found := rule.aggregate_report with input as {"facts": facts}
	[f.severity | some f in found] == case.severities
	every f in found { f.fact == 0 }
}
