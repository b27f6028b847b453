package meshlint.lib.prometheus_test

import data.meshlint.lib.prometheus
import data.meshlint.testlib

_annotated(annotations) := testlib.source({"annotations": annotations})

test_scrape_off[name] if {
	some name, annotations in {
		"false": {"prometheus.io/scrape": "false"},
		"zero": {"prometheus.io/scrape": "0"},
		"other spelling of the key": {"prometheus-io.scrape": "False"},
		"boolean": {"prometheus.io/scrape": false},
	}
	prometheus.scrape_off with input as _annotated(annotations)
	not prometheus.scrape_on with input as _annotated(annotations)
}

test_scrape_not_off[name] if {
	some name, annotations in {
		"absent": {},
		"true": {"prometheus.io/scrape": "true"},
		"no boolean": {"prometheus.io/scrape": "no"},
		"another key": {"example.com/prometheus_io_scrape": "false"},
	}
	not prometheus.scrape_off with input as _annotated(annotations)
}

test_merge_off if {
	prometheus.merge_off with input as _annotated({"prometheus.istio.io/merge-metrics": "false"})
	not prometheus.merge_off with input as _annotated({"prometheus.istio.io/merge-metrics": "true"})
	not prometheus.merge_off with input as _annotated({"prometheus.istio.io/merge-metrics": "no"})
	not prometheus.merge_off with input as _annotated({})
}

test_merged if {
	prometheus.merged with input as testlib.injected({})
	not prometheus.merged with input as testlib.injected({"annotations": {"prometheus.io/path": "/metrics"}})
	not prometheus.merged with input as testlib.injected({"annotations": {"prometheus.io/scrape": "false"}})
	not prometheus.merged with input as testlib.source({})
}

test_places if {
	object_ := testlib.injected({})
	path := ["spec", "template", "metadata", "annotations", "prometheus.io/port"]
	prometheus.port == {"value": "15020", "path": path} with input as object_
	prometheus.metrics_path.value == "/stats/prometheus" with input as object_
}

test_targets if {
	object_ := _annotated({"prometheus.istio.io/scrape-targets": "9090:/a, 9091,, 9092:/b:c"})
	found := [[target.port, target.path] | some target in prometheus.targets] with input as object_
	found == [["9090", "/a"], ["9091", "/metrics"], ["9092", "/b:c"]]
	prometheus.targets == [] with input as _annotated({})
}
