# METADATA
# title: Whether a pod will be injected
# description: >-
#   The decision has two gates: the selectors of the webhooks over labels of namespace and pod, then injectRequired of
#   pkg/kube/inject/inject.go over the pod. A single manifest tells only the pod's part; with the Namespace in the
#   stream `namespace_injects` decides.
package meshlint.lib.injection

import data.meshlint.lib.mesh
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

_inject := "sidecar.istio.io/inject"

# METADATA
# title: The label sidecar.istio.io/inject
# description: Returns {value, path, level}, the pod template's first; undefined when absent.
inject_label := workload.label(_inject)

# METADATA
# title: The annotation sidecar.istio.io/inject
# description: Returns {value, path, level}, the pod template's first; undefined when absent.
inject_annotation := workload.annotation(_inject)

# METADATA
# title: The inject value that counts
# description: >-
#   Returns {value, path, level, kind}. Within a block the label wins when its key exists, even empty; the pod template
#   comes before a CronJob's job template.
inject_value := [found | some block in workload.inject_metadata; found := _block_value(block)][0]

# METADATA
# title: The inject value that counts at one level
# description: As `inject_value`, for "template" (the webhook) or "jobTemplate" (kube-inject on a CronJob).
inject_value_at(level) := [found |
	some block in workload.inject_metadata
	block.level == level
	found := _block_value(block)
][0]

_block_value(block) := {
	"value": block.labels[_inject],
	"path": array.concat(block.labels_path, [_inject]),
	"level": block.level,
	"kind": "label",
}

_block_value(block) := {
	"value": block.annotations[_inject],
	"path": array.concat(block.annotations_path, [_inject]),
	"level": block.level,
	"kind": "annotation",
} if {
	not _inject in object.keys(block.labels)
}

# METADATA
# title: The pod label istio.io/rev
# description: Returns {value, path, level}; undefined when absent.
revision_label := workload.label("istio.io/rev")

# METADATA
# title: The label istio.io/dataplane-mode of the pod template
# description: Returns {value, path}; undefined when absent.
mode_label := {"value": value, "path": array.concat(workload.labels_path, ["istio.io/dataplane-mode"])} if {
	value := workload.labels["istio.io/dataplane-mode"]
}

# METADATA
# title: The pod is opted out
# description: >-
#   The value at the pod template is "false". Before Istio 1.27 everything but y, yes, true and on meant no; since then
#   other values mean the default.
opted_out if _refuses(inject_value_at("template").value)

# METADATA
# title: The pod is opted out for every injector
# description: A CronJob needs it on its job template too, which is what kube-inject reads.
opted_out_everywhere if {
	opted_out
	not workload.is_cronjob
}

opted_out_everywhere if {
	opted_out
	_refuses(inject_value_at("jobTemplate").value)
}

_refuses("false")

_refuses(value) if {
	value != ""
	not lower(value) in _yes
	mesh.before("1.27")
}

_yes := {"y", "yes", "true", "on"}

# METADATA
# title: The pod is opted in
# description: The value at the pod template is "true"; before Istio 1.27 also y, yes and on in any case.
opted_in if inject_value_at("template").value == "true"

opted_in if {
	lower(inject_value_at("template").value) in _yes
	mesh.before("1.27")
}

# METADATA
# title: Namespaces in which nothing is injected
# description: The list of injectRequired; istio-system is not among them.
system_namespaces := {"kube-system", "kube-public", "kube-node-lease", "local-path-storage"}

# METADATA
# title: The workload is in such a namespace
in_system_namespace if workload.namespace in system_namespaces

# METADATA
# title: What the pod alone says about its injection
# description: >-
#   "no": host network, system namespace or opted out. "yes": its label asks for injection, by value or by revision.
#   Else "namespace": that decides, unless the parameter assume-namespace answers.
verdict := "no" if _never

verdict := "yes" if {
	not _never
	_asked
}

