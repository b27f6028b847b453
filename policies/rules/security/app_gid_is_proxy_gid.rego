# METADATA
# title: An application runs in the proxy's group
# description: >-
#   The redirect leaves traffic of the proxy's group alone as it does that of its user. A container whose primary
#   group is the same bypasses the proxy: what it sends leaves unencrypted, without policy or metrics.
# related_resources:
#   - ref: https://istio.io/latest/docs/ops/deployment/application-requirements/#pod-requirements
#     description: Application UIDs
# custom:
#   severity: error
#   category: security
#   stage: both
#   security-severity: "7.5"
#   silent: >-
#     The UID is the proxy's, too (then that is reported); gateways and Istio's own pods; init containers; pods that
#     are not injected; supplementary groups and fsGroup, at which the redirect does not look.
#   advice: >-
#     Give the application another primary group.
#   examples: {bad: [bad.yaml, bad-pod.yaml], good: [good.yaml]}
package meshlint.rules.security.app_gid_is_proxy_gid

import data.meshlint.lib.exempt
import data.meshlint.lib.security

report contains {"path": gid.path, "message": msg} if {
	some gid, names in _exempt
	msg := sprintf("%s has the group %d, which is the proxy's, so its outbound traffic bypasses the mesh: %s", [
		concat(" and ", sort(names)),
		gid.value,
		"it leaves in plain text, without policy. Use another group.",
	])
}

# Containers by the value that counts: those that inherit the pod's have one in common.
_exempt[gid] contains record.name if {
	some record in exempt.applications
	gid := security.gid(record)
	gid.value in security.exempt_gids
	not _by_uid(record)
}

_by_uid(record) if security.uid(record).value in security.exempt_uids
