# METADATA
# title: A Job gets a sidecar that never ends
# description: >-
#   A pod is complete when all its containers have ended, and a plain istio-proxy never ends by itself: the Job stays
#   active, a CronJob with `concurrencyPolicy: Forbid` starts no further run, backoffLimit is never counted, and
#   activeDeadlineSeconds ends the Job as failed. A native sidecar (an init container with `restartPolicy: Always`)
#   does not count for completion; a proxy among the init containers without that policy keeps the pod from ever
#   starting.
# related_resources:
#   - ref: https://istio.io/latest/blog/2023/native-sidecars/
#     description: Kubernetes native sidecars in Istio
# custom:
#   severity: error
#   category: lifecycle
#   stage: both
#   silent: >-
#     The sidecar is native; the pod template opts out or is on the host network; another container asks the proxy to
#     quit (quitquitquit); the injection template brings no proxy; the Namespace in the stream is not injected. The
#     severity is warning where nothing in the stream says that the Job will be injected.
#   advice: >-
#     Set the annotation `sidecar.istio.io/nativeSidecar: "true"` on the pod template (Istio 1.24 and later; for
#     `istioctl kube-inject` on the jobTemplate of a CronJob, too), or the label `sidecar.istio.io/inject: "false"`.
#   examples: {bad: [bad.yaml, bad-injected.yaml, bad-namespace.yaml], good: [good.yaml, good-quit.yaml]}
package meshlint.rules.lifecycle.job_sidecar_never_ends

import data.meshlint.lib.injection
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

# Injected: the proxy is there to be seen.
report contains {"path": proxy.path, "message": msg} if {
	workload.is_job
	proxy.injected
	proxy.sidecar
	not injection.worker_quits_proxy
	what := _endless
	msg := sprintf("%s, so this %s never completes: %s", [what, workload.kind, _repair])
}

_endless := "istio-proxy is an ordinary container and never ends by itself" if proxy.plain

_endless := "istio-proxy is an init container without restartPolicy: Always, so no other container ever starts" if {
	proxy.in_init
	not proxy.native
}

_repair := "inject it as a native sidecar (annotation sidecar.istio.io/nativeSidecar: \"true\") or opt out."

# To be injected: the Namespace of the stream may say whether it happens.
aggregate contains object.union(injection.workload_fact, own) if {
	_will_hang
	own := {"path": workload.template_path, "verdict": injection.verdict}
}

aggregate contains injection.namespace_fact

_will_hang if {
	workload.is_job
	proxy.source
	not injection.excluded
	not injection.native_requested
	not injection.no_proxy_template
	not injection.worker_quits_proxy
}

aggregate_report contains {"fact": job.id, "severity": severity, "message": msg} if {
	some job in input.facts
	job.kind == "workload"
	severity := _severities[_outcome(job)]
	msg := sprintf(
		"The sidecar that this %s %s is a plain container and never ends, so the %s never completes: %s",
		[job.object.kind, _certainty[severity], job.object.kind, _advice],
	)
}

_severities := {"yes": "error", "unknown": "warning"}

_certainty := {"error": "gets", "warning": "gets where its namespace is injected"}

_advice := concat(" ", [
	"set the annotation sidecar.istio.io/nativeSidecar: \"true\" on the pod template",
	"or opt out with the label sidecar.istio.io/inject: \"false\".",
])

# A Namespace that stands in the stream twice and differently says nothing.
_outcome(job) := "yes" if {
	job.verdict == "yes"
} else := answer if {
	answers := {injection.namespace_injects(namespace, job) |
		some namespace in input.facts
		namespace.kind == "namespace"
		namespace.name == job.namespace
	}
	count(answers) == 1
	some answer in answers
} else := "unknown"
