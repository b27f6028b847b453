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
#     One of the two is still auto, or is overridden by the user; Istio 1.0 to 1.5, where istio-init has an image of
#     its own (proxy_init), and up to 1.10 a proxy whose image came from the annotation, which istio-init did not
#     follow; two names in one registry with one tag, as a mesh may set them (global.proxy_init.image).
#   advice: >-
#     Give both the same image; better, inject again from the source.
#   examples: {bad: [bad.yaml], good: [good.yaml, good-old.yaml]}
package meshlint.rules.interception.proxy_image_mismatch

import data.meshlint.lib.proxy
import data.meshlint.lib.workload

report contains {"path": array.concat(record.path, ["image"]), "message": msg, "related": [related]} if {
	proxy.sidecar
	record := proxy.redirector
	image := proxy.image(record)
	other := proxy.image(proxy.record)
	count({"", "auto"} & {image, other}) == 0
	_mismatch(image, other)
	not _of_its_own(image)
	not _by_annotation(other)
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

# A mesh may give istio-init an image of another name beside that of the proxy
# (global.proxy_init.image), but not another tag or registry.
_mismatch(image, other) if {
	image != other
	_parts(image)[2] == _parts(other)[2]
}

_mismatch(image, other) if _parts(image)[1] != _parts(other)[1]

_mismatch(image, other) if {
	tags := {_parts(image)[3], _parts(other)[3]}
	count(tags) == 2
	not "" in tags
}

# Registry, name and tag of a reference; with a digest no tag is known.
_parts(image) := regex.find_all_string_submatch_n(`^((?:.*/)?)([^/:@]*)(?::([^/:@]*))?(?:@.*)?$`, image, 1)[0]

_of_its_own(image) if {
	_parts(image)[2] == "proxy_init"
	not proxy.modern
}

_by_annotation(image) if {
	workload.annotation("sidecar.istio.io/proxyImage").value == image
	not proxy.has_revision
}
