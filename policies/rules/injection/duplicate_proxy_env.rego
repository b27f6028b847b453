# METADATA
# title: An environment variable of the proxy is set twice
# description: >-
#   Of two entries of one name the kubelet takes the last, so the first setting is lost without a word; typical after
#   a second pass of an injector or a patch that appends to the list.
# related_resources:
#   - ref: https://kubernetes.io/docs/tasks/inject-data-application/define-environment-variable-container/
#     description: Environment variables of a container
# custom:
#   severity: warning
#   category: injection
#   stage: injected
#   silent: >-
#     Each name of the proxy's environment occurs once; other containers are not looked at.
#   advice: >-
#     Delete one of the two entries.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.injection.duplicate_proxy_env

import data.meshlint.lib.proxy

report contains {"path": entry.path, "message": msg, "related": [related]} if {
	proxy.injected
	proxy.env_repeats
	some i, entry in proxy.env_entries
	earlier := [other | some j, other in proxy.env_entries; j < i; other.name == entry.name]
	count(earlier) > 0
	related := {"path": earlier[0].path, "message": "the first entry of that name"}
	msg := sprintf("The environment variable %s of istio-proxy is set twice, and the last one wins: delete one.", [
		entry.name,
	])
}
