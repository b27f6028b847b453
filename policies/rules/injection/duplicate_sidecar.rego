# METADATA
# title: A pod has two containers of the name istio-proxy
# description: >-
#   The injector ran over its own output, or the proxy that somebody declares to adjust it stands in another list than
#   the injected one. Names of containers are unique over both lists, so the API server refuses the pod.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/sidecar-injection/#customizing-injection
#     description: Customizing injection
# custom:
#   severity: error
#   category: injection
#   stage: injected
#   silent: >-
#     There is only one container of that name.
#   advice: >-
#     Keep one of the two; declare adjustments in the list in which the injector puts the proxy.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.injection.duplicate_sidecar

import data.meshlint.lib.proxy

report contains {"path": record.path, "message": msg, "related": [related]} if {
	some i, record in proxy.candidates
	i > 0
	related := {"path": proxy.candidates[0].path, "message": "the first istio-proxy"}
	msg := sprintf(
		"A second container of the name istio-proxy (the first is in %s): the API server refuses the pod. Keep one.",
		[proxy.candidates[0].list],
	)
}
