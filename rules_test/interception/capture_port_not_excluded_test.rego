package meshlint.rules.interception.capture_port_not_excluded_test

import data.meshlint.rules.interception.capture_port_not_excluded as rule
import data.meshlint.testlib

_args(args) := {"init_args": array.concat(["istio-iptables", "-p", "15001"], args)}

_d := "/spec/template/spec/initContainers/0/args/6"

_excluded(ports) := _args(["-b", "*", "-d", ports])

test_fires[name] if {
	some name, case in {
		"readiness": {"ports": "15090,15020", "missing": {15021}, "fix": "15090,15020,15021"},
		"metrics": {"ports": "15090,15021", "missing": {15020}, "fix": "15090,15021,15020"},
		"Envoy's metrics": {"ports": "15021,15020", "missing": {15090}, "fix": "15021,15020,15090"},
		"none excluded": {"ports": "", "missing": {15020, 15021, 15090}, "fix": "15020"},
	}
	found := rule.report with input as testlib.injected(_excluded(case.ports))
	{f.path | some f in found} == {["spec", "template", "spec", "initContainers", 0, "args", 6]}
	{port | some port in case.missing; some f in found; startswith(f.message, sprintf("Port %d,", [port]))} == case.missing
	count(found) == count(case.missing)
	case.fix in {f.fix[0].value | some f in found}
	{f.fix[0].path | some f in found} == {_d}
	{f.severity | some f in found} == {"error"}
}

test_related if {
	found := rule.report with input as testlib.injected(_excluded("15090,15020"))
	{testlib.pointer(r.path) | some f in found; some r in f.related} == {
		"/spec/template/spec/containers/1/readinessProbe/httpGet/port",
		"/spec/template/spec/containers/1/startupProbe/httpGet/port",
	}
}

test_names_the_port_once if {
	found := rule.report with input as testlib.injected(object.union(
		_excluded("15090,15020"),
		{"annotations": {"prometheus.io/port": "15021"}},
	))
	count(found) == 1
}

test_fires_where_the_port_is_included if {
	found := rule.report with input as testlib.injected(_args(["-b", "8080,15021"]))
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/args/4")
	some f in found
	contains(f.message, "Take 15021 out of -b.")
	not f.fix
}

test_no_fix_for_an_attached_value if {
	found := rule.report with input as testlib.injected(_args(["-b", "*", "-d=15090,15021"]))
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/args/5")
	every f in found { not f.fix }
}

test_warns_under_the_cni_plugin if {
	found := rule.report with input as testlib.cni(_excluded("15090,15021"))
	{f.severity | some f in found} == {"warning"}
}

test_silent[name] if {
	some name, obj in {
		"all excluded": testlib.injected({}),
		"nothing captured": testlib.injected(_args(["-b", "", "-d", ""])),
		"others captured": testlib.injected(_args(["-b", "8080", "-d", ""])),
		"merging switched off": testlib.injected(object.union(
			_excluded("15090,15021"),
			{"annotations": {"prometheus.istio.io/merge-metrics": "false"}},
		)),
		"not scraped": testlib.injected(object.union(
			_excluded("15090,15021"),
			{"annotations": {"prometheus.io/scrape": "false"}},
		)),
		"metrics of the application": testlib.injected(object.union(
			_excluded("15090,15021"),
			{"annotations": {"prometheus.io/path": "/metrics", "prometheus.io/port": "9090"}},
		)),
		"Envoy's metrics of Istio 1.5": testlib.injected(object.union(_excluded("15020"), {"proxy": {
			"readinessProbe": {"httpGet": {"path": "/healthz/ready", "port": 15020}},
			"startupProbe": null,
		}})),
		"a port of another name": testlib.injected({"proxy": {"ports": [{"name": "other", "containerPort": 7}]}}),
		"arguments of the user": testlib.injected({"init_args": ["my", "own"]}),
		"gateway": testlib.injected(object.union(_excluded(""), {"proxy": {"args": ["proxy", "router"]}})),
		"port 0": testlib.injected({"annotations": {"prometheus.io/port": "0"}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
