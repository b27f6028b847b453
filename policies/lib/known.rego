# METADATA
# title: Facts about Istio
# description: >-
#   What is known about Istio, from the tables in policies/data: annotations, labels, fields of ProxyConfig, ports,
#   protocols, classes of gateways. The only place that refers to the tables.
package meshlint.lib.known

import data.meshlint.lib.similar

# METADATA
# title: Entry of an annotation by its key; resources, status, and where they apply validator, generated, removed
annotation[key] := entry if {
	entry := data.data.annotations.keys[key]
}

# METADATA
# title: Entry of a label by its key
label[key] := entry if {
	entry := data.data.labels.keys[key]
}

# METADATA
# title: True for an annotation that Istio reads or writes, or one that the list of exceptions allows
annotation_known(key) if {
	data.data.annotations.keys[key]
} else if {
	some pattern in data.data.annotations.patterns
	startswith(key, trim_suffix(pattern, "*"))
}

# METADATA
# title: True for a label that Istio reads or writes, or one that the list of exceptions allows
label_known(key) if {
	data.data.labels.keys[key]
} else if {
	some pattern in data.data.labels.patterns
	startswith(key, trim_suffix(pattern, "*"))
}

# METADATA
# title: The part of a key before the slash, empty where there is none
domain(key) := split(key, "/")[0] if {
	contains(key, "/")
} else := ""

# METADATA
# title: The part of a key after the slash, the whole key where there is none
name(key) := substring(key, indexof(key, "/") + 1, -1)

# METADATA
# title: True for a key in a domain of Istio
istio_domain(key) if {
	domain(key) == "istio.io"
} else if {
	endswith(domain(key), ".istio.io")
}

# METADATA
# title: True for an annotation in a domain of Istio, or one that is meant to be, which nothing reads
unknown_annotation(key) if {
	_like_istio(key)
	not annotation_known(key)
	_meant_domain(key)
}

# METADATA
# title: True for a label in a domain of Istio, or one that is meant to be, which nothing reads
unknown_label(key) if {
	_like_istio(key)
	not label_known(key)
	_meant_domain(key)
}

# METADATA
# title: True for a key that is a label, so that as an annotation it has no effect unless it is known as one too
label_key(key) if data.data.labels.keys[key]

# METADATA
# title: The kinds of objects on which an annotation is read
resources(key) := {kind | some kind in data.data.annotations.keys[key].resources}

# METADATA
# title: The kinds of objects on which a label is read
label_resources(key) := {kind | some kind in data.data.labels.keys[key].resources}

# METADATA
# title: True where an annotation is read on objects of that kind
applies_to(key, kind) if {
	some resource in data.data.annotations.keys[key].resources
	resource in {"Any", kind}
}

# METADATA
# title: Name of the check that the injector makes of the annotation's value
validator(key) := data.data.annotations.keys[key].validator

# METADATA
# title: True for an annotation of Istio that is read from the pod, so that it does nothing on a workload
pod_annotation(key) if {
	istio_domain(key)
	"Pod" in data.data.annotations.keys[key].resources
	not generated_annotation(key)
}

# METADATA
# title: True for an annotation that Istio writes itself
generated_annotation(key) if data.data.annotations.keys[key].generated

# METADATA
# title: First release of Istio in which the annotation has no effect any more
removed(key) := data.data.annotations.keys[key].removed

# METADATA
# title: True for an annotation that the gateway template of the injector honours; it ignores all others
gateway_annotation(key) if key in data.data.landing.gateway_template

# METADATA
# title: Places in an injected pod where the value of an annotation can be read again
landing := data.data.landing.places

# METADATA
# title: Ports that the proxy holds in every pod with a sidecar, by number
reserved_port := {to_number(port): entry | some port, entry in data.data.ports.reserved}

# METADATA
# title: True for a port that the injector refuses as a place to scrape metrics from
scrape_reserved(port) if reserved_port[port].scrape

