package meshlint.rules.values.prometheus_port_reserved_test

import data.meshlint.rules.values.prometheus_port_reserved as rule
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

_at(key) := {["spec", "template", "metadata", "annotations", key]}

test_fires[name] if {
	some name, case in {
		"Envoy": {"key": "prometheus.io/port", "value": "15090", "text": "port 15090, which belongs to Envoy"},
		"agent": {"key": "prometheus.io/port", "value": "15020", "text": "the agent"},
		"scraped": {
			"key": "prometheus.io/port",
			"value": "15000",
			"beside": {"prometheus.io/scrape": "true"},
			"text": "15000",
		},
		"with a zero in front": {"key": "prometheus.io/port", "value": "015090", "text": "port 15090"},
		"with a sign": {"key": "prometheus.io/port", "value": "+15090", "text": "port 15090"},
		"a name": {"key": "prometheus.io/port", "value": "http", "text": "no port from 1 to 65535"},
		"too large": {"key": "prometheus.io/port", "value": "65536", "text": "no port from 1 to 65535"},
		"zero": {"key": "prometheus.io/port", "value": "0", "text": "no port from 1 to 65535"},
		"agent beside targets": {
			"key": "prometheus.io/port",
			"value": "15020",
			"beside": {"prometheus.istio.io/scrape-targets": "15090"},
			"text": "port 15020",
		},
		"target that is no port": {"key": "prometheus.istio.io/scrape-targets", "value": "http", "text": "no port"},
		"target beside a port": {
			"key": "prometheus.istio.io/scrape-targets",
			"value": "15006",
			"beside": {"prometheus.io/port": "9090"},
			"text": "15006",
		},
		"target": {"key": "prometheus.istio.io/scrape-targets", "value": "9090:/a,15006", "text": "15006"},
	}
	found := rule.report with input as _annotated(object.union(object.get(case, "beside", {}), {case.key: case.value}))
	{f.path | some f in found} == _at(case.key)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"the application's": _annotated({"prometheus.io/port": "9090"}),
		"not scraped": _annotated({"prometheus.io/port": "15090", "prometheus.io/scrape": "false"}),
		"not merged": _annotated({"prometheus.io/port": "15090", "prometheus.istio.io/merge-metrics": "false"}),
		"empty": _annotated({"prometheus.io/port": ""}),
		"highest": _annotated({"prometheus.io/port": "65535"}),
		"port beside targets": _annotated({
			"prometheus.io/port": "15090",
			"prometheus.istio.io/scrape-targets": "9090",
		}),
		"target not merged": _annotated({
			"prometheus.istio.io/scrape-targets": "15090",
			"prometheus.istio.io/merge-metrics": "false",
		}),
		"agent not scraped": _annotated({"prometheus.io/port": "15020", "prometheus.io/scrape": "false"}),
		"injected": testlib.injected({}),
		"opted out": testlib.source({
			"labels": {"sidecar.istio.io/inject": "false"},
			"annotations": {"prometheus.io/port": "15090"},
		}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
