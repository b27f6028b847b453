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
#     The user overrides the container; gateways, gRPC and custom templates; the status port and the native sidecar;
#     Istio before 1.11, whose status has no revision; keys that land nowhere; arguments of istio-init that cannot be
#     read, which redirect-flag-invalid reports.
#   advice: >-
#     Inject again from the source, and change annotations there, not fields of the injected pod.
#   examples: {bad: [bad.yaml, bad-flag.yaml], good: [good.yaml]}
package meshlint.rules.values.annotation_not_landed

import data.meshlint.lib.known
import data.meshlint.lib.proxy
import data.meshlint.lib.quantity
import data.meshlint.lib.redirect
import data.meshlint.lib.security
import data.meshlint.lib.workload

report contains {"path": path, "message": msg, "related": related} if {
	_applies
	some key, value in _block.annotations
	places := known.landing[key]
	not contains(value, "$(")
	found := [difference | some place in places; difference := _difference(place, key, value)]
	count(found) > 0
	path := array.concat(_block.annotations_path, [key])
	related := [{"path": difference.path, "message": difference.text} | some difference in found]
	msg := sprintf("%s says %s, but %s: it was edited after the injection. Inject again from the source.", [
		key,
		object.get(found[0], "said", sprintf("%q", [value])),
		found[0].text,
	])
}

_applies if {
	proxy.sidecar
	proxy.sidecar_template
	proxy.has_revision
	not proxy.user_override
}

# The annotations that the injector has read: they stand beside its status, of a CronJob on one of two levels.
_block := [block | some block in workload.inject_metadata; block.level == proxy.status.level][0]

_record("proxy") := proxy.record

_record("init") := proxy.redirector

# A flag of istio-init.
_difference(place, key, value) := {"path": redirect.path(place.flag), "text": text} if {
	place.kind == "flag"
	count(redirect.problems) == 0
	actual := redirect.value(place.flag)
	not _overruled(place)
	not _contradicted(key)
	not _same_flag(place.compare, value, actual)
	text := _flag_text(place.flag)
}

# Another annotation goes into the same flag and wins.
_overruled(place) if _block.annotations[place.unless]

_same_flag("string", value, actual) if value == actual

_same_flag("items", value, _) if {
	every item in split(value, ",") {
		trim_space(item) in (redirect.exclude_inbound | {""})
	}
}

_flag_text(flag) := sprintf("%s has %s %q", [proxy.redirector.name, flag, redirect.value(flag)]) if {
	redirect.flag[flag]
} else := sprintf("%s has no %s", [proxy.redirector.name, flag])

# Where the two places of the mode differ interception-mode-mismatch speaks.
_contradicted("sidecar.istio.io/interceptionMode") if {
	redirect.value("-m") != ""
	proxy.env.ISTIO_META_INTERCEPTION_MODE != redirect.value("-m")
}

_difference(place, key, value) := {
	"path": proxy.env_path(place.env),
	"text": sprintf("istio-proxy has %s=%s", [place.env, proxy.env[place.env]]),
} if {
	place.kind == "env"
	not _contradicted(key)
	proxy.env[place.env] != value
}

_difference(place, _, value) := {
	"path": array.concat(record.path, field),
	"text": sprintf("%s has %s", [record.name, _amount(place, actual)]),
} if {
	place.kind == "resource"
	quantity.valid(value)
	record := _record(place.container)
	record.container.resources
	field := ["resources", place.section, place.resource]
	actual := workload.text(object.get(record.container, field, ""))
	not quantity.same(value, actual)
}

_amount(place, actual) := sprintf("%s.%s %s", [place.section, place.resource, actual]) if {
	actual != ""
} else := sprintf("no %s.%s", [place.section, place.resource])

# The image of istio-init is that of proxy-image-mismatch; old templates did not take it from the annotation.
_difference(place, _, value) := {
	"path": array.concat(proxy.path, ["image"]),
	"text": sprintf("istio-proxy has the image %s", [actual]),
} if {
	place.kind == "image"
	place.container == "proxy"
	contains(value, "/")
	actual := proxy.image(proxy.record)
	actual != value
}

_difference(place, _, value) := {
	"path": array.concat(proxy.path, ["image"]),
	"text": sprintf("istio-proxy has the image %s", [actual]),
} if {
	place.kind == "image-type"
	place.container == "proxy"
	not value in {"", "default"}
	not contains(object.get(_block.annotations, "sidecar.istio.io/proxyImage", ""), "/")
	actual := proxy.image(proxy.record)
	contains(actual, ":")
	not contains(actual, "@")
	not endswith(actual, sprintf("-%s", [value]))
}

