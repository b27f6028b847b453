# METADATA
# title: Workloads and their pod template
# description: >-
#   Where the pod of every kind that Istio injects into stands, with its metadata and containers. Everything but the
#   names starting with `object_` is undefined for objects without a pod template, so rules about pods cost nothing
#   there. Fields that are null or of a wrong type count as absent.
package meshlint.lib.workload

# Groups whose objects kube-inject accepts (istioctl, pkg/kube/inject/inject.go), old ones included, and the way to the
# pod template.
_kinds := {
	"Pod": {"groups": {""}, "path": []},
	"ReplicationController": {"groups": {""}, "path": ["spec", "template"]},
	"Deployment": {"groups": {"apps", "extensions"}, "path": ["spec", "template"]},
	"DaemonSet": {"groups": {"apps", "extensions"}, "path": ["spec", "template"]},
	"ReplicaSet": {"groups": {"apps", "extensions"}, "path": ["spec", "template"]},
	"StatefulSet": {"groups": {"apps"}, "path": ["spec", "template"]},
	"DeploymentConfig": {"groups": {"", "apps.openshift.io"}, "path": ["spec", "template"]},
	"Job": {"groups": {"batch"}, "path": ["spec", "template"]},
	"CronJob": {"groups": {"batch"}, "path": ["spec", "jobTemplate", "spec", "template"]},
}

# METADATA
# title: Path of the pod template
# description: Array; empty for a Pod, which is its own template. Undefined for other objects.
template_path := known.path if {
	known := _kinds[input.kind]
	is_string(input.apiVersion)
	_group(input.apiVersion) in known.groups
}

_group(version) := split(version, "/")[0] if contains(version, "/")

_group(version) := "" if not contains(version, "/")

# METADATA
# title: Kind of the workload
kind := input.kind if template_path

# METADATA
# title: Name of the object
# description: Text, "" when absent (generateName) or ill-typed.
name := _text_or_empty(_object_metadata, "name")

# METADATA
# title: Namespace of the object
# description: Text, "" when absent. The template's own `metadata.namespace` is not meant.
namespace := _text_or_empty(_object_metadata, "namespace")

# METADATA
# title: Pod template
# description: Object with metadata and spec; {} when it is missing.
template := as_object(object.get(input, template_path, {}))

# METADATA
# title: Pod spec
spec := as_object(object.get(template, "spec", {}))

# METADATA
# title: Path of the pod spec
spec_path := array.concat(template_path, ["spec"])

# METADATA
# title: Metadata of the pod template
# description: What the injection webhook sees. Metadata of the workload itself is never read for injection.
metadata := as_object(object.get(template, "metadata", {}))

# METADATA
# title: Path of the pod template's metadata
metadata_path := array.concat(template_path, ["metadata"])

# METADATA
# title: Annotations of the pod template
# description: Map of key to text, see `text`.
annotations := texts(object.get(metadata, "annotations", {}))

# METADATA
# title: Path of the pod template's annotations
annotations_path := array.concat(metadata_path, ["annotations"])

# METADATA
# title: Labels of the pod template
# description: Map of key to text, see `text`.
labels := texts(object.get(metadata, "labels", {}))

# METADATA
# title: Path of the pod template's labels
labels_path := array.concat(metadata_path, ["labels"])

# METADATA
# title: Annotations of the object itself, whatever its kind
default object_annotations := {}

object_annotations := texts(input.metadata.annotations)

# METADATA
# title: Labels of the object itself, whatever its kind
default object_labels := {}

object_labels := texts(input.metadata.labels)

# METADATA
# title: Path of the object's annotations
object_annotations_path := ["metadata", "annotations"]

# METADATA
# title: Path of the object's labels
object_labels_path := ["metadata", "labels"]

# METADATA
# title: Annotations of a CronJob's job template
# description: kube-inject reads and writes spec.jobTemplate.metadata of a CronJob, the webhook the pod template.
default job_annotations := {}

job_annotations := texts(input.spec.jobTemplate.metadata.annotations) if is_cronjob

# METADATA
# title: Labels of a CronJob's job template
default job_labels := {}

job_labels := texts(input.spec.jobTemplate.metadata.labels) if is_cronjob

# METADATA
# title: Path of the annotations of a CronJob's job template
job_annotations_path := ["spec", "jobTemplate", "metadata", "annotations"] if is_cronjob

# METADATA
# title: Path of the labels of a CronJob's job template
job_labels_path := ["spec", "jobTemplate", "metadata", "labels"] if is_cronjob

