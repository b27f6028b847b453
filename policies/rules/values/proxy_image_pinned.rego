# METADATA
# title: The image of the proxy is pinned
# description: >-
#   An image set by annotation stays when the control plane is upgraded. After a few releases istiod writes flags and
#   configuration that the old proxy does not know, and pods stop starting. A value without a slash is no image
#   reference and is ignored (the injection template looks for one).
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/#SidecarProxyImage
#     description: sidecar.istio.io/proxyImage
# custom:
#   severity: warning
#   category: values
#   stage: source
#   silent: >-
#     The image begins with one of the parameter proxy-images; the pod is not injected, or has been already.
#   advice: >-
#     Delete the annotation and let the control plane choose the image.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.proxy_image_pinned

import data.meshlint.lib.annotations
import data.meshlint.lib.mesh

report contains {"path": entry.path, "message": _message(entry.value)} if {
	some entry in annotations.of("sidecar.istio.io/proxyImage")
	entry.value != ""
	not _accepted(entry.value)
}

_accepted(image) if {
	some accepted in mesh.proxy_images
	startswith(image, accepted)
}

_message(image) := sprintf("The proxy image is pinned to %s and stays behind when the control plane is upgraded: %s", [
	image,
	"proxies that are too old stop starting. Delete the annotation.",
]) if {
	contains(image, "/")
} else := sprintf("The proxy image %s has no slash, so it is no reference and the annotation is ignored: delete it.", [
	image,
])