# An argument of the form --name=value; the last one counts.
_difference(place, _, value) := {
	"path": token.path,
	"text": sprintf("%s has %s", [record.name, token.text]),
} if {
	place.kind == "arg"
	record := _record(place.container)
	tokens := [token | some token in proxy.tokens_of(record); startswith(token.text, sprintf("%s=", [place.arg]))]
	token := tokens[count(tokens) - 1]
	token.text != sprintf("%s=%s", [place.arg, value])
}

# The log level of the agent was not always written.
_difference(place, _, _) := {
	"path": array.concat(proxy.path, ["args"]),
	"text": sprintf("istio-proxy has no %s", [place.arg]),
} if {
	place.kind == "arg"
	place.arg != "--log_output_level"
	count([token | some token in proxy.tokens_of(proxy.record); startswith(token.text, place.arg)]) == 0
}

# Zero is left out of a probe.
_difference(place, _, value) := {
	"path": array.concat(proxy.path, ["readinessProbe", place.field]),
	"text": sprintf("its probe has %s %v", [place.field, actual]),
} if {
	place.kind == "readiness"
	regex.match(`^[0-9]{1,10}$`, value)
	actual := object.get(proxy.container.readinessProbe, place.field, 0)
	sprintf("%v", [actual]) != trim_left(value, "0")
	not _zero(actual, value)
}

_zero(0, value) if trim_left(value, "0") == ""

_difference(place, _, value) := {
	"path": array.concat(workload.spec_path, ["volumes"]),
	"text": sprintf("the pod has no volume %s", [concat(", ", sort(missing))]),
} if {
	place.kind == "volumes"
	missing := _names(value) - {volume.name | some volume in workload.spec.volumes}
	count(missing) > 0
}

_difference(place, _, value) := {
	"path": array.concat(proxy.path, ["volumeMounts"]),
	"text": sprintf("istio-proxy does not mount %s", [concat(", ", sort(missing))]),
} if {
	place.kind == "volume-mounts"
	missing := _names(value) - {mount.name | some mount in proxy.container.volumeMounts}
	count(missing) > 0
}

# A map by name, or a list; a name of its own goes before either.
_names(text) := {object.get(item, "name", sprintf("%v", [name])) |
	some name, item in json.unmarshal(text)
	is_object(item)
} if {
	json.is_valid(text)
}

_difference(place, _, value) := {
	"path": array.concat(workload.spec_path, ["volumes"]),
	"text": sprintf("the pod has no volume %s of that ConfigMap", [place.volume]),
} if {
	place.kind == "volume-config-map"
	value != ""
	maps := {volume.configMap.name | some volume in workload.spec.volumes; volume.name == place.volume}
	not value in maps
}

_difference(place, _, value) := {
	"path": array.concat(proxy.path, ["securityContext"]),
	"text": sprintf("istio-proxy lacks %s", [place.capability]),
} if {
	place.kind == "capability"
	value == place.when
	not proxy.trace_logging
	not place.capability in security.added(proxy.record)
}

# A variable for each entry of proxyMetadata. Those of istio-init are compared only where they are there.
_difference(place, _, value) := {
	"path": _variable_path(wrong[0]),
	"text": sprintf("istio-proxy has %s=%s", [wrong[0], object.get(proxy.env, wrong[0], "")]),
	"said": sprintf("%s=%s", [wrong[0], _metadata(value)[wrong[0]]]),
} if {
	place.kind == "proxy-metadata"
	place.container == "proxy"
	wrong := sort([name | some name, text in _metadata(value); object.get(proxy.env, name, "") != text])
	count(wrong) > 0
}

_difference(place, _, value) := {
	"path": proxy.env_path_of(proxy.redirector, wrong[0]),
	"text": sprintf("%s has %s=%s", [proxy.redirector.name, wrong[0], variables[wrong[0]]]),
	"said": sprintf("%s=%s", [wrong[0], _metadata(value)[wrong[0]]]),
} if {
	place.kind == "proxy-metadata"
	place.container == "init"
	variables := proxy.env_of(proxy.redirector)
	wrong := sort([name | some name, text in _metadata(value); variables[name] != text])
	count(wrong) > 0
}

_variable_path(name) := proxy.env_path(name) if {
	proxy.env_path(name)
} else := array.concat(proxy.path, ["env"])

# Texts that stand for themselves: no reference, and nothing that YAML would read as an escape.
_metadata(text) := {name: value |
	yaml.is_valid(text)
	some field in ["proxyMetadata", "proxy_metadata"]
	some name, value in yaml.unmarshal(text)[field]
	is_string(value)
	not regex.match(`\$\(|[\\"]`, value)
}
