package meshlint.lib.exempt_test

import data.meshlint.lib.exempt
import data.meshlint.testlib

_names(records) := [record.name | some record in records]

test_applications[name] if {
	some name, case in {
		"source": {"object": testlib.source({"containers": [{"name": "b"}]}), "names": ["app", "b"]},
		"injected": {"object": testlib.injected({"init_containers": [{"name": "i"}]}), "names": ["app"]},
		"opted out": {"object": testlib.source({"labels": {"sidecar.istio.io/inject": "false"}}), "names": []},
		"gateway": {
			"object": testlib.source({"annotations": {"inject.istio.io/templates": "gateway"}}),
			"names": [],
		},
		"control plane": {"object": testlib.source({"labels": {"istio": "pilot"}}), "names": []},
		"no workload": {"object": testlib.service({}), "names": []},
	}
	records := exempt.applications with input as case.object
	_names(records) == case.names
}
