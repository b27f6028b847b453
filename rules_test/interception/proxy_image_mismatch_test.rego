package meshlint.rules.interception.proxy_image_mismatch_test

import data.meshlint.rules.interception.proxy_image_mismatch as rule
import data.meshlint.testlib

_images(init, proxy) := {"init": {"image": init}, "proxy": {"image": proxy}}

_overrides(list, name) := {
	"annotations": {"proxy.istio.io/overrides": json.marshal({list: [{"name": name, "image": "x"}]})},
}

test_fires[name] if {
	some name, images in {
		"release": _images("hub/proxyv2:1.20.0", "hub/proxyv2:1.30.0"),
		"registry": _images("a/proxyv2:1.30.0", "b/proxyv2:1.30.0"),
		"name and release": _images("hub/proxyother:1.20.0", "hub/proxyv2:1.30.0"),
		"digest": _images("hub/proxyv2@sha256:aa", "hub/proxyv2:1.30.0"),
	}
	found := rule.report with input as testlib.injected(images)
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/image")
	some f in found
	testlib.pointer(f.related[0].path) == "/spec/template/spec/containers/1/image"
}

test_fires_under_the_cni_plugin if {
	found := rule.report with input as testlib.cni(_images("hub/proxyv2:1.20.0", "hub/proxyv2:1.30.0"))
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/image")
}

test_silent[name] if {
	some name, obj in {
		"equal": testlib.injected({}),
		"image of its own in the same release": testlib.injected(_images("hub/init:1.30.0", "hub/proxyv2:1.30.0")),
		"image of its own by digest": testlib.injected(_images("hub/init@sha256:aa", "hub/proxyv2:1.30.0")),
		"proxy_init of old releases": testlib.injected(_images("hub/proxy_init:1.2.0", "hub/proxyv2:1.3.0")),
		"auto": testlib.injected(_images("hub/proxyv2:1.20.0", "auto")),
		"no image": testlib.injected(_images("hub/proxyv2:1.20.0", null)),
		"proxy overridden": testlib.injected(object.union(
			_images("hub/proxyv2:1.20.0", "hub/proxyv2:1.30.0"),
			_overrides("containers", "istio-proxy"),
		)),
		"init overridden": testlib.injected(object.union(
			_images("hub/proxyv2:1.20.0", "hub/proxyv2:1.30.0"),
			_overrides("initContainers", "istio-init"),
		)),
		"gateway": testlib.injected({"init": {"image": "a:1"}, "proxy": {"image": "a:2", "args": ["proxy", "router"]}}),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