verdict := _assumed[mesh.assume_namespace] if {
	workload.template_path
	not _never
	not _asked
}

_assumed := {"unknown": "namespace", "injected": "yes", "not-injected": "no", "ambient": "no"}

_never if workload.host_network

_never if in_system_namespace

_never if opted_out

_asked if workload.labels[_inject] == "true"

_asked if workload.labels["istio.io/rev"] != ""

# METADATA
# title: The pod will not be injected
excluded if verdict == "no"

# METADATA
# title: The manifest is yet to be injected and may be
may_be_injected if {
	proxy.source
	verdict != "no"
}

# METADATA
# title: What a Namespace says, as a fact for aggregates
# description: Returns {kind, name, injection, revision, mode, labels, path}; fields of absent labels are left out.
namespace_fact := object.union(
	{
		"kind": "namespace",
		"name": workload.name,
		"labels": workload.object_labels,
		"path": workload.object_labels_path,
	},
	_named(workload.object_labels, {
		"injection": "istio-injection",
		"revision": "istio.io/rev",
		"mode": "istio.io/dataplane-mode",
	}),
) if {
	input.kind == "Namespace"
	input.apiVersion == "v1"
}

# METADATA
# title: What a workload says, as a fact for aggregates
# description: >-
#   Returns {kind, namespace, name, inject_label, inject_annotation, revision, mode, host_network, path}; fields of
#   absent keys are left out. All of it is the pod template's, which the webhook sees.
workload_fact := object.union_n([
	{
		"kind": "workload",
		"namespace": workload.namespace,
		"name": workload.name,
		"path": workload.metadata_path,
		"host_network": _host_network,
	},
	_named(workload.labels, {
		"inject_label": _inject,
		"revision": "istio.io/rev",
		"mode": "istio.io/dataplane-mode",
	}),
	_named(workload.annotations, {"inject_annotation": _inject}),
])

_named(pairs, names) := {field: pairs[key] | some field, key in names}

default _host_network := false

_host_network := workload.host_network

# METADATA
# title: Whether a namespace has a workload's pods injected
# description: >-
#   Takes a namespace fact and a workload fact; returns "yes", "no", or "unknown" where the inject value is neither true
#   nor false and the version of Istio is not known. Holds for the webhooks of a default install.
namespace_injects(namespace, pod) := "no" if {
	not _admitted(namespace, pod)
} else := "no" if {
	pod.host_network == true
} else := "no" if {
	namespace.name in system_namespaces
} else := _required(_fact_value(pod))

# METADATA
# title: Whether a namespace has pods without labels of their own injected
# description: >-
#   "yes", "no", or "object" when it leaves the choice to the labels of the pod (neither istio-injection nor
#   istio.io/rev on it).
namespace_selected(namespace) := "yes" if {
	namespace.injection == "enabled"
} else := "no" if {
	_has(namespace, "injection")
} else := "no" if {
	namespace.revision == ""
} else := "yes" if {
	_has(namespace, "revision")
} else := "object"

# The selectors of the webhooks: any value of istio-injection but "enabled" keeps every pod out, whatever its labels;
# a revision counts only without that key.
_admitted(namespace, pod) if {
	namespace_selected(namespace) == "yes"
	object.get(pod, "inject_label", "") != "false"
}

_admitted(namespace, pod) if {
	namespace_selected(namespace) == "object"
	object.get(pod, "inject_label", "") != "false"
	object.get(pod, "revision", "") != ""
}

_admitted(namespace, pod) if {
	namespace_selected(namespace) == "object"
	pod.inject_label == "true"
	not _has(pod, "revision")
}

_has(fact, field) if field in object.keys(fact)

_fact_value(pod) := object.get(pod, "inject_label", object.get(pod, "inject_annotation", ""))

_required(value) := "yes" if {
	value in {"true", ""}
} else := "no" if {
	_refuses(value)
} else := "yes" if {
	mesh.istio_version != ""
} else := "unknown"
