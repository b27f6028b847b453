package meshlint.lib.annotations_test

import data.meshlint.lib.annotations
import data.meshlint.testlib

test_given[name] if {
	some name, case in {
		"template": {"object": testlib.source({"annotations": {"a": "b"}}), "keys": {["a", "b", "template"]}},
		"jobTemplate": {
			"object": testlib.source_of("CronJob", {"job_metadata": {"annotations": {"a": "b"}}}),
			"keys": {["a", "b", "jobTemplate"]},
		},
		"Pod": {"object": testlib.source_of("Pod", {"annotations": {"a": "b"}}), "keys": {["a", "b", "template"]}},
		"of the object": {"object": testlib.source({"metadata": {"annotations": {"a": "b"}}}), "keys": set()},
		"no text": {"object": testlib.source({"annotations": {"a": 1}}), "keys": set()},
		"labels": {"object": testlib.source({"labels": {"a": "b"}}), "keys": set()},
		"injected": {"object": testlib.injected({"annotations": {"a": "b"}}), "keys": set()},
		"no workload": {"object": testlib.namespace("n", {}), "keys": set()},
	}
	found := annotations.given with input as case.object
	{[e.key, e.value, e.level] | some e in found} == case.keys
}

test_of if {
	found := annotations.of("a") with input as testlib.source({"annotations": {"a": "b", "c": "d"}})
	{e.value | some e in found} == {"b"}
}
