# METADATA
# title: The record of injection does not fit the pod
# description: >-
#   `sidecar.istio.io/status` lists what the injector added. Where it is no JSON object, or names containers that the
#   pod lacks, it was copied from a cluster or the pod was edited afterwards: the injector strips what is listed
#   before it injects again, istio-cni takes the pod for injected, and tools report a sidecar that is not there.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/#SidecarStatus
#     description: sidecar.istio.io/status
# custom:
#   severity: warning
#   category: injection
#   stage: both
#   silent: >-
#     All containers that it names exist; the injection template grpc-simple; another rule speaks of the missing
#     proxy.
#   advice: >-
#     Delete the annotation and inject again from the source.
#   examples: {bad: [bad.yaml, bad-json.yaml], good: [good.yaml]}
package meshlint.rules.injection.stale_sidecar_status

import data.meshlint.lib.metadata
import data.meshlint.lib.proxy
import data.meshlint.lib.workload

report contains object.union({"path": status.path, "message": msg}, _repair(status)) if {
	some status in proxy.status_entries
	not "grpc-simple" in proxy.templates
	problem := _problem(status.value)
	msg := sprintf("sidecar.istio.io/status %s: delete the annotation and inject again from the source.", [problem])
}

_problem(text) := "is no JSON object, so neither the injector nor istio-cni can read it" if {
	not _parsed(text)
} else := sprintf("names %s, which this pod does not have, so it is left over from another injection", [names]) if {
	not _half_injected
	missing := _named(_parsed(text)) - {record.name | some record in workload.containers}
	count(missing) > 0
	names := concat(", ", sort(missing))
}

_parsed(text) := parsed if {
	json.is_valid(text)
	parsed := json.unmarshal(text)
	is_object(parsed)
}

_named(status) := {name |
	some list in ["initContainers", "containers"]
	is_array(status[list])
	some name in status[list]
}

# istio-init redirects to a proxy that is missing: half-injected says so.
_half_injected if {
	proxy.init
	not proxy.record
}

# Without a sidecar the annotation is the only trace of injection.
_repair(status) := {"fix": [{"op": "remove", "path": metadata.pointer(path)}]} if {
	not proxy.injected
	block := metadata.parent(status.path)
	path := {true: block, false: status.path}[count(object.get(input, block, {})) == 1]
} else := {}
