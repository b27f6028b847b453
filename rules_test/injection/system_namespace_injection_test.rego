package meshlint.rules.injection.system_namespace_injection_test

import data.meshlint.rules.injection.system_namespace_injection as rule

_key := "sidecar.istio.io/inject"

_deployment(namespace, metadata, containers) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a", "namespace": namespace},
	"spec": {"template": {"metadata": metadata, "spec": {"containers": containers}}},
}

_app := {"name": "a"}

_asked := {"labels": {_key: "true"}}

test_workload_fires[name] if {
	some name, case in {
		"label": {"metadata": _asked, "path": ["labels", _key]},
		"annotation": {"metadata": {"annotations": {_key: "true"}}, "path": ["annotations", _key]},
	}
	found := rule.report with input as _deployment("kube-system", case.metadata, [_app])
	{f.path | some f in found} == {array.concat(["spec", "template", "metadata"], case.path)}
}

_namespace(name, labels) := {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}

test_namespace_fires[name] if {
	some name, case in {
		"injection": {"labels": {"istio-injection": "enabled"}, "key": "istio-injection"},
		"revision": {"labels": {"istio.io/rev": "canary"}, "key": "istio.io/rev"},
		"both": {"labels": {"istio-injection": "enabled", "istio.io/rev": "canary"}, "key": "istio-injection"},
	}
	found := rule.report with input as _namespace("kube-public", case.labels)
	{f.path | some f in found} == {["metadata", "labels", case.key]}
}

test_silent[name] if {
	some name, obj in {
		"another namespace": _deployment("istio-system", _asked, [_app]),
		"nothing asked": _deployment("kube-system", {}, [_app]),
		"opt-out": _deployment("kube-system", {"labels": {_key: "false"}}, [_app]),
		"injected": _deployment("kube-system", _asked, [{"name": "istio-proxy", "args": ["proxy", "sidecar"]}]),
		"Namespace disabled": _namespace("kube-system", {"istio-injection": "disabled", "istio.io/rev": "canary"}),
		"Namespace without labels": _namespace("kube-system", {}),
		"empty revision": _namespace("kube-system", {"istio.io/rev": ""}),
		"another Namespace": _namespace("istio-system", {"istio-injection": "enabled"}),
		"no Namespace": object.union(_namespace("kube-system", {"istio-injection": "enabled"}), {"kind": "Service"}),
	}
	found := rule.report with input as obj
	found == set()
}
