package meshlint.rules.placement.annotation_unknown_test

import data.meshlint.rules.placement.annotation_unknown as rule

_deployment(annotations) := {
	"apiVersion": "apps/v1",
	"kind": "Deployment",
	"metadata": {"name": "a"},
	"spec": {"template": {
		"metadata": {"annotations": annotations, "labels": {"sidecar.istio.io/nothing": "x"}},
		"spec": {"containers": [{"name": "a"}]},
	}},
}

test_fires[name] if {
	some name, case in {
		"letter missing": {
			"key": "traffic.sidecar.istio.io/includeOutboundPort",
			"text": "did you mean traffic.sidecar.istio.io/includeOutboundPorts?",
		},
		"domain mistyped": {"key": "sidecar.istio/inject", "text": "did you mean sidecar.istio.io/inject?"},
		"setting of the proxy's configuration": {
			"key": "sidecar.istio.io/holdApplicationUntilProxyStarts",
			"text": "proxy.istio.io/config",
		},
		"upper and lower case": {
			"key": "sidecar.istio.io/proxyCpuLimit",
			"text": "did you mean sidecar.istio.io/proxyCPULimit?",
		},
		"nothing near": {"key": "sidecar.istio.io/qqqqzzzz", "text": "delete it"},
	}
	found := rule.report with input as _deployment({case.key: "x"})
	{[f.path, f.at] | some f in found} == {[["spec", "template", "metadata", "annotations", case.key], "key"]}
	some f in found
	contains(f.message, case.text)
}

test_fires_on_any_object if {
	found := rule.report with input as {
		"apiVersion": "v1",
		"kind": "Service",
		"metadata": {"annotations": {"networking.istio.io/exportTwo": "."}},
	}
	{f.path | some f in found} == {["metadata", "annotations", "networking.istio.io/exportTwo"]}
}

test_silent[name] if {
	some name, key in {
		"known": "sidecar.istio.io/proxyCPULimit",
		"written by Istio": "sidecar.istio.io/status",
		"honoured though not listed": "sidecar.istio.io/capNetBindService",
		"pattern of the allow-list": "policy.istio.io/anything",
		"another vendor": "sidecar.linkerd.io/inject",
		"a vendor with istio in the name": "istio.example.com/inject",
		"no domain": "owner",
		"rule of its own": "istio.io/use-waypoint",
	}
	found := rule.report with input as _deployment({key: "x"})
	found == set()
}
