# METADATA
# title: The redirect of a pod's traffic
# description: >-
#   What istio-init (or istio-validation) was told by its arguments and environment. Everything but `tokens` and
#   `problems` is undefined unless the arguments can be understood, see `parsable`.
package meshlint.lib.redirect

import data.meshlint.lib.proxy
import data.meshlint.lib.values
import data.meshlint.lib.workload

# METADATA
# title: Arguments of the redirecting container
# description: Array of {text, path}, its command first (Istio 1.4 and 1.5 wrote the flags there).
tokens := proxy.tokens_of(proxy.redirector)

# METADATA
# title: The arguments are those of istio-iptables
# description: >-
#   At least one known flag stands there, each item is a scalar, and the user has not put own arguments in their place.
parsable if {
	_understood
	some _, flag_ in _parsed.flags
	flag_.given
}

_understood if {
	count(tokens) == _items
	not _replaced
}

_items := sum([count(workload.as_array(proxy.redirector.container[list])) |
	some list in ["command", "args"]
	proxy.redirector.container[list]
])

_replaced if _replaced_by(proxy.override_containers[_])

_replaced if {
	proxy.overridden(proxy.redirector.name)
	count(proxy.override_containers) == 0
}

_replaced_by(container) if {
	container.name == proxy.redirector.name
	container[["args", "command"][_]]
}

_parsed := parse(tokens, _environment)

_environment := object.union_n([{entry.name: {"value": entry.value, "path": array.concat(entry.path, ["value"])}} |
	some entry in proxy.env_entries_of(proxy.redirector)
	entry.value != null
])

# METADATA
# title: Flags that are set
# description: >-
#   Map of flag ("-d", or "--skip-rule-apply" for those without a letter) to {value, path, given, name, spelled}: `path`
#   is that of the item that holds the value, `given` is false when the environment set it.
flag := _parsed.flags if parsable

# METADATA
# title: What is wrong with the arguments
# description: >-
#   Array of {kind, flag, value, path, value_path, message}. Kinds: "missing-value" (value flag at the end),
#   "swallowed" (the value is itself a flag), "unknown", "syntax", "not-boolean". `path` is the flag's item,
#   `value_path` that of the swallowed one. Unknown flags count only where istio-iptables is named: other programs have
#   other flags.
problems := [problem |
	_understood
	some problem in _parsed.problems
	_speaks(problem)
]

_speaks(problem) if not problem.kind in {"unknown", "syntax"}

_speaks(problem) if {
	problem.kind in {"unknown", "syntax"}
	some token in tokens
	token.text == "istio-iptables"
}

# METADATA
# title: Value of a flag
# description: >-
#   Text from the command line, else the environment, else the default of istio-iptables; `name` with its dashes, short
#   or long.
value(name) := _values[key_of(name)]

_values := _with_defaults(flag)

_with_defaults(flags) := {key: object.get(flags, [key, "value"], known.default) | some key, known in flag_table}

# METADATA
# title: Where a flag stands
# description: >-
#   Path of the item that holds its value, else of the environment entry that sets it, else of the list of arguments.
path(name) := flag[key].path if key := key_of(name)

path(name) := array.concat(proxy.redirector.path, [_list]) if {
	key := key_of(name)
	not flag[key]
}

default _list := "args"

_list := "command" if {
	not proxy.redirector.container.args
	proxy.redirector.container.command
}

_on(name) if value(name) == "true"

# METADATA
# title: User ids that the redirect leaves alone
# description: Set of text, from -u, else PROXY_UID, else 1337 (the user istio-proxy of the image).
uids := {id | some id in values.split(_uid)} if parsable

_uid := value("-u") if value("-u") != ""

_uid := "1337" if value("-u") == ""

# METADATA
# title: Group ids that the redirect leaves alone
# description: Set of text, from -g, else PROXY_GID, else the user ids. No template of Istio writes -g.
gids := uids if value("-g") == ""

gids := {id | some id in values.split(value("-g"))} if value("-g") != ""

# METADATA
# title: User ids that the redirect leaves alone, as numbers
uid_numbers := {number | some id in uids; number := values.uint32(trim_space(id))} if parsable

# METADATA
# title: Group ids that the redirect leaves alone, as numbers
gid_numbers := {number | some id in gids; number := values.uint32(trim_space(id))} if parsable

# METADATA
# title: Inbound ports that are captured, as written
# description: Text of -b, "" when absent, which captures none.
inbound_ports := value("-b")

# METADATA
# title: All inbound ports are captured
# description: Only the exact text "*" is the wildcard.
inbound_wildcard if inbound_ports == "*"

# METADATA
# title: Inbound ports named by -b
# description: Set of trimmed text; undefined for the wildcard.
include_inbound := values.items(inbound_ports) if inbound_ports != "*"

# METADATA
# title: Inbound ports excluded by -d
# description: Set of trimmed text; without effect unless -b is the wildcard.
exclude_inbound := values.items(value("-d"))

# METADATA
# title: An inbound port is captured
# description: >-
#   Takes a number or text. The tunnel port (-e, 15008) never is: istio-iptables returns it by a rule of its own.
captured(port) if {
	inbound_wildcard
	text := workload.text(port)
	not text in exclude_inbound
	text != value("-e")
}

captured(port) if {
	not inbound_wildcard
	text := workload.text(port)
	text in include_inbound
	text != value("-e")
}

# METADATA
# title: The place that decides which inbound ports are captured
# description: That of -d when -b is the wildcard, else that of -b.
capture_path := path("-d") if inbound_wildcard

capture_path := path("-b") if {
	parsable
	not inbound_wildcard
}

# METADATA
# title: Interception mode that was told to istio-init
# description: Text of -m; an empty one acts as REDIRECT.
mode := "REDIRECT" if value("-m") == ""

mode := value("-m") if value("-m") != ""

# METADATA
# title: The container sets no rules
# description: istio-validation, or istio-init with --skip-rule-apply, --dry-run or --cleanup-only.
dry if {
	parsable
	proxy.redirector.name == "istio-validation"
}

dry if _on("--skip-rule-apply")

dry if _on("--dry-run")

dry if _on("--cleanup-only")

# METADATA
# title: istio-init redirects traffic
# description: It was given at least one of -p, -u, -b and -i, and nothing keeps it from setting its rules.
sets_rules if {
	proxy.redirector.name == "istio-init"
	some key in ["-p", "-u", "-b", "-i"]
	flag[key].given
	not dry
}
