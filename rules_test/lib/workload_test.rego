package meshlint.lib.workload_test

import data.meshlint.lib.workload
import data.meshlint.testlib

test_template_path[name] if {
	some name, case in {
		"pod": {"kind": "Pod", "version": "v1", "path": []},
		"deployment": {"kind": "Deployment", "version": "apps/v1", "path": ["spec", "template"]},
		"old deployment": {"kind": "Deployment", "version": "extensions/v1beta1", "path": ["spec", "template"]},
		"daemonset": {"kind": "DaemonSet", "version": "apps/v1", "path": ["spec", "template"]},
		"statefulset": {"kind": "StatefulSet", "version": "apps/v1beta2", "path": ["spec", "template"]},
		"replicaset": {"kind": "ReplicaSet", "version": "apps/v1", "path": ["spec", "template"]},
		"replication controller": {"kind": "ReplicationController", "version": "v1", "path": ["spec", "template"]},
		"openshift": {"kind": "DeploymentConfig", "version": "apps.openshift.io/v1", "path": ["spec", "template"]},
		"job": {"kind": "Job", "version": "batch/v1", "path": ["spec", "template"]},
		"old cronjob": {
			"kind": "CronJob",
			"version": "batch/v1beta1",
			"path": ["spec", "jobTemplate", "spec", "template"],
		},
	}
	workload.template_path == case.path with input as {"kind": case.kind, "apiVersion": case.version}
}

test_no_workload[name] if {
	some name, object_ in {
		"service": {"kind": "Service", "apiVersion": "v1"},
		"rollout": {"kind": "Rollout", "apiVersion": "argoproj.io/v1alpha1"},
		"deployment of another group": {"kind": "Deployment", "apiVersion": "example.com/v1"},
		"pod metrics": {"kind": "Pod", "apiVersion": "metrics.k8s.io/v1"},
		"no version": {"kind": "Pod"},
		"version of a wrong type": {"kind": "Pod", "apiVersion": 1},
		"kind of a wrong type": {"kind": ["Pod"], "apiVersion": "v1"},
	}
	not workload.template_path with input as object_
	not workload.spec with input as object_
	not workload.annotations with input as object_
	not workload.has_containers with input as object_
}

test_metadata_levels if {
	object_ := testlib.source_of("CronJob", {
		"metadata": {"labels": {"level": "object"}},
		"job_metadata": {"labels": {"level": "job", "only": "job"}},
		"labels": {"level": "template"},
	})
	workload.object_labels.level == "object" with input as object_
	workload.job_labels.level == "job" with input as object_
	workload.labels.level == "template" with input as object_
	workload.label("level") == {
		"value": "template",
		"path": ["spec", "jobTemplate", "spec", "template", "metadata", "labels", "level"],
		"level": "template",
	} with input as object_
	workload.label("only") == {
		"value": "job",
		"path": ["spec", "jobTemplate", "metadata", "labels", "only"],
		"level": "jobTemplate",
	} with input as object_
	not workload.annotation("level") with input as object_
}

test_only_cronjobs_have_job_metadata if {
	object_ := testlib.source({})
	workload.job_labels == {} with input as object_
	not workload.job_labels_path with input as object_
	count(workload.inject_metadata) == 1 with input as object_
}

test_text[name] if {
	some name, case in {
		"text": {"value": "x", "text": "x"},
		"boolean": {"value": true, "text": "true"},
		"number": {"value": 8080, "text": "8080"},
		"fraction": {"value": 1.5, "text": "1.5"},
		"null": {"value": null, "text": ""},
	}
	workload.text(case.value) == case.text
}

test_no_text[name] if {
	some name, value in {"list": [], "map": {}}
	not workload.text(value)
}

test_texts_leave_lists_out if workload.texts({"a": 1, "b": [], "c": {}}) == {"a": "1"}

test_containers if {
	object_ := testlib.source({
		"init_containers": [{"name": "setup"}, {"name": "agent", "restartPolicy": "Always"}],
		"containers": [{"name": "istio-proxy"}, "text", {"name": 5}],
	})
	found := [[r.name, r.list, r.index, r.init, r.native] | some r in workload.containers] with input as object_
	found == [
		["setup", "initContainers", 0, true, false],
		["agent", "initContainers", 1, true, true],
		["app", "containers", 0, false, false],
		["istio-proxy", "containers", 1, false, false],
		["5", "containers", 3, false, false],
	]
	own := [r.name | some r in workload.app_containers] with input as object_
	own == ["setup", "agent", "app", "5"]
	workload.containers[2].path == ["spec", "template", "spec", "containers", 0] with input as object_
}

test_wrong_types_count_as_absent[name] if {
	some name, object_ in {
		"nothing": {},
		"null spec": {"spec": null},
		"text for spec": {"spec": "x"},
		"null template": {"spec": {"template": null}},
		"list for metadata": {"spec": {"template": {"metadata": [], "spec": []}}},
		"null containers": {"spec": {"template": {"spec": {"containers": null, "initContainers": 5}}}},
		"null annotations": {"spec": {"template": {"metadata": {"annotations": null}}}},
	}
	deployment := object.union({"kind": "Deployment", "apiVersion": "apps/v1"}, object_)
	workload.containers == [] with input as deployment
	workload.annotations == {} with input as deployment
	workload.name == "" with input as deployment
	not workload.has_containers with input as deployment
}

test_kinds_of_workloads if {
	workload.is_job with input as testlib.source_of("Job", {})
	workload.is_job with input as testlib.source_of("CronJob", {})
	workload.is_cronjob with input as testlib.source_of("CronJob", {})
	workload.is_pod with input as testlib.source_of("Pod", {})
	not workload.is_job with input as testlib.source({})
	not workload.is_pod with input as testlib.source({})
}

test_live if {
	workload.live with input as testlib.source({"metadata": {"uid": "1"}})
	workload.live with input as object.union(testlib.source({}), {"status": {"replicas": 1}})
	not workload.live with input as object.union(testlib.source({}), {"status": {}})
	not workload.live with input as testlib.source({})
}

test_host_network if {
	workload.host_network with input as testlib.source({"spec": {"hostNetwork": true}})
	not workload.host_network with input as testlib.source({"spec": {"hostNetwork": false}})
}

test_control_plane[name] if {
	some name, labels in {
		"istio": {"istio": "pilot"},
		"release": {"release": "istio"},
		"part of": {"app.kubernetes.io/part-of": "istio"},
		"ztunnel": {"app": "ztunnel"},
		"cni": {"k8s-app": "istio-cni-node"},
	}
	workload.control_plane with input as testlib.source({"labels": labels})
}

test_applications_are_no_control_plane if not workload.control_plane with input as testlib.source({})

test_names_and_paths if {
	object_ := testlib.source_of("CronJob", {"metadata": {"name": null}})
	workload.kind == "CronJob" with input as object_
	workload.name == "" with input as object_
	workload.namespace == "demo" with input as object_
	workload.object_annotations_path == ["metadata", "annotations"] with input as object_
	workload.object_labels_path == ["metadata", "labels"] with input as object_
	workload.object_annotations == {} with input as object_
	workload.name == "" with input as object.union(object_, {"metadata": {"name": ["x"]}})
}

test_metadata_of_any_object if {
	object_ := {"kind": "Service", "metadata": {"labels": {"a": 1}, "annotations": {"b": true}}}
	workload.object_labels == {"a": "1"} with input as object_
	workload.object_annotations == {"b": "true"} with input as object_
	workload.object_labels == {} with input as {"kind": "Service"}
	workload.object_annotations == {} with input as {"kind": "Service", "metadata": {"annotations": null}}
}