# METADATA
# title: Classes of gateways that Istio serves, by name
gateway_class[class] := entry if {
	entry := data.data.gatewayclasses.classes[class]
}

# METADATA
# title: Namespaces that the injector passes over
system_namespaces := {namespace | some namespace in data.data.namespaces.system}

# METADATA
# title: What Istio knows about a protocol, by the name it gives it
protocol[proto] := entry if {
	entry := data.data.protocols.protocols[proto]
}

# METADATA
# title: Istio's name of the protocol that a text says, whatever its capitals
protocol_of(text) := data.data.protocols.names[lower(text)]

# METADATA
# title: The protocol that the name of a Service port declares
# description: >-
#   What stands before the first dash. Undefined where that is no protocol. Only grpc-web has a dash itself, and the
#   name may go on after it in any way (ConvertProtocol in pkg/config/kube of istio/istio).
protocol_of_port(text) := "GRPC-Web" if {
	startswith(lower(text), "grpc-web")
} else := protocol_of(split(text, "-")[0])

# METADATA
# title: The protocol that the appProtocol of a port declares
protocol_of_app_protocol(text) := declared if {
	declared := data.data.protocols.app_protocols[text]
} else := protocol_of_port(text)

# METADATA
# title: Ports that Istio takes for TCP where no protocol is declared, by number
well_known_port := {to_number(port): entry | some port, entry in data.data.protocols.well_known_ports}

# METADATA
# title: The domain of Istio that was meant by one that is almost the same
# description: >-
#   One slip away from a domain of the tables, or without its `.io`. Undefined for Istio's own domains and for those of
#   others. Where only `istio.io` itself is near, the name has to be one of its keys, because so short a word could be
#   somebody else's.
mistyped_domain(key) := meant if {
	not istio_domain(key)
	_like_istio(key)
	meant := _near_domain(lower(domain(key)))
	_own_name(meant, name(key))
}

# Whatever a slip leaves of "istio.io" has one of these pieces in it, so that most keys of others are passed over here.
_like_istio(key) if regex.match(`(?i)ist|o\.io`, key)

_near_domain(typed) := typed if {
	typed in _domains
} else := sprintf("%s.io", [typed]) if {
	sprintf("%s.io", [typed]) in _domains
} else := min({known |
	some known in _domains
	similar.one_typo(typed, known)
})

_own_name(meant, _) if meant != "istio.io"

_own_name("istio.io", rest) if {
	key := sprintf("istio.io/%s", [rest])
	_exists(key)
}

_exists(key) if data.data.annotations.keys[key]

_exists(key) if data.data.labels.keys[key]

_domains contains known if some known in data.data.annotations.domains

_domains contains known if some known in data.data.labels.domains

_meant_domain(key) := domain(key) if {
	istio_domain(key)
} else := mistyped_domain(key)

# METADATA
# title: The annotation that was probably meant by a key that is not known
# description: Undefined for known keys and where no key is near. Keys that Istio writes or ignores are not proposed.
nearest(key) := _nearest(_meant_domain(key), name(key), _annotations_to_propose) if not annotation_known(key)

# METADATA
# title: The label that was probably meant by a key that is not known
nearest_label(key) := _nearest(_meant_domain(key), name(key), _labels_to_propose) if not label_known(key)

_annotations_to_propose contains key if {
	some key, entry in data.data.annotations.keys
	_proposed(entry)
}

_labels_to_propose contains key if {
	some key, entry in data.data.labels.keys
	_proposed(entry)
}

_proposed(entry) if {
	not entry.generated
	not entry.removed
}

# From the surest to the vaguest: the same name in other capitals, a name that people make up, the same name in another
# domain, a name much like it in the domain, one in any domain.
_nearest(meant, text, keys) := key if {
	key := min(_named(text, _of_domain(keys, meant)))
} else := key if {
	key := data.data.annotations.guesses[lower(text)]
	key in keys
} else := key if {
	key := min(_named(text, keys))
} else := key if {
	like := similar.closest(text, _names(_of_domain(keys, meant)))
	key := min(_named(like, _of_domain(keys, meant)))
} else := key if {
	key := min(_named(similar.closest(text, _names(keys)), keys))
}

