package meshlint.rules.interception.proxy_image_mismatch_test

import data.meshlint.rules.interception.proxy_image_mismatch as rule
import data.meshlint.testlib

_images(init, proxy) := {"init": {"image": init}, "proxy": {"image": proxy}}

_old(init, proxy) := {
	"init": {"image": init},
	"proxy": {
		"image": proxy,
		"readinessProbe": {"httpGet": {"path": "/healthz/ready", "port": 15020}},
		"startupProbe": null,
	},
}

_old_status := `{"version":"1","initContainers":["istio-init"],"containers":["istio-proxy"]}`

_overrides(list, name) := {
	"annotations": {"proxy.istio.io/overrides": json.marshal({list: [{"name": name, "image": "x"}]})},
}

test_fires[name] if {
	some name, images in {
		"release": _images("hub/proxyv2:1.20.0", "hub/proxyv2:1.30.0"),
		"registry": _images("a/proxyv2:1.30.0", "b/proxyv2:1.30.0"),
		"name and release": _images("hub/proxyother:1.20.0", "hub/proxyv2:1.30.0"),
		"registry and name": _images("a/init:1.30.0", "b/proxyv2:1.30.0"),
		"registry with a port": _images("a:5000/proxyv2:1.29.0", "a:5000/proxyv2:1.30.0"),
		"proxy_init of another release": _images("hub/proxy_init:1.2.0", "hub/proxyv2:1.30.0"),
		"digest": _images("hub/proxyv2@sha256:aa", "hub/proxyv2:1.30.0"),
	}
	found := rule.report with input as testlib.injected(images)
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/image")
	some f in found
	testlib.pointer(f.related[0].path) == "/spec/template/spec/containers/1/image"
}

test_fires_in_old_releases if {
	found := rule.report with input as testlib.injected(_old("hub/proxyv2:1.4.0", "hub/proxyv2:1.5.0"))
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/image")
}

test_fires_beside_the_annotation[name] if {
	some name, annotations in {
		"of today": {"sidecar.istio.io/proxyImage": "b/proxyv2:1.30.0"},
		"of another image": {"sidecar.istio.io/proxyImage": "c/proxyv2:1.30.0", "sidecar.istio.io/status": _old_status},
	}
	found := rule.report with input as testlib.injected(object.union(
		_images("hub/proxyv2:1.30.0", "b/proxyv2:1.30.0"),
		{"annotations": annotations},
	))
	testlib.fires_at(found, "/spec/template/spec/initContainers/0/image")
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
		"image of its own without tag": testlib.injected(_images("hub/init", "hub/proxyv2:1.30.0")),
		"proxy_init of old releases": testlib.injected(_old("hub/proxy_init:1.2.0", "a/proxyv2:1.2.0")),
		"annotation of old releases": testlib.injected(object.union(
			_images("hub/proxyv2:1.5.0", "b/proxyv2:1.5.0"),
			{"annotations": {"sidecar.istio.io/proxyImage": "b/proxyv2:1.5.0", "sidecar.istio.io/status": _old_status}},
		)),
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
