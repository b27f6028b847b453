# METADATA
# title: An argument of istio-init that is refused or misread
# description: >-
#   istio-iptables reads its arguments in order: a flag without its value takes the next flag for it, the last of two
#   counts, and what cannot be parsed ends the program, so that the pod never starts. A port outside of 1 to 65535,
#   the same port for both directions, a wildcard where none is allowed or a range that is none end it too, or leave
#   rules that catch the wrong traffic (tools/istio-iptables of istio/istio).
# related_resources:
#   - ref: https://istio.io/latest/docs/reference/commands/pilot-agent/#pilot-agent-istio-iptables
#     description: Flags of istio-iptables
# custom:
#   severity: error
#   category: interception
#   stage: injected
#   silent: >-
#     Values and items of lists may be empty; unknown flags are left alone unless istio-iptables is named among the
#     arguments; the arguments were replaced by the user.
#   advice: >-
#     Repair the argument that the message names, or inject again from the source.
#   examples: {bad: [bad.yaml, bad-old.yaml], good: [good.yaml, good-old.yaml]}
package meshlint.rules.interception.redirect_flag_invalid

import data.meshlint.lib.redirect
import data.meshlint.lib.values

report contains {"path": problem.path, "message": msg} if {
	some problem in redirect.problems
	msg := sprintf("%s: istio-init misreads it or ends with an error. Repair the arguments.", [problem.message])
}

report contains {"path": entry.path, "message": msg} if {
	some name, entry in _written
	reason := _refusal(name, entry.value)
	msg := sprintf("%s %q %s Repair the value.", [name, entry.value, reason])
}

report contains {"path": _written[strange].path, "message": msg, "related": [related]} if {
	port := values.port(_written["-p"].value)
	port == values.port(_written["-z"].value)
	[strange, other] := _blame(port)
	related := {"path": _written[other].path, "message": "the port of the other direction"}
	msg := sprintf("Inbound and outbound traffic are both sent to port %d, where only one listener is: %s", [
		port,
		"use 15001 for -p and 15006 for -z.",
	])
}

# Of two equal ports the one that Envoy's listener does not have by default is wrong.
_blame(port) := ["-p", "-z"] if {
	port == 15006
} else := ["-z", "-p"]

# What a swallowed flag left as value is spoken of already.
_written[name] := entry if {
	some name, entry in redirect.flag
	entry.given
	not entry.path in _swallowed
}

_swallowed := {problem.value_path |
	some problem in redirect.problems
	problem.kind == "swallowed"
}

_refusal(name, text) := "is no port from 1 to 65535: the redirect leads nowhere." if {
	name in {"-p", "-z", "-e"}
	not _listens(text)
}

_refusal(name, text) := sprintf("has %q in it, which is no port: iptables refuses the rule.", [item]) if {
	name in {"-b", "-d", "-q", "-o"}
	not _wildcard(name, text)
	item := [item | some item in values.split(text); not values.port(item)][0]
}

_refusal("-m", text) := "is no interception mode: istio-iptables knows REDIRECT and TPROXY." if {
	not text in {"", "REDIRECT", "TPROXY"}
}

_refusal("-x", text) := "excludes everything, which istio-iptables refuses: to capture nothing use -i \"\"." if {
	text == "*"
}

_refusal(name, text) := sprintf("has %q in it, which is no range (a.b.c.d/n): istio-iptables refuses it.", [item]) if {
	name in {"-i", "-x"}
	text != "*"
	item := [item | some item in values.split(text); not values.cidr(item)][0]
}

_listens(text) if values.port(text) > 0

_wildcard("-b", "*")
