# METADATA
# title: istio-init and the proxy disagree about the interception mode
# description: >-
#   The mode is told to two parties: to istio-init by -m, which writes the rules, and to Envoy by
#   ISTIO_META_INTERCEPTION_MODE, by which its listeners are built. Where they differ connections arrive in a way that
#   the listeners do not expect, and source addresses or destinations are lost.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/#SidecarInterceptionMode
#     description: sidecar.istio.io/interceptionMode
# custom:
#   severity: warning
#   category: interception
#   stage: injected
#   silent: >-
#     One of the two is absent; istio-init's arguments were replaced by the user.
#   advice: >-
#     Inject again from the source, with the mode in the annotation or the mesh configuration.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.interception.interception_mode_mismatch

import data.meshlint.lib.proxy
import data.meshlint.lib.redirect

report contains {"path": proxy.env_path(_name), "message": msg, "related": [related]} if {
	proxy.sidecar
	told := redirect.flag["-m"]
	told.value != ""
	mode := proxy.env[_name]
	mode != ""
	mode != told.value
	related := {"path": told.path, "message": sprintf("-m %s", [told.value])}
	msg := sprintf("Envoy is told the interception mode %s, but the redirect is set up for %s (-m): %s", [
		mode,
		told.value,
		"its listeners do not fit the traffic that they get. Inject again from the source.",
	])
}

_name := "ISTIO_META_INTERCEPTION_MODE"
