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
import data.meshlint.lib.injection
import data.meshlint.lib.proxy
import data.meshlint.lib.quantity
import data.meshlint.lib.workload

_annotations := {
	"sidecar.istio.io/proxyCPU": ["requests", "cpu"],
	"sidecar.istio.io/proxyMemory": ["requests", "memory"],
	"sidecar.istio.io/proxyCPULimit": ["limits", "cpu"],
	"sidecar.istio.io/proxyMemoryLimit": ["limits", "memory"],
}

report contains {"path": request.path, "message": msg, "related": [related]} if {
	some request in _amounts
	not quantity.negative(request.value)
	limit := _limit(request)
	quantity.smaller(limit.value, request.value)
	related := {"path": limit.path, "message": sprintf("the limit %s", [limit.value])}
	msg := sprintf("The proxy requests %s %s, which is more than its limit of %s: the API server refuses the pod. %s", [
		request.value,
		request.resource,
		limit.value,
		"Raise the limit or lower the request.",
	])
}

report contains {"path": amount.path, "message": msg} if {
	some amount in _amounts
	quantity.negative(amount.value)
	not _compared(amount)
	msg := sprintf("%s %s of the proxy is below zero (in its %s): the API server refuses the pod. %s", [
		amount.value,
		amount.resource,
		amount.section,
		"Write a quantity of zero or more.",
	])
}

# Any request is above such a limit, and is named there.
_compared(limit) if {
	some request in _amounts
	not quantity.negative(request.value)
	_limit(request) == limit
}

# A limit is its own, and so never above it.
_limit(request) := [amount |
	some amount in _amounts
	amount.section == "limits"
	amount.place == request.place
	amount.resource == request.resource
][0]

# What annotations ask for, and what stands in the proxy itself: the injected one, or one that will be merged over it.
_amounts contains {
	"place": entry.level,
	"section": section,
	"resource": resource,
	"value": entry.value,
	"path": entry.path,
} if {
	some entry in annotations.given
	[section, resource] := _annotations[entry.key]
}

_amounts contains {
	"place": "proxy",
	"section": section,
	"resource": resource,
	"value": workload.text(value),
	"path": array.concat(_proxy.path, ["resources", section, resource]),
} if {
	some section in ["requests", "limits"]
	some resource, value in _proxy.container.resources[section]
}

_proxy := proxy.record if proxy.sidecar

_proxy := proxy.stub if injection.may_be_injected
