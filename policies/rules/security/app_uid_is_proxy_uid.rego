# METADATA
# title: An application runs as the proxy's user
# description: >-
#   The redirect leaves traffic of the proxy's UID alone. A container with the same UID is taken for the proxy: what
#   it sends leaves the pod unencrypted, without policy, routing or metrics, and peers with strict mTLS refuse it
#   (IST0144).
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/deployment/application-requirements/#pod-requirements
#     description: Application UIDs
# custom:
#   severity: error
#   category: security
#   stage: both
#   security-severity: "7.5"
#   silent: >-
#     Gateways and Istio's own pods; init containers, which use the UID on purpose to reach the network; pods that are
#     not injected; a value of the pod that each container overrides.
#   advice: >-
#     Give the application another UID.
#   examples: {bad: [bad.yaml, bad-injected.yaml, bad-pod.yaml], good: [good.yaml]}
package meshlint.rules.security.app_uid_is_proxy_uid

import data.meshlint.lib.exempt
import data.meshlint.lib.security

report contains {"path": uid.path, "message": msg} if {
	some uid, names in _exempt
	msg := sprintf("%s runs as UID %d, which is the proxy's, so its outbound traffic bypasses the mesh: %s", [
		concat(" and ", sort(names)),
		uid.value,
		"it leaves in plain text, without policy. Use another UID.",
	])
}

# Containers by the value that counts: those that inherit the pod's have one in common.
_exempt[uid] contains record.name if {
	some record in exempt.applications
	uid := security.uid(record)
	uid.value in security.exempt_uids
}
