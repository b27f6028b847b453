package meshlint.rules.interception.half_injected_test

import data.meshlint.rules.interception.half_injected as rule
import data.meshlint.testlib

test_fires if {
	found := rule.report with input as testlib.injected({"proxy": null})
	testlib.fires_at(found, "/spec/template/spec/initContainers/0")
}

test_silent[name] if {
	some name, obj in {
		"injected": testlib.injected({}),
		"native": testlib.native({}),
		"not injected": testlib.source({}),
		"no rules": testlib.injected({"proxy": null, "init_args": ["istio-iptables", "-p", "15001", "--skip-rule-apply"]}),
		"arguments of the user": testlib.injected({"proxy": null, "init_args": ["mine"]}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
