# METADATA
# title: A list of IP ranges that Istio refuses
# description: >-
#   The annotations for IP ranges take comma lists of ranges in CIDR form without blanks. A bare address, a blank
#   behind a comma or a wildcard among the exclusions makes the validation fail (pkg/kube/inject/validate.go), and
#   the pod is not created.
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/config/annotations/
#     description: Resource annotations
# custom:
#   severity: error
#   category: values
#   stage: source
#   silent: >-
#     Empty lists are accepted, as is the wildcard alone for ranges to include; the pod is not injected, or has been
#     already.
#   advice: >-
#     Write ranges with their mask (a single address is a.b.c.d/32), without blanks.
#   examples: {bad: [bad.yaml], good: [good.yaml]}
package meshlint.rules.values.ip_range_invalid

import data.meshlint.lib.annotations
import data.meshlint.lib.known
import data.meshlint.lib.values

report contains object.union({"path": entry.path, "message": msg}, _repair(entry)) if {
	some entry in annotations.given
	known.validator(entry.key) in {"includeIPRanges", "excludeIPRanges"}
	reason := values.refusal(entry.key, entry.value)
	msg := sprintf("%s: %s, so Istio refuses the pod. Write ranges such as 10.1.2.3/32, without blanks.", [
		entry.key,
		reason,
	])
}

# Blanks go, and an address without a mask is the range of that address alone.
_repair(entry) := annotations.rewritten(entry, concat(",", ranges)) if {
	written := [item | some item in regex.split(`[,;\s]+`, entry.value); item != ""]
	ranges := [_masked(item) | some item in written]
	count(ranges) > 0
	count(ranges) == count(written)
} else := {}

# In this order: /32 makes a range of an IPv6 address, too, but a wrong one.
_masked(item) := [range |
	some mask in ["", "/128", "/32"]
	range := concat("", [item, mask])
	values.cidr(range)
][0]
