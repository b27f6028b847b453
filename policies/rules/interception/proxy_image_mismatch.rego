# METADATA
# title: istio-init and istio-proxy have different images
# description: >-
#   Both containers come from one image, so that the flags which the template writes are those that the programs know.
#   With two releases in one pod the one may refuse what the other was told, or set up a redirect that the other does
#   not expect; typical for an image that was replaced in one place only.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/#SidecarProxyImage
#     description: sidecar.istio.io/proxyImage
# custom:
#   severity: error
#   category: interception
#   stage: injected
#   silent: >-
#     One of the two is still auto, or is overridden by the user; Istio 1.0 to 1.3, where istio-init has an image of
#     its own (proxy_init).
#   advice: >-
#     Give both the same image; better, inject again from the source.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.interception.proxy_image_mismatch

import data.meshlint.lib.proxy

report contains {"path": array.concat(record.path, ["image"]), "message": msg, "related": [related]} if {
	proxy.sidecar
	proxy.injected
	record := proxy.redirector
	image := proxy.image(record)
	other := proxy.image(proxy.record)
	count({"", "auto"} & {image, other}) == 0
	not contains(image, "proxy_init")
	_mismatch(image, other)
	not proxy.overridden("istio-proxy")
	not proxy.overridden(record.name)
	related := {"path": array.concat(proxy.path, ["image"]), "message": other}
	msg := sprintf("%s has the image %s and istio-proxy %s: they are made for each other only in one release. %s", [
		record.name,
		image,
		other,
		"Give both the same image.",
	])
}

# One name and two references, or two releases. A mesh may give istio-init an
# image of another name in the same release (global.proxy_init.image).
_mismatch(image, other) if {
	image != other
	_name(image) == _name(other)
}

_mismatch(image, other) if _release(image) != _release(other)

_name(image) := split(split(_last(image), "@")[0], ":")[0]

_release(image) := split(_last(image), ":")[1] if {
	contains(_last(image), ":")
	not contains(image, "@")
}

_last(image) := parts[count(parts) - 1] if parts := split(image, "/")
