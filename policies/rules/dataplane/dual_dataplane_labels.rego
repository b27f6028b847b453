# METADATA
# title: Labels ask for both data planes, sidecar and ambient
# description: >-
#   A namespace with `istio.io/dataplane-mode: ambient` and an effective sidecar label is in a state that Istio calls
#   undefined (IST0123): pods that the webhook injects get a sidecar, pods created while it is away join ambient, and
#   policies apply now at one proxy, now at the other. On a pod template the sidecar wins and the label is dead,
#   because istio-cni never enrols a pod that has been injected.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/analysis/ist0123/
#     description: NamespaceMultipleInjectionLabels
#   - ref: https://istio.io/latest/docs/ambient/usage/add-workloads/
#     description: Add workloads to an ambient mesh
# custom:
#   severity: error
#   category: dataplane
#   stage: both
#   silent: >-
#     Injection is disabled (any value but enabled); the mode is none; the Namespace is one of the system or
#     istio-system; the analyzer is told to be silent (galley.istio.io/analyze-suppress); the pod opts out of
#     injection.
#   advice: >-
#     Keep one of the two labels on the Namespace; during a migration put `sidecar.istio.io/inject` on single pod
#     templates.
#   examples: {bad: [bad.yaml, bad-pod.yaml], good: [good.yaml]}
package meshlint.rules.dataplane.dual_dataplane_labels

import data.meshlint.lib.injection
import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

_mode := "istio.io/dataplane-mode"

report contains {"path": ["metadata", "labels", _mode], "message": msg, "related": related} if {
	input.kind == "Namespace"
	workload.object_labels[_mode] == "ambient"
	sidecar := _sidecar_label
	not _exempt_namespace
	msg := sprintf(
		"This Namespace asks for ambient and, by %s: %s, for sidecars: which one a pod gets is undefined. Keep one label.",
		[sidecar, workload.object_labels[sidecar]],
	)
	related := [{"path": ["metadata", "labels", sidecar], "message": "asks for sidecars"}]
}

# With istio-injection present only the value enabled injects, and hides the
# revision; without it any revision does.
_sidecar_label := "istio-injection" if {
	workload.object_labels["istio-injection"] == "enabled"
} else := "istio.io/rev" if {
	not workload.object_labels["istio-injection"]
	workload.object_labels["istio.io/rev"] != ""
}

_exempt_namespace if input.metadata.name in injection.system_namespaces

_exempt_namespace if input.metadata.name == "istio-system"

_exempt_namespace if {
	some code in split(workload.object_annotations["galley.istio.io/analyze-suppress"], ",")
	trim_space(code) in {"*", "IST0123"}
}

report contains {
	"path": injection.mode_label.path,
	"severity": "warning",
	"message": msg,
	"related": [related],
	"fix": [{"op": "remove", "path": metadata.pointer(injection.mode_label.path)}],
} if {
	injection.mode_label.value == "ambient"
	not injection.opted_out
	related := _sidecar_of_pod
	msg := sprintf(
		"The pod template asks for ambient, but %s: the sidecar wins and this label is without effect. Remove it.",
		[related.message],
	)
}

_sidecar_of_pod := {"path": proxy.path, "message": "a sidecar has been injected"} if {
	proxy.injected
	proxy.sidecar
} else := {"path": injection.inject_label.path, "message": "its label sidecar.istio.io/inject asks for a sidecar"} if {
	injection.inject_label.value == "true"
}
