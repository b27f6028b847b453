# METADATA
# title: Pods without an app label
# description: >-
#   Istio names workloads in metrics, traces and consoles by the label app (or app.kubernetes.io/name, or
#   service.istio.io/canonical-name). Without any of them the pods appear under the name of their owner, or as
#   unknown.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/deployment/application-requirements/#pod-requirements
#     description: Pod requirements
# custom:
#   severity: info
#   category: traffic
#   stage: source
#   silent: >-
#     Any of the known labels is there; the pod is not injected, or has been already; gateways.
#   advice: >-
#     Set the labels app and version (or their app.kubernetes.io forms) on the pod template.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.traffic.app_label_missing

import data.meshlint.lib.injection
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

report contains {"path": workload.labels_path, "message": msg} if {
	injection.may_be_injected
	not proxy.gateway
	not workload.control_plane
	count(object.keys(workload.labels) & _known) == 0
	msg := sprintf("The pods have no label app (nor %s): metrics and consoles cannot name the application. Set it.", [
		concat(" or ", sort(_known - {"app"})),
	])
}

_known := {"app", "app.kubernetes.io/name", "service.istio.io/canonical-name", "k8s-app"}
