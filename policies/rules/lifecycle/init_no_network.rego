# METADATA
# title: An init container runs while traffic leads nowhere
# description: >-
#   The redirect is in place before this init container starts, and Envoy, where its traffic then goes, starts only
#   with the ordinary containers: every connection is refused. With istio-init that comes from an edited order, with
#   the CNI plugin every init container is in this position; a native sidecar runs first and helps.
# related_resources:
#   - ref: https://istio.io/latest/docs/setup/additional-setup/cni/#compatibility-with-application-init-containers
#     description: Compatibility with application init containers
# custom:
#   severity: error
#   category: lifecycle
#   stage: injected
#   silent: >-
#     The container runs with a UID or GID that is exempt from the redirect; outbound ports or ranges are excluded, or
#     only a part is captured; it stands before istio-init or after a native proxy. With the CNI plugin, or for an
#     init container that keeps running, the severity is warning, since it may not need the network.
#   advice: >-
#     Use a native sidecar, put the container before istio-init, run it as UID 1337, or exclude the ports that it
#     needs.
#   examples: {bad: [bad.yaml, bad-cni.yaml], good: [good.yaml]}
package meshlint.rules.lifecycle.init_no_network

import data.meshlint.lib.proxy
import data.meshlint.lib.redirect
import data.meshlint.lib.security
import data.meshlint.lib.workload

report contains {"path": record.path, "severity": _severity(record), "message": msg, "related": [related]} if {
	some record in workload.app_containers
	record.init
	proxy.sidecar
	_captures_everything
	record.index > proxy.redirector.index
	_before_the_proxy(record)
	not security.exempt(record)
	related := {"path": proxy.redirector.path, "message": "the redirect is in place from here on"}
	msg := sprintf("The init container %s runs after the redirect is set and before istio-proxy: %s", [
		record.name,
		_advice,
	])
}

_advice := concat(" ", [
	"its connections are refused.",
	"Use a native sidecar, run it as UID 1337, or exclude the ports that it needs.",
])

# All outbound traffic is captured, and nothing is left out on purpose.
_captures_everything if {
	redirect.value("-i") == "*"
	redirect.value("-x") == ""
	redirect.value("-o") == ""
	not proxy.no_redirect
}

_before_the_proxy(_) if proxy.plain

_before_the_proxy(record) if {
	proxy.in_init
	record.index < proxy.record.index
}

_severity(record) := "warning" if {
	record.native
} else := "warning" if {
	not proxy.init
} else := "error"
