# METADATA
# title: The proxy requests more than its limit
# description: >-
#   A request above the limit of the same resource is refused by the API server, so the pod is not created. The
#   injector copies the annotations into both containers without comparing them.
# related_resources:
#   - ref: https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
#     description: Resource management for containers
# custom:
#   severity: error
#   category: values
#   stage: both
#   silent: >-
#     One of the two is absent, or is no quantity.
#   advice: >-
#     Raise the limit or lower the request.
#   examples: {bad: [bad.yaml, bad-injected.yaml], good: [good.yaml]}
package meshlint.rules.values.proxy_request_exceeds_limit

import data.meshlint.lib.annotations
import data.meshlint.lib.proxy
import data.meshlint.lib.quantity
import data.meshlint.lib.workload

_annotations := {
	"sidecar.istio.io/proxyCPU": "sidecar.istio.io/proxyCPULimit",
	"sidecar.istio.io/proxyMemory": "sidecar.istio.io/proxyMemoryLimit",
}

report contains {"path": request.path, "message": msg, "related": [related]} if {
	some request in annotations.given
	some limit in annotations.given
	limit.key == _annotations[request.key]
	limit.level == request.level
	quantity.smaller(limit.value, request.value)
	related := {"path": limit.path, "message": sprintf("the limit %s", [limit.value])}
	msg := sprintf("The proxy requests %s (%s), which is more than its limit of %s: the API server refuses the pod. %s", [
		request.value,
		request.key,
		limit.value,
		"Raise the limit.",
	])
}

report contains {"path": path, "message": msg, "related": [related]} if {
	proxy.injected
	proxy.sidecar
	resources := proxy.container.resources
	some name, request in resources.requests
	limit := resources.limits[name]
	quantity.smaller(workload.text(limit), workload.text(request))
	path := array.concat(proxy.path, ["resources", "requests", name])
	limit_path := array.concat(proxy.path, ["resources", "limits", name])
	related := {"path": limit_path, "message": sprintf("the limit %v", [limit])}
	msg := sprintf("istio-proxy requests %v %s, which is more than its limit of %v: the API server refuses the pod. %s", [
		request,
		name,
		limit,
		"Raise the limit.",
	])
}
