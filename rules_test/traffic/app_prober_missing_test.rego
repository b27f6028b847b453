package meshlint.rules.traffic.app_prober_missing_test

import data.meshlint.rules.traffic.app_prober_missing as rule
import data.meshlint.testlib

_probe(path, port) := {"app": {"readinessProbe": {"httpGet": {"path": path, "port": port}}}}

_probers := {"proxy": {"env": [{
	"name": "ISTIO_KUBE_APP_PROBERS",
	"value": `{"/app-health/app/readyz":{"httpGet":{"port":8080}}}`,
}]}}

_at := "/spec/template/spec/containers/0/readinessProbe/httpGet/path"

test_fires[name] if {
	some name, case in {
		"no such entry": {
			"object": testlib.injected(object.union(_probe("/app-health/app/livez", 15020), _probers)),
			"text": "no such entry",
		},
		"no entries": {"object": testlib.injected(_probe("/app-health/app/readyz", 15020)), "text": "no such entry"},
		"port 0": {
			"object": testlib.injected(object.union(_probe("/app-health/app/readyz", 0), _probers)),
			"text": "its port is 0",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, _at)
	some f in found
	contains(f.message, case.text)
}

test_silent[name] if {
	some name, obj in {
		"entry": testlib.injected(object.union(_probe("/app-health/app/readyz", 15020), _probers)),
		"not rewritten": testlib.injected(_probe("/ready", 8080)),
		"not injected": testlib.source(_probe("/app-health/app/readyz", 15020)),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
