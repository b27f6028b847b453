package meshlint.rules.interception.interception_mode_mismatch_test

import data.meshlint.rules.interception.interception_mode_mismatch as rule
import data.meshlint.testlib

_env(value) := {
	"proxy": {"env": [{"name": "A", "value": "b"}, {"name": "ISTIO_META_INTERCEPTION_MODE", "value": value}]},
}

test_fires if {
	found := rule.report with input as testlib.injected(_env("TPROXY"))
	testlib.fires_at(found, "/spec/template/spec/containers/1/env/1")
	some f in found
	contains(f.message, "mode TPROXY, but the redirect is set up for REDIRECT")
	testlib.pointer(f.related[0].path) == "/spec/template/spec/initContainers/0/args/8"
}

test_silent[name] if {
	some name, obj in {
		"equal": testlib.injected(_env("REDIRECT")),
		"empty environment": testlib.injected(_env("")),
		"no environment": testlib.injected({"proxy": {"env": []}}),
		"no -m": testlib.injected(object.union(_env("TPROXY"), {"init_args": ["istio-iptables", "-p", "15001"]})),
		"empty -m": testlib.injected(object.union(
			_env("TPROXY"),
			{"init_args": ["istio-iptables", "-p", "15001", "-m", ""]},
		)),
		"gateway": testlib.injected(object.union(_env("TPROXY"), {"proxy": {"args": ["proxy", "router"]}})),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
