# METADATA
# title: The application does not wait for the proxy although it should
# description: >-
#   With `holdApplicationUntilProxyStarts` the injector puts istio-proxy first and gives it a postStart hook that
#   waits: the kubelet starts containers in order and waits for each hook. Where another webhook or an edit has moved
#   the proxy or dropped the hook, the application starts before the proxy and its first calls fail.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/istio.mesh.v1alpha1/#ProxyConfig
#     description: holdApplicationUntilProxyStarts
# custom:
#   severity: error
#   category: lifecycle
#   stage: injected
#   silent: >-
#     The sidecar is native, which always starts first; the proxy has a lifecycle of its own (then only the order is
#     looked at); the pod comes from another injection template, or the user overrides the proxy.
#   advice: >-
#     Inject again from the source, and let no later webhook change the order of containers.
#   since: "1.7"
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.lifecycle.hold_not_applied

import data.meshlint.lib.proxy

report contains {"path": proxy.path, "message": msg, "related": [related]} if {
	proxy.plain
	proxy.injected
	proxy.sidecar
	proxy.sidecar_template
	not proxy.overridden("istio-proxy")
	related := {"path": _hold, "message": "holdApplicationUntilProxyStarts: true"}
	problems := concat(" and ", _problems)
	problems != ""
	msg := sprintf("holdApplicationUntilProxyStarts is true, but istio-proxy %s: %s", [
		problems,
		"the application starts before the proxy does. Inject again from the source.",
	])
}

_hold := hold.path if {
	hold := proxy.config_field("holdApplicationUntilProxyStarts")
	hold.value == true
	not proxy.cronjob_split
}

# kube-inject took the setting from the jobTemplate, whatever the pod template
# says: what it came to stands in the environment.
_hold := proxy.env_path("PROXY_CONFIG") if {
	proxy.cronjob_split
	proxy.proxy_config.holdApplicationUntilProxyStarts == true
}

_problems contains "is not the first container" if proxy.record.index != 0

_problems contains "has no postStart hook that waits" if not proxy.container.lifecycle
