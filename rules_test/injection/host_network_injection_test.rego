package meshlint.rules.injection.host_network_injection_test

import data.meshlint.rules.injection.host_network_injection as rule

_key := "sidecar.istio.io/inject"

_pod(metadata, spec) := {
	"apiVersion": "apps/v1",
	"kind": "DaemonSet",
	"metadata": {"name": "a"},
	"spec": {"template": {"metadata": metadata, "spec": object.union({"containers": [{"name": "a"}]}, spec)}},
}

_label(value) := {"labels": {_key: value}}

test_fires[kind] if {
	some kind in ["label", "annotation"]
	metadata := {"label": _label("true"), "annotation": {"annotations": {_key: "true"}}}[kind]
	found := rule.report with input as _pod(metadata, {"hostNetwork": true})
	some f in found
	f.path == ["spec", "template", "spec", "hostNetwork"]
	f.related[0].path == ["spec", "template", "metadata", sprintf("%ss", [kind]), _key]
	endswith(f.message, sprintf("or the %s.", [kind]))
}

test_silent[name] if {
	some name, obj in {
		"opts out": _pod(_label("false"), {"hostNetwork": true}),
		"says nothing": _pod({}, {"hostNetwork": true}),
		"network of its own": _pod(_label("true"), {"hostNetwork": false}),
		"no field": _pod(_label("true"), {}),
		"injected": _pod(_label("true"), {
			"hostNetwork": true,
			"containers": [{"name": "istio-proxy", "args": ["proxy", "sidecar"]}],
		}),
	}
	found := rule.report with input as obj
	found == set()
}
