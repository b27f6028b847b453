package meshlint.rules.dataplane.dual_dataplane_labels_test

import data.meshlint.rules.dataplane.dual_dataplane_labels as rule

_mode := "istio.io/dataplane-mode"

_namespace(labels) := {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "shop", "labels": labels}}

_ambient(labels) := _namespace(object.union({_mode: "ambient"}, labels))

_suppressed(codes) := object.union(
	_ambient({"istio-injection": "enabled"}),
	{"metadata": {"annotations": {"galley.istio.io/analyze-suppress": codes}}},
)

_named(name) := object.union(_ambient({"istio-injection": "enabled"}), {"metadata": {"name": name}})

test_namespace_fires[name] if {
	some name, case in {
		"injection": {"object": _ambient({"istio-injection": "enabled"}), "label": "istio-injection"},
		"revision": {"object": _ambient({"istio.io/rev": "canary"}), "label": "istio.io/rev"},
		"both": {
			"object": _ambient({"istio-injection": "enabled", "istio.io/rev": "canary"}),
			"label": "istio-injection",
		},
		"another code suppressed": {"object": _suppressed("IST0102"), "label": "istio-injection"},
	}
	found := rule.report with input as case.object
	{[f.path, f.related[0].path] | some f in found} == {[
		["metadata", "labels", _mode],
		["metadata", "labels", case.label],
	]}
	every f in found { not f.severity }
}

test_namespace_silent[name] if {
	some name, obj in {
		"ambient only": _ambient({}),
		"sidecar only": _namespace({"istio-injection": "enabled"}),
		"mode none": _namespace({_mode: "none", "istio-injection": "enabled"}),
		"injection disabled": _ambient({"istio-injection": "disabled"}),
		"injection disabled beside a revision": _ambient({"istio-injection": "disabled", "istio.io/rev": "canary"}),
		"injection empty beside a revision": _ambient({"istio-injection": "", "istio.io/rev": "canary"}),
		"empty revision": _ambient({"istio.io/rev": ""}),
		"istio-system": _named("istio-system"),
		"kube-system": _named("kube-system"),
		"analyzer told to be silent": _suppressed("IST0102, IST0123"),
		"analyzer told to be silent about all": _suppressed("*"),
		"no Namespace": object.union(_ambient({"istio-injection": "enabled"}), {"kind": "ConfigMap"}),
	}
	found := rule.report with input as obj
	found == set()
}

_pod(labels, containers) := {
	"apiVersion": "v1",
	"kind": "Pod",
	"metadata": {"name": "a", "labels": labels},
	"spec": {"containers": containers},
}

_app := {"name": "a", "image": "a:1"}

_proxy(role) := {"name": "istio-proxy", "image": "proxyv2:1", "args": ["proxy", role]}

test_pod_fires[name] if {
	some name, case in {
		"label": {
			"object": _pod({_mode: "ambient", "sidecar.istio.io/inject": "true"}, [_app]),
			"related": ["metadata", "labels", "sidecar.istio.io/inject"],
		},
		"injected": {"object": _pod({_mode: "ambient"}, [_app, _proxy("sidecar")]), "related": ["spec", "containers", 1]},
	}
	found := rule.report with input as case.object
	{[f.path, f.severity, f.related[0].path] | some f in found} == {[
		["metadata", "labels", _mode],
		"warning",
		case.related,
	]}
	{f.fix[0].path | some f in found} == {"/metadata/labels/istio.io~1dataplane-mode"}
}

test_pod_silent[name] if {
	some name, obj in {
		"ambient only": _pod({_mode: "ambient"}, [_app]),
		"sidecar only": _pod({"sidecar.istio.io/inject": "true"}, [_app]),
		"mode none": _pod({_mode: "none", "sidecar.istio.io/inject": "true"}, [_app]),
		"opted out": _pod({_mode: "ambient", "sidecar.istio.io/inject": "false"}, [_app]),
		"opted out, injected all the same": _pod(
			{_mode: "ambient", "sidecar.istio.io/inject": "false"},
			[_app, _proxy("sidecar")],
		),
		"gateway": _pod({_mode: "ambient"}, [_proxy("router")]),
	}
	found := rule.report with input as obj
	found == set()
}
