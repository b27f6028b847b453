package meshlint.lib.metadata_test

import data.meshlint.lib.metadata
import data.meshlint.testlib

test_levels[name] if {
	some name, case in {
		"pod": {"object": testlib.source_of("Pod", {}), "levels": ["template"]},
		"deployment": {"object": testlib.source({}), "levels": ["object", "template"]},
		"cronjob": {"object": testlib.source_of("CronJob", {}), "levels": ["object", "jobTemplate", "template"]},
		"service": {"object": testlib.service({}), "levels": ["object"]},
		"metadata of a wrong type": {"object": {"kind": "Service", "metadata": []}, "levels": []},
	}
	levels := [block.level | some block in metadata.blocks] with input as case.object
	levels == case.levels
}

test_entries if {
	object_ := testlib.source_of("CronJob", {
		"metadata": {"labels": {"a": true}},
		"job_metadata": {"annotations": {"b/c": null}},
		"labels": {"app": null, "d": 1},
	})
	found := {[entry.level, entry.kind, entry.key, entry.value, metadata.pointer(entry.path)] |
		some entry in metadata.entries
	} with input as object_
	found == {
		["object", "labels", "a", true, "/metadata/labels/a"],
		["jobTemplate", "annotations", "b/c", null, "/spec/jobTemplate/metadata/annotations/b~1c"],
		["template", "labels", "d", 1, "/spec/jobTemplate/spec/template/metadata/labels/d"],
	}
}

test_entries_of_wrong_types_are_left_out if {
	count(metadata.entries) == 0 with input as {"kind": "Service", "metadata": {"labels": ["x"], "annotations": "y"}}
}

test_keys if {
	metadata.domain("sidecar.istio.io/inject") == "sidecar.istio.io"
	metadata.name("sidecar.istio.io/inject") == "inject"
	metadata.domain("istio-injection") == ""
	metadata.name("istio-injection") == "istio-injection"
}

test_istio_domain if {
	metadata.istio_domain("istio.io")
	metadata.istio_domain("traffic.sidecar.istio.io")
	not metadata.istio_domain("notistio.io")
	not metadata.istio_domain("")
}

test_paths if {
	metadata.pointer(["a", 0, "b/c~d"]) == "/a/0/b~1c~0d"
	metadata.pointer([]) == ""
	metadata.parent(["a", 0]) == ["a"]
}
