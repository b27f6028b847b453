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
	case.fix in {f.fix[1].value | some f in found}
	{operation.path | some f in found; some operation in f.fix} == {_d}
	{f.fix[0].value | some f in found} == {case.ports}
	{f.severity | some f in found} == {"error"}
	{true | some f in found; endswith(f.message, "to -d.")} == {true}
}

test_related if {
	found := rule.report with input as testlib.injected(_excluded("15090,15020"))
	{testlib.pointer(r.path) | some f in found; some r in f.related} == {
		"/spec/template/spec/containers/1/readinessProbe/httpGet/port",
		"/spec/template/spec/containers/1/startupProbe/httpGet/port",
	}
}

test_fires_on_probes_of_the_application if {
	found := rule.report with input as testlib.injected(object.union(_excluded("15090,15021"), {
		"annotations": {"prometheus.io/scrape": "false"},
		"app": {"livenessProbe": {"httpGet": {"path": "/app-health/app/livez", "port": 15020}}},
	}))
	testlib.fires_at(found, _d)
	some f in found
	contains(f.message, "Port 15020, where the kubelet reaches the application's probes")
	f.fix[1].value == "15090,15021,15020"
}

test_no_fix_where_the_agent_does_not_listen[name] if {
	some name, over in {
		"annotation": {"annotations": {"status.sidecar.istio.io/port": "1234"}},
		"port 0": {"annotations": {"status.sidecar.istio.io/port": "0"}},
		"ProxyConfig": {"annotations": {"proxy.istio.io/config": "statusPort: 15030"}},
	}
	found := rule.report with input as testlib.injected(object.union(_excluded("15090,15021"), over))
	testlib.fires_at(found, _d)
	{contains(f.message, "The agent does not listen there either") | some f in found} == {true}
	every f in found { not f.fix }
}

test_fix_where_the_agent_listens_elsewhere[name] if {
	some name, annotations in {
		"annotation": {"prometheus.io/port": "1234", "status.sidecar.istio.io/port": "1234"},
		"ProxyConfig": {"prometheus.io/port": "15030", "proxy.istio.io/config": "statusPort: 15030"},
	}
	found := rule.report with input as testlib.injected(object.union(
		_excluded("15090,15021"),
		{"annotations": annotations},
	))
	{f.fix[1].value | some f in found} == {sprintf("15090,15021,%s", [annotations["prometheus.io/port"]])}
}

test_fix_of_a_number if {
	found := rule.report with input as testlib.injected(object.union(
		_args(["-b", "*", "-d", 15090]),
		{"annotations": {"prometheus.io/scrape": "false"}},
	))
	{f.fix[0].value | some f in found} == {15090}
	{f.fix[1].value | some f in found} == {"15090,15021"}
}

test_no_fix_without_the_flag if {
	found := rule.report with input as testlib.injected(_args(["-b", "*"]))
	count(found) == 3
	{testlib.pointer(f.path) | some f in found} == {"/spec/template/spec/initContainers/0/args"}
	every f in found { not f.fix }
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

test_no_fix_by_exclusion_without_the_wildcard if {
	found := rule.report with input as testlib.injected(_args(["-b", "8080,15021", "-d", "15090"]))
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/args/4")
	every f in found { not f.fix }
}

test_no_fix_for_an_attached_value if {
	found := rule.report with input as testlib.injected(_args(["-b", "*", "-d=15090,15021", "-o", "15090,15021"]))
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
		"a named port that nothing has": testlib.injected(object.union(
			_excluded("15090,15021,15020"),
			{"proxy": {"readinessProbe": {"httpGet": {"port": "status"}}, "startupProbe": null}},
		)),
		"a probe of the application itself": testlib.injected(object.union(
			_excluded("15090,15021,15020"),
			{"app": {"livenessProbe": {"httpGet": {"path": "/live", "port": 8080}}}},
		)),
		"no number": testlib.injected(object.union(
			_excluded("15090,15021"),
			{"annotations": {"prometheus.io/port": "metrics"}},
		)),
		"arguments of the user": testlib.injected({"init_args": ["my", "own"]}),
		"gateway": testlib.injected(object.union(_excluded(""), {"proxy": {"args": ["proxy", "router"]}})),
		"port 0": testlib.injected({"annotations": {"prometheus.io/port": "0"}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
