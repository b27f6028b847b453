# METADATA
# title: Objects for tests
# description: >-
#   Small objects as Istio 1.30 leaves them and as people write them, each with parts that a test may replace. `over` is
#   an object whose parts are merged over the defaults:
#   metadata, template_metadata, labels, annotations (of the template), job_metadata (CronJob), spec (of the pod),
#   proxy, init, app (fields of these containers), init_args (replaces the arguments of istio-init), containers and
#   init_containers (further containers, behind the others). `null` as a value of labels, annotations, spec, proxy, init
#   or app takes the field away; `"proxy": null` and `"init": null` take the container away.
package meshlint.testlib

# METADATA
# title: An injected Deployment with a plain sidecar
injected(over) := injected_of("Deployment", over)

# METADATA
# title: An injected workload of a kind with a plain sidecar
injected_of(kind, over) := _workload(kind, over, _status(over, _injected_annotations), {
	"initContainers": array.concat(_some(_init(over)), _more(over, "init_containers")),
	"containers": array.concat(array.concat([_app(over)], _some(_proxy(over))), _more(over, "containers")),
})

# METADATA
# title: An injected Deployment with a native sidecar
native(over) := native_of("Deployment", over)

# METADATA
# title: An injected workload of a kind with a native sidecar
native_of(kind, over) := _workload(kind, over, _status(over, _native_annotations), {
	"initContainers": array.concat(
		array.concat(_some(_init(over)), [object.union(p, {"restartPolicy": _policy(p)}) | some p in _some(_proxy(over))]),
		_more(over, "init_containers"),
	),
	"containers": array.concat([_app(over)], _more(over, "containers")),
})

# METADATA
# title: A Deployment injected under the CNI plugin, with istio-validation
cni(over) := _workload("Deployment", over, _status(over, _cni_annotations), {
	"initContainers": array.concat(_some(_validation(over)), _more(over, "init_containers")),
	"containers": array.concat(array.concat([_app(over)], _some(_proxy(over))), _more(over, "containers")),
})

# METADATA
# title: A Deployment as people write it
source(over) := source_of("Deployment", over)

# METADATA
# title: A workload of a kind as people write it
source_of(kind, over) := _workload(kind, over, {}, {
	"initContainers": _more(over, "init_containers"),
	"containers": array.concat([_app(over)], _more(over, "containers")),
})

# METADATA
# title: A Namespace
namespace(name, labels) := {
	"apiVersion": "v1",
	"kind": "Namespace",
	"metadata": {"name": name, "labels": labels},
}

# METADATA
# title: A Service
# description: "`over` is merged over the whole object."
service(over) := object.union(
	{
		"apiVersion": "v1",
		"kind": "Service",
		"metadata": {"name": "app", "namespace": "demo"},
		"spec": {"selector": {"app": "app"}, "ports": [{"name": "http", "port": 80, "targetPort": 8080}]},
	},
	over,
)

# METADATA
# title: A waypoint Gateway
# description: "`over` is merged over the whole object."
gateway(over) := object.union(
	{
		"apiVersion": "gateway.networking.k8s.io/v1",
		"kind": "Gateway",
		"metadata": {"name": "waypoint", "namespace": "demo", "labels": {"istio.io/waypoint-for": "service"}},
		"spec": {
			"gatewayClassName": "istio-waypoint",
			"listeners": [{"name": "mesh", "port": 15008, "protocol": "HBONE"}],
		},
	},
	over,
)

_groups := {
	"Pod": "v1",
	"ReplicationController": "v1",
	"DeploymentConfig": "apps.openshift.io/v1",
	"Job": "batch/v1",
	"CronJob": "batch/v1",
}

_workload(kind, over, annotations, spec) := _wrapped(kind, over, {
	"metadata": object.union(
		_without_nulls({
			"labels": _without_nulls(object.union({"app": "app"}, object.get(over, "labels", {}))),
			"annotations": _without_nulls(object.union(annotations, object.get(over, "annotations", {}))),
		}),
		object.get(over, "template_metadata", {}),
	),
	"spec": _without_nulls(object.union(spec, object.get(over, "spec", {}))),
})

_wrapped("Pod", over, template) := {
	"apiVersion": "v1",
	"kind": "Pod",
	"metadata": object.union(
		object.union({"name": "app", "namespace": "demo"}, template.metadata),
		object.get(over, "metadata", {}),
	),
	"spec": template.spec,
}

_wrapped("CronJob", over, template) := {
	"apiVersion": "batch/v1",
	"kind": "CronJob",
	"metadata": _object_metadata(over),
	"spec": {
		"schedule": "0 * * * *",
		"jobTemplate": {
			"metadata": object.get(over, "job_metadata", {}),
			"spec": {"template": _job(template)},
		},
	},
}

_wrapped("Job", over, template) := {
	"apiVersion": "batch/v1",
	"kind": "Job",
	"metadata": _object_metadata(over),
	"spec": {"template": _job(template)},
}

_wrapped(kind, over, template) := {
	"apiVersion": object.get(_groups, kind, "apps/v1"),
	"kind": kind,
	"metadata": _object_metadata(over),
	"spec": {"selector": {"matchLabels": {"app": "app"}}, "template": template},
} if {
	not kind in {"Pod", "Job", "CronJob"}
}

_object_metadata(over) := object.union({"name": "app", "namespace": "demo"}, object.get(over, "metadata", {}))

_job(template) := object.union(template, {"spec": object.union({"restartPolicy": "Never"}, template.spec)})

_status(over, annotations) := annotations if not _apart(over)

# The annotations of the injection go where `status_level` says: "none" leaves them out.
_status(over, _) := {} if _apart(over)

_apart(over) if over.status_level == "none"

_injected_annotations := object.union(_prometheus, {"sidecar.istio.io/status": _status_text(
	`["istio-init"]`,
	`["istio-proxy"]`,
)})

_native_annotations := object.union(_prometheus, {"sidecar.istio.io/status": _status_text(
	`["istio-init","istio-proxy"]`,
	`null`,
)})

_cni_annotations := object.union(_prometheus, {"sidecar.istio.io/status": _status_text(
	`["istio-validation"]`,
	`["istio-proxy"]`,
)})

_status_text(inits, containers) := sprintf(
	`{"initContainers":%s,"containers":%s,"volumes":[],"imagePullSecrets":null,"revision":"default"}`,
	[inits, containers],
)

_prometheus := {
	"prometheus.io/scrape": "true",
	"prometheus.io/port": "15020",
	"prometheus.io/path": "/stats/prometheus",
}

_more(over, field) := object.get(over, field, [])

_some(null) := []

_some(container) := [container] if container != null

_policy(proxy) := object.get(proxy, "restartPolicy", "Always")

_app(over) := _without_nulls(object.union({"name": "app", "image": "example/app:1.0"}, object.get(over, "app", {})))

_proxy(over) := null if object.get(over, "proxy", {}) == null

_proxy(over) := _without_nulls(object.union(proxy_container, object.get(over, "proxy", {}))) if {
	object.get(over, "proxy", {}) != null
}

_init(over) := null if object.get(over, "init", {}) == null

_init(over) := _without_nulls(object.union(
	object.union(init_container, object.get(over, "init", {})),
	_args(over),
)) if {
	object.get(over, "init", {}) != null
}

_validation(over) := _without_nulls(object.union(
	object.union(validation_container, object.get(over, "init", {})),
	_args(over),
))

_args(over) := {"args": args | args := over.init_args}

_without_nulls(fields) := {key: value | some key, value in fields; value != null}
