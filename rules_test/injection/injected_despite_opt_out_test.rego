package meshlint.rules.injection.injected_despite_opt_out_test

import data.meshlint.rules.injection.injected_despite_opt_out as rule

_key := "sidecar.istio.io/inject"

_pod(metadata, containers) := {
	"apiVersion": "v1",
	"kind": "Pod",
	"metadata": metadata,
	"spec": {"containers": containers},
}

_proxy(role) := {"name": "istio-proxy", "args": ["proxy", role]}

_app := {"name": "a"}

test_fires[kind] if {
	some kind in ["labels", "annotations"]
	found := rule.report with input as _pod({kind: {_key: "false"}}, [_app, _proxy("sidecar")])
	{[f.path, f.related[0].path] | some f in found} == {[["spec", "containers", 1], ["metadata", kind, _key]]}
}

test_silent[name] if {
	some name, obj in {
		"no opt-out": _pod({}, [_app, _proxy("sidecar")]),
		"opts in": _pod({"labels": {_key: "true"}}, [_app, _proxy("sidecar")]),
		"the label wins": _pod(
			{"labels": {_key: "true"}, "annotations": {_key: "false"}},
			[_app, _proxy("sidecar")],
		),
		"not injected": _pod({"labels": {_key: "false"}}, [_app]),
		"gateway": _pod({"labels": {_key: "false"}}, [_proxy("router")]),
		"ztunnel": _pod({"labels": {_key: "false"}}, [_proxy("ztunnel")]),
	}
	found := rule.report with input as obj
	found == set()
}
