# METADATA
# title: Injection is switched on in a system namespace
# description: >-
#   The injector passes over kube-system, kube-public, kube-node-lease and local-path-storage, whatever labels say
#   (IgnoredNamespaces of pkg/kube/inject). `istioctl kube-inject` looks at the template only and does inject a
#   Deployment there, so that the two ways of injection end in different pods.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/common-problems/injection/
#     description: Sidecar injection problems
# custom:
#   severity: warning
#   category: injection
#   stage: source
#   silent: >-
#     The namespace is another one, istio-system included; nothing asks for injection; the manifest has been injected
#     already.
#   advice: >-
#     Remove the label, or move the workload to a namespace of its own.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.injection.system_namespace_injection

import data.meshlint.lib.injection
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

report contains {"path": asked.path, "message": msg} if {
	workload.namespace in injection.system_namespaces
	proxy.source
	asked := injection.inject_value_at("template")
	asked.value == "true"
	msg := sprintf("The webhook passes over the namespace %s, so this %s brings no sidecar: remove it.", [
		workload.namespace,
		asked.kind,
	])
}

report contains {"path": ["metadata", "labels", key], "message": msg} if {
	input.kind == "Namespace"
	input.metadata.name in injection.system_namespaces
	key := _switch
	msg := sprintf("The injector passes over the namespace %s, so the label %s does nothing: remove it.", [
		input.metadata.name,
		key,
	])
}

_switch := "istio-injection" if {
	input.metadata.labels["istio-injection"] == "enabled"
} else := "istio.io/rev" if {
	input.metadata.labels["istio.io/rev"] != ""
	not "istio-injection" in object.keys(input.metadata.labels)
}
