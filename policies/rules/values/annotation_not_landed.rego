# METADATA
# title: An annotation and the pod disagree
# description: >-
#   The injector writes what an annotation says into a field of the pod: a resource, an image, an argument, a timing.
#   Where the two differ the manifest was edited after the injection, and one of them is a lie: the field is what
#   runs, and the next injection brings the annotation back (landing places as in manifests/charts/istio-
#   control/istio-discovery/files/injection-template.yaml of istio/istio).
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/
#     description: Resource annotations
# custom:
#   severity: error
#   category: values
#   stage: injected
#   silent: >-
#     The user overrides the container; gateways, gRPC and custom templates; the status port; Istio before 1.11,
#     whose status has no revision; keys that land nowhere; a CronJob injected by `istioctl kube-inject`, which reads
#     its jobTemplate.
#   advice: >-
#     Inject again from the source, and change annotations there, not fields of the injected pod.
#   examples: {bad: [bad.yaml, bad-flag.yaml], good: [good.yaml]}
package meshlint.rules.values.annotation_not_landed

import data.meshlint.lib.known
import data.meshlint.lib.proxy
import data.meshlint.lib.quantity
import data.meshlint.lib.redirect
import data.meshlint.lib.workload

report contains {"path": path, "message": msg, "related": [related]} if {
	_applies
	some key, value in workload.annotations
	not contains(value, "$(")
	some landing in known.landing[key]
	not _overruled(landing)
	found := _found(landing, key, value)
	path := array.concat(workload.annotations_path, [key])
	related := {"path": found.path, "message": sprintf("the pod has %s", [found.text])}
	msg := sprintf("%s says %q, but the pod has %s: it was edited after the injection. Inject again from the source.", [
		key,
		value,
		found.text,
	])
}

_applies if {
	proxy.injected
	proxy.sidecar
	proxy.sidecar_template
	proxy.has_revision
	not proxy.user_override
	not workload.is_cronjob
}

# Another annotation lands in the same place and wins.
_overruled(landing) if workload.annotations[landing.unless]

# A flag of istio-init. The mode is told twice, and where the two differ
# interception-mode-mismatch speaks.
_found(landing, key, value) := {"path": redirect.path(landing.flag), "text": text} if {
	landing.kind == "flag"
	redirect.parsable
	actual := redirect.value(landing.flag)
	not _same_flag(landing.compare, key, value, actual)
	text := sprintf("%s %q", [landing.flag, actual])
}

_same_flag("string", _, value, actual) if value == actual

_same_flag("string", "sidecar.istio.io/interceptionMode", _, actual) if {
	proxy.env.ISTIO_META_INTERCEPTION_MODE != actual
}

_same_flag("items", _, value, _) if {
	every item in split(value, ",") {
		trim_space(item) in (redirect.exclude_inbound | {""})
	}
}

_found(landing, _, value) := {"path": path, "text": sprintf("%s.%s %s", [section, resource, actual])} if {
	landing.kind == "resource"
	landing.container == "proxy"
	section := landing.section
	resource := landing.resource
	quantity.valid(value)
	path := array.concat(proxy.path, ["resources", section, resource])
	actual := workload.text(object.get(proxy.container, ["resources", section, resource], "none"))
	not quantity.same(value, actual)
}

_found(landing, _, value) := {"path": array.concat(proxy.path, ["image"]), "text": text} if {
	landing.kind == "image"
	landing.container == "proxy"
	contains(value, "/")
	not workload.annotations["sidecar.istio.io/proxyImageType"]
	actual := proxy.image(proxy.record)
	actual != value
	text := sprintf("the image %s", [actual])
}

_found(landing, _, value) := {"path": array.concat(proxy.path, ["image"]), "text": text} if {
	landing.kind == "image-type"
	landing.container == "proxy"
	not value in {"", "default"}
	not workload.annotations["sidecar.istio.io/proxyImage"]
	actual := proxy.image(proxy.record)
	contains(actual, ":")
	not contains(actual, "@")
	not endswith(actual, sprintf("-%s", [value]))
	text := sprintf("the image %s", [actual])
}

_found(landing, _, value) := {"path": path, "text": sprintf("%s=%s", [landing.arg, actual])} if {
	landing.kind == "arg"
	landing.container == "proxy"
	some token in proxy.tokens_of(proxy.record)
	startswith(token.text, sprintf("%s=", [landing.arg]))
	path := token.path
	actual := substring(token.text, count(landing.arg) + 1, -1)
	actual != value
}

_found(landing, _, value) := {"path": path, "text": sprintf("%s %v", [landing.field, actual])} if {
	landing.kind == "readiness"
	probe := proxy.container.readinessProbe
	regex.match(`^\s*[0-9]{1,10}\s*$`, value)
	path := array.concat(proxy.path, ["readinessProbe", landing.field])
	actual := object.get(probe, landing.field, 0)
	actual != to_number(trim_space(value))
}

_found(landing, _, value) := {"path": array.concat(workload.spec_path, ["volumes"]), "text": text} if {
	landing.kind == "volumes"
	missing := _names(value) - {volume.name | some volume in workload.spec.volumes}
	count(missing) > 0
	text := sprintf("no volume %s", [concat(", ", sort(missing))])
}

_found(landing, _, value) := {"path": array.concat(proxy.path, ["volumeMounts"]), "text": text} if {
	landing.kind == "volume-mounts"
	missing := _names(value) - {mount.name | some mount in proxy.container.volumeMounts}
	count(missing) > 0
	text := sprintf("no mount %s in istio-proxy", [concat(", ", sort(missing))])
}

_found(landing, _, value) := {"path": array.concat(workload.spec_path, ["volumes"]), "text": text} if {
	landing.kind == "volume-config-map"
	value != ""
	count([1 |
		some volume in workload.spec.volumes
		volume.name == landing.volume
		volume.configMap.name == value
	]) == 0
	text := sprintf("no volume of the ConfigMap %s", [value])
}

_found(landing, _, value) := {"path": path, "text": text} if {
	landing.kind == "proxy-metadata"
	landing.container == "proxy"
	wrong := sort([name |
		some name, wanted in yaml.unmarshal(value).proxyMetadata
		is_string(wanted)
		not contains(wanted, "$(")
		object.get(proxy.env, name, "") != wanted
	])
	count(wrong) > 0
	path := _env_path(wrong[0])
	text := sprintf("%s=%s in the environment of istio-proxy", [wrong[0], object.get(proxy.env, wrong[0], "")])
}

_env_path(name) := proxy.env_path(name) if {
	proxy.env_path(name)
} else := array.concat(proxy.path, ["env"])

_names(text) := object.keys(parsed) if {
	json.is_valid(text)
	parsed := json.unmarshal(text)
	is_object(parsed)
}