# METADATA
# title: Metadata blocks that an injector reads
# description: Array of {level, annotations, labels, annotations_path, labels_path}, the pod template first.
inject_metadata := array.concat(
	[{
		"level": "template",
		"annotations": annotations,
		"labels": labels,
		"annotations_path": annotations_path,
		"labels_path": labels_path,
	}],
	[block |
		is_cronjob
		block := {
			"level": "jobTemplate",
			"annotations": job_annotations,
			"labels": job_labels,
			"annotations_path": job_annotations_path,
			"labels_path": job_labels_path,
		}
	],
)

# METADATA
# title: An annotation that an injector reads
# description: Returns {value, path, level} of the first block that has the key; undefined when none has.
annotation(key) := {"value": value, "path": array.concat(annotations_path, [key]), "level": "template"} if {
	value := annotations[key]
} else := {"value": value, "path": array.concat(job_annotations_path, [key]), "level": "jobTemplate"} if {
	value := job_annotations[key]
}

# METADATA
# title: A label that an injector reads
# description: Returns {value, path, level} of the first block that has the key; undefined when none has.
label(key) := {"value": value, "path": array.concat(labels_path, [key]), "level": "template"} if {
	value := labels[key]
} else := {"value": value, "path": array.concat(job_labels_path, [key]), "level": "jobTemplate"} if {
	value := job_labels[key]
}

# METADATA
# title: The workload runs to completion
is_job if {
	template_path
	input.kind in {"Job", "CronJob"}
}

# METADATA
# title: The workload is a CronJob
is_cronjob if {
	input.kind == "CronJob"
	template_path
}

# METADATA
# title: The object is a bare Pod
is_pod if {
	input.kind == "Pod"
	template_path
}

# METADATA
# title: The object was read from a cluster
# description: It has a uid or a status that is not empty; nobody writes these by hand.
live if is_string(input.metadata.uid)

live if count(as_object(input.status)) > 0

# METADATA
# title: Containers of the pod
# description: >-
#   Array of records {name, container, path, list, index, init, native}, init containers first. `native` is an init
#   container that keeps running (restartPolicy Always).
containers := array.concat(_records("initContainers"), _records("containers")) if template_path

_records(list) := [record |
	some index, container in _items(list)
	is_object(container)
	record := {
		"name": _text_or_empty(container, "name"),
		"container": container,
		"path": array.concat(spec_path, [list, index]),
		"list": list,
		"index": index,
		"init": list == "initContainers",
		"native": _native(list, container),
	}
]

_items(list) := as_array(object.get(spec, list, []))

default _native(_, _) := false

_native("initContainers", container) if container.restartPolicy == "Always"

# Containers that only injection adds (manifests/charts/istio-control/istio-discovery/files of Istio; enable-core-dump
# until 1.23).
_own := {"istio-proxy", "istio-init", "istio-validation", "enable-core-dump", "grpc-bootstrap-init"}

# METADATA
# title: Containers of the application
# description: Array of records, all but Istio's own containers.
app_containers := [record | some record in containers; not record.name in _own] if template_path

# METADATA
# title: The template carries containers
has_containers if {
	template_path
	count(containers) > 0
}

# METADATA
# title: The pod runs in the network of its node
# description: Istio never injects such a pod (pkg/kube/inject/inject.go, injectRequired).
host_network if spec.hostNetwork == true

# METADATA
# title: The workload is a part of Istio itself
# description: istiod, the CNI agent, ztunnel and the gateways of Istio's charts, recognised by their labels.
control_plane if labels.istio

control_plane if labels.release == "istio"

control_plane if labels["app.kubernetes.io/part-of"] == "istio"

control_plane if labels.app in {"istiod", "ztunnel", "istio-cni-node"}

control_plane if labels["k8s-app"] == "istio-cni-node"

# METADATA
# title: A scalar as text
# description: >-
#   What kube-inject makes of a value that should be text: true becomes "true", 8080 "8080", null "". Undefined for
#   lists and maps.
text(value) := value if is_string(value)

text(value) := json.marshal(value) if is_number(value)

text(value) := json.marshal(value) if is_boolean(value)

text(null) := ""

# METADATA
# title: A map of scalars as a map of text
# description: Lists and maps inside are left out; anything but a map gives {}.
texts(values) := {key: string | some key, value in as_object(values); string := text(value)}

# METADATA
# title: A value if it is a map, else {}
as_object(value) := value if is_object(value)

as_object(value) := {} if not is_object(value)

# METADATA
# title: A value if it is a list, else []
as_array(value) := value if is_array(value)

as_array(value) := [] if not is_array(value)

default _object_metadata := {}

_object_metadata := input.metadata if is_object(input.metadata)

_text_or_empty(object_, key) := text(object.get(object_, key, ""))

_text_or_empty(object_, key) := "" if not text(object.get(object_, key, ""))