_of_domain(keys, wanted) := {key | some key in keys; domain(key) == wanted}

_names(keys) := {name(key) | some key in keys}

_named(text, keys) := {key | some key in keys; lower(name(key)) == lower(text)}

# METADATA
# title: What to do about an annotation that has no effect
# description: >-
#   A sentence, for keys that have been removed, that are labels, or that are fields of ProxyConfig. Undefined for all
#   others; see nearest for them.
advice(key) := sprintf("It has had no effect since Istio %s: remove it.", [removed(key)]) if {
	removed(key)
} else := sprintf("%s is a label: put it under labels.", [meant]) if {
	not annotation_known(key)
	meant := sprintf("%s/%s", [_meant_domain(key), name(key)])
	label_key(meant)
	not meant in _annotations_to_propose
} else := sprintf("%s is a field of the annotation proxy.istio.io/config: set it there.", [field]) if {
	_meant_domain(key)
	not annotation_known(key)
	count(_named(name(key), _annotations_to_propose)) == 0
	not data.data.annotations.guesses[lower(name(key))]
	field := _field_in_any_case(lower(name(key)))
}

_field_in_any_case(text) := min({json |
	some json, field in _proxy_config.fields
	text in {lower(json), field.proto}
})

_proxy_config := proxy_config_message(data.data.proxyconfig.root)

# METADATA
# title: A message of the ProxyConfig by its full name
# description: Returns {fields (by camelCase name), names (camelCase by proto name)}.
proxy_config_message(full_name) := data.data.proxyconfig.messages[full_name]

# METADATA
# title: Names of all fields at the top of ProxyConfig, in both spellings
proxy_config_fields := object.keys(_proxy_config.fields) | object.keys(_proxy_config.names)

# METADATA
# title: True for a field at the top of ProxyConfig, in either spelling
proxy_config_known(text) if text in proxy_config_fields

# METADATA
# title: The field of ProxyConfig that was probably meant
proxy_config_nearest(text) := similar.closest(text, object.keys(_proxy_config.fields)) if not proxy_config_known(text)

# METADATA
# title: A field of ProxyConfig by its name or by its path
# description: >-
#   The path is an array as `walk` gives it: indices of lists are passed over, a key of a map leads to the map's values.
#   Undefined where there is no such field. Both spellings are taken, as protobuf's JSON reader does.
proxy_config_field(path) := _field(_root, path) if is_string(path)

proxy_config_field(path) := _field(_holder(names), names[count(names) - 1]) if {
	is_array(path)
	names := [part | some part in path; is_string(part)]
}

# The holder of fields is a message, or a map with what its values are. Rego has no recursion; the deepest field there
# is, tracing.customTags.NAME.header.name, has four holders above it.
_root := {"message": data.data.proxyconfig.root}

_holder(names) := _root if {
	count(names) == 1
} else := _below(_root, names[0]) if {
	count(names) == 2
} else := _below(_below(_root, names[0]), names[1]) if {
	count(names) == 3
} else := _below(_below(_below(_root, names[0]), names[1]), names[2]) if {
	count(names) == 4
} else := _below(_below(_below(_below(_root, names[0]), names[1]), names[2]), names[3]) if {
	count(names) == 5
}

_below(holder, part) := {"message": field.message} if {
	field := _field(holder, part)
	field.type == "message"
} else := {"values": object.union(field, {"type": field.value})} if {
	field := _field(holder, part)
	field.type == "map"
}

_field(holder, part) := object.union(holder.values, {"name": part}) if {
	holder.values
} else := object.union(message.fields[json], {"name": json}) if {
	message := proxy_config_message(holder.message)
	json := object.get(message.names, part, part)
}
