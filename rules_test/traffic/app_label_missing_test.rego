package meshlint.rules.traffic.app_label_missing_test

import data.meshlint.rules.traffic.app_label_missing as rule
import data.meshlint.testlib

test_fires[name] if {
	some name, obj in {
		"another label": testlib.source({"labels": {"app": null, "guid": "x"}}),
		"none": testlib.source({"labels": {"app": null}}),
	}
	found := rule.report with input as obj
	testlib.fires_at(found, "/spec/template/metadata/labels")
}

test_silent[name] if {
	some name, obj in {
		"app": testlib.source({}),
		"recommended label": testlib.source({"labels": {"app": null, "app.kubernetes.io/name": "a"}}),
		"canonical name": testlib.source({"labels": {"app": null, "service.istio.io/canonical-name": "a"}}),
		"of Kubernetes": testlib.source({"labels": {"app": null, "k8s-app": "a"}}),
		"opted out": testlib.source({"labels": {"app": null, "sidecar.istio.io/inject": "false"}}),
		"injected": testlib.injected({"labels": {"app": null}}),
		"gateway": testlib.source({"labels": {"app": null}, "annotations": {"inject.istio.io/templates": "gateway"}}),
		"control plane": testlib.source({"labels": {"app": null, "istio": "pilot"}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
