package meshlint.rules.interception.init_not_root_test

import data.meshlint.rules.interception.init_not_root as rule
import data.meshlint.testlib

_context(over) := {"init": {"securityContext": over}}

_unsaid := {"runAsUser": null, "runAsNonRoot": null}

test_fires[name] if {
	some name, case in {
		"another user": {
			"object": testlib.injected(_context({"runAsUser": 1000})),
			"text": "runs as UID 1000:",
			"related": "/spec/template/spec/initContainers/0/securityContext/runAsUser",
		},
		"user of the pod": {
			"object": testlib.injected(object.union(
				_context(_unsaid),
				{"spec": {"securityContext": {"runAsUser": 1000}}},
			)),
			"text": "runs as UID 1000 by the pod's securityContext:",
			"related": "/spec/template/spec/securityContext/runAsUser",
		},
		"non-root": {
			"object": testlib.injected(_context({"runAsNonRoot": true})),
			"text": "runAsNonRoot is true:",
			"related": "/spec/template/spec/initContainers/0/securityContext/runAsNonRoot",
		},
		"non-root of the pod": {
			"object": testlib.injected(object.union(
				_context(_unsaid),
				{"spec": {"securityContext": {"runAsNonRoot": true}}},
			)),
			"text": "runAsNonRoot is true by the pod's securityContext:",
			"related": "/spec/template/spec/securityContext/runAsNonRoot",
		},
	}
	found := rule.report with input as case.object
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/securityContext")
	some f in found
	contains(f.message, case.text)
	testlib.pointer(f.related[0].path) == case.related
}

test_fix[name] if {
	some name, case in {
		"another user": {"context": {"runAsUser": 1000}, "fields": {"runAsUser": 0}},
		"non-root": {"context": {"runAsNonRoot": true}, "fields": {"runAsNonRoot": false}},
		"both": {"context": {"runAsUser": 1000, "runAsNonRoot": null}, "fields": {"runAsUser": 0, "runAsNonRoot": false}},
	}
	found := rule.report with input as testlib.injected(_context(case.context))
	some f in found
	{operation.op | some operation in f.fix} == {"add"}
	{operation.path: operation.value | some operation in f.fix} == {path: value |
		some field, value in case.fields
		path := concat("/", ["/spec/template/spec/initContainers/0/securityContext", field])
	}
}

test_no_fix_without_a_context if {
	found := rule.report with input as testlib.injected({
		"init": {"securityContext": null},
		"spec": {"securityContext": {"runAsUser": 1000}},
	})
	count(found) == 1
	every f in found { not f.fix }
}

test_silent[name] if {
	some name, obj in {
		"root": testlib.injected({}),
		"nothing said": testlib.injected(_context(_unsaid)),
		"own value wins": testlib.injected({"spec": {"securityContext": {"runAsUser": 1000, "runAsNonRoot": true}}}),
		"no rules": testlib.injected(object.union(
			_context({"runAsUser": 5}),
			{"init_args": ["istio-iptables", "-p", "15001", "--skip-rule-apply"]},
		)),
		"overridden": testlib.injected(object.union(
			_context({"runAsUser": 5}),
			{"annotations": {"proxy.istio.io/overrides": json.marshal({
				"initContainers": [{"name": "istio-init", "securityContext": {}}],
			})}},
		)),
		"CNI": testlib.cni({"init": {"securityContext": {"runAsUser": 1337}}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
