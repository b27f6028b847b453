package meshlint.rules.values.exclude_ports_without_effect_test

import data.meshlint.rules.values.exclude_ports_without_effect as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"list": {
			"key": "traffic.sidecar.istio.io/excludeInboundPorts",
			"value": "80",
			"beside": {"traffic.sidecar.istio.io/includeInboundPorts": "80,90"},
			"text": "ports 80 does nothing, because only the ports 80,90 are captured",
		},
		"nothing captured": {
			"key": "traffic.sidecar.istio.io/excludeInboundPorts",
			"value": "80",
			"beside": {"traffic.sidecar.istio.io/includeInboundPorts": ""},
			"text": "because no inbound port is captured",
		},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"all captured": _annotated({"traffic.sidecar.istio.io/excludeInboundPorts": "80", "traffic.sidecar.istio.io/includeInboundPorts": "*"}),
		"no list": _annotated({"traffic.sidecar.istio.io/excludeInboundPorts": "80"}),
		"nothing excluded": _annotated({"traffic.sidecar.istio.io/excludeInboundPorts": "", "traffic.sidecar.istio.io/includeInboundPorts": "80"}),
		"a list that is refused": _annotated({
			"traffic.sidecar.istio.io/excludeInboundPorts": "80",
			"traffic.sidecar.istio.io/includeInboundPorts": "*,80",
		}),
		"injected": testlib.injected({"annotations": {
			"traffic.sidecar.istio.io/excludeInboundPorts": "80",
			"traffic.sidecar.istio.io/includeInboundPorts": "90",
		}}),
		"on two levels": testlib.source_of("CronJob", {
			"annotations": {"traffic.sidecar.istio.io/excludeInboundPorts": "80"},
			"job_metadata": {"annotations": {"traffic.sidecar.istio.io/includeInboundPorts": "90"}},
		}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}

test_related if {
	found := rule.report with input as _annotated({
		"traffic.sidecar.istio.io/excludeInboundPorts": "80",
		"traffic.sidecar.istio.io/includeInboundPorts": "90",
	})
	some f in found
	{related.path | some related in f.related} == _at("traffic.sidecar.istio.io/includeInboundPorts")
}
