package meshlint.rules.injection.duplicate_proxy_env_test

import data.meshlint.rules.injection.duplicate_proxy_env as rule

_pod(proxy_env, app_env) := {
	"apiVersion": "v1",
	"kind": "Pod",
	"metadata": {},
	"spec": {"containers": [
		{"name": "a", "env": app_env},
		{"name": "istio-proxy", "args": ["proxy", "sidecar"], "env": proxy_env},
	]},
}

_twice := [{"name": "A", "value": "1"}, {"name": "B", "value": "1"}, {"name": "A", "value": "2"}]

test_fires if {
	found := rule.report with input as _pod(_twice, [])
	{[f.path, f.related[0].path] | some f in found} == {[
		["spec", "containers", 1, "env", 2],
		["spec", "containers", 1, "env", 0],
	]}
}

test_silent[name] if {
	some name, obj in {
		"each once": _pod([{"name": "A"}, {"name": "B"}], []),
		"of the application": _pod([], _twice),
		"a stub of the source": {
			"apiVersion": "v1",
			"kind": "Pod",
			"metadata": {},
			"spec": {"containers": [{"name": "istio-proxy", "image": "auto", "env": _twice}]},
		},
	}
	found := rule.report with input as obj
	found == set()
}
