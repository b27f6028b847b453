package meshlint.testlib

# METADATA
# title: The arguments of istio-init by default
init_args := [
	"istio-iptables",
	"-p", "15001",
	"-z", "15006",
	"-u", "1337",
	"-m", "REDIRECT",
	"-i", "*",
	"-x", "",
	"-b", "*",
	"-d", "15090,15021,15020",
	"--log_output_level=default:info",
]

# METADATA
# title: The container istio-init by default
init_container := {
	"name": "istio-init",
	"image": "docker.io/istio/proxyv2:1.30.0",
	"args": init_args,
	"securityContext": {
		"allowPrivilegeEscalation": false,
		"capabilities": {"add": ["NET_ADMIN", "NET_RAW"], "drop": ["ALL"]},
		"privileged": false,
		"readOnlyRootFilesystem": false,
		"runAsGroup": 0,
		"runAsNonRoot": false,
		"runAsUser": 0,
	},
}

# METADATA
# title: The container istio-validation by default
validation_container := {
	"name": "istio-validation",
	"image": "docker.io/istio/proxyv2:1.30.0",
	"args": array.concat(init_args, ["--run-validation", "--skip-rule-apply"]),
	"securityContext": _restricted,
}

# METADATA
# title: The container istio-proxy by default
proxy_container := {
	"name": "istio-proxy",
	"image": "docker.io/istio/proxyv2:1.30.0",
	"args": [
		"proxy", "sidecar",
		"--domain", "$(POD_NAMESPACE).svc.cluster.local",
		"--proxyLogLevel=warning",
		"--proxyComponentLogLevel=misc:error",
		"--log_output_level=default:info",
	],
	"env": [
		{"name": "POD_NAME", "valueFrom": {"fieldRef": {"fieldPath": "metadata.name"}}},
		{"name": "PROXY_CONFIG", "value": "{}\n"},
		{"name": "ISTIO_META_INTERCEPTION_MODE", "value": "REDIRECT"},
	],
	"ports": [{"containerPort": 15090, "name": "http-envoy-prom", "protocol": "TCP"}],
	"readinessProbe": {"httpGet": {"path": "/healthz/ready", "port": 15021}, "periodSeconds": 15},
	"startupProbe": {"httpGet": {"path": "/healthz/ready", "port": 15021}, "failureThreshold": 600},
	"resources": {
		"limits": {"cpu": "2", "memory": "1Gi"},
		"requests": {"cpu": "100m", "memory": "128Mi"},
	},
	"securityContext": _restricted,
}

_restricted := {
	"allowPrivilegeEscalation": false,
	"capabilities": {"drop": ["ALL"]},
	"privileged": false,
	"readOnlyRootFilesystem": true,
	"runAsGroup": 1337,
	"runAsNonRoot": true,
	"runAsUser": 1337,
}
