package meshlint.lib.redirect

import data.meshlint.lib.values

# METADATA
# title: Flags of istio-iptables
# description: >-
#   Map of the short form, or the long one of flags without a letter, to {long, kind ("value" or "bool"), default}. From
#   tools/istio-iptables/pkg/cmd/root.go of Istio, the same letters since 1.0; -f is of 1.6 to 1.21. The logging flags
#   are those of the agent's root command.
flag_table := {
	"-p": {"long": "envoy-port", "kind": "value", "default": "15001"},
	"-z": {"long": "inbound-capture-port", "kind": "value", "default": "15006"},
	"-e": {"long": "inbound-tunnel-port", "kind": "value", "default": "15008"},
	"-u": {"long": "proxy-uid", "kind": "value", "default": ""},
	"-g": {"long": "proxy-gid", "kind": "value", "default": ""},
	"-m": {"long": "istio-inbound-interception-mode", "kind": "value", "default": ""},
	"-b": {"long": "istio-inbound-ports", "kind": "value", "default": ""},
	"-d": {"long": "istio-local-exclude-ports", "kind": "value", "default": ""},
	"-c": {"long": "istio-exclude-interfaces", "kind": "value", "default": ""},
	"-i": {"long": "istio-service-cidr", "kind": "value", "default": ""},
	"-x": {"long": "istio-service-exclude-cidr", "kind": "value", "default": ""},
	"-q": {"long": "istio-outbound-ports", "kind": "value", "default": ""},
	"-o": {"long": "istio-local-outbound-ports-exclude", "kind": "value", "default": ""},
	"-k": {"long": "kube-virt-interfaces", "kind": "value", "default": ""},
	"-t": {"long": "istio-inbound-tproxy-mark", "kind": "value", "default": "1337"},
	"-r": {"long": "istio-inbound-tproxy-route-table", "kind": "value", "default": "133"},
	"-n": {"long": "dry-run", "kind": "bool", "default": "false"},
	"-f": {"long": "restore-format", "kind": "bool", "default": "false"},
	"--iptables-probe-port": {"long": "iptables-probe-port", "kind": "value", "default": "15002"},
	"--probe-timeout": {"long": "probe-timeout", "kind": "value", "default": "5s"},
	"--skip-rule-apply": {"long": "skip-rule-apply", "kind": "bool", "default": "false"},
	"--run-validation": {"long": "run-validation", "kind": "bool", "default": "false"},
	"--redirect-dns": {"long": "redirect-dns", "kind": "bool", "default": "false"},
	"--drop-invalid": {"long": "drop-invalid", "kind": "bool", "default": "false"},
	"--dual-stack": {"long": "dual-stack", "kind": "bool", "default": "false"},
	"--capture-all-dns": {"long": "capture-all-dns", "kind": "bool", "default": "false"},
	"--network-namespace": {"long": "network-namespace", "kind": "value", "default": ""},
	"--cni-mode": {"long": "cni-mode", "kind": "bool", "default": "false"},
	"--reconcile": {"long": "reconcile", "kind": "bool", "default": "false"},
	"--cleanup-only": {"long": "cleanup-only", "kind": "bool", "default": "false"},
	"--force-apply": {"long": "force-apply", "kind": "bool", "default": "false"},
	"--native-nftables": {"long": "native-nftables", "kind": "bool", "default": "false"},
	"--force-iptables-binary": {"long": "force-iptables-binary", "kind": "value", "default": ""},
	"--iptables-trace-logging": {"long": "iptables-trace-logging", "kind": "bool", "default": "false"},
	"--log_output_level": {"long": "log_output_level", "kind": "value", "default": ""},
	"--log_stacktrace_level": {"long": "log_stacktrace_level", "kind": "value", "default": ""},
	"--log_target": {"long": "log_target", "kind": "value", "default": ""},
	"--log_caller": {"long": "log_caller", "kind": "value", "default": ""},
	"--log_as_json": {"long": "log_as_json", "kind": "bool", "default": "false"},
}

_letters_of := {
	"envoy-port": "-p",
	"inbound-capture-port": "-z",
	"inbound-tunnel-port": "-e",
	"proxy-uid": "-u",
	"proxy-gid": "-g",
	"istio-inbound-interception-mode": "-m",
	"istio-inbound-ports": "-b",
	"istio-local-exclude-ports": "-d",
	"istio-exclude-interfaces": "-c",
	"istio-service-cidr": "-i",
	"istio-service-exclude-cidr": "-x",
	"istio-outbound-ports": "-q",
	"istio-local-outbound-ports-exclude": "-o",
	"kube-virt-interfaces": "-k",
	"istio-inbound-tproxy-mark": "-t",
	"istio-inbound-tproxy-route-table": "-r",
	"dry-run": "-n",
	"restore-format": "-f",
}

# Key of a flag by its long name.
_key(long) := _letters_of[long]

_key(long) := dashed if {
	not _letters_of[long]
	dashed := concat("", ["--", long])
	flag_table[dashed]
}

# Key of the flag that a variable sets: every flag is bound to its long name in capitals, except the port of Envoy and
# the logging flags; three have another variable beside it, which wins (pkg/flag/flag.go of Istio).
_variable_key(variable) := key if {
	regex.match(`^[A-Z_]+$`, variable)
	key := _key(lower(replace(variable, "_", "-")))
	key != "-p"
}

_other_variables := {
	"ISTIO_META_DNS_CAPTURE": "--redirect-dns",
	"INVALID_DROP": "--drop-invalid",
	"ISTIO_DUAL_STACK": "--dual-stack",
}

# METADATA
# title: Key of a flag in the table
# description: Takes the short or long spelling with dashes.
key_of(name) := name if flag_table[name]

key_of(name) := _key(substring(name, 2, -1)) if {
	startswith(name, "--")
	not flag_table[name]
}

# METADATA
# title: The text is a flag of istio-iptables in some spelling
known_token(text) if _shape(text).form in {"bare", "inline", "bools"}

# METADATA
# title: Reading arguments as istio-iptables does
# description: >-
#   Takes tokens ({text, path}) and environment (name to {value, path}); returns {flags, problems}. The program uses
#   spf13/pflag: a value flag takes the next token whatever it looks like, an empty one too; flags may be bundled, the
#   last of several wins, `--` ends them, and other tokens are ignored.
parse(arguments, environment) := {
	"flags": object.union(_from_environment(environment), _from_arguments(arguments, shapes, live, taken)),
	"problems": _problems(arguments, shapes, live, taken),
} if {
	shapes := [_shape(token.text) | some token in arguments]
	taken := _taken(shapes)
	live := _live(shapes, taken)
}

# The indices of tokens that are the value of the token before. A token that would take the next one does so unless it
# is taken itself, so in a run of such tokens every second one is taken. Runs end at tokens that take nothing.
_taken(shapes) := {index |
	ends := array.concat([-1], [i | some i, shape in shapes; shape.form != "bare"])
	stops := array.concat(array.slice(ends, 1, count(ends)), [count(shapes)])
	some run, end in ends
	end + 1 < count(shapes)
	some index in numbers.range(end + 1, stops[run])
	((index - end) - 1) % 2 == 1
}

# The indices of tokens that are parsed as flags: neither taken nor behind `--`.
_live(shapes, taken) := {index |
	stop := min(array.concat([count(shapes)], [i | some i, shape in shapes; shape.form == "stop"; not i in taken]))
	some index, shape in shapes
	index < stop
	not index in taken
}

_from_arguments(arguments, shapes, live, taken) := object.union_n([set_ |
	some index, shape in shapes
	index in live
	some set_ in array.concat(_leading(arguments[index], shape), _settings(arguments, shape, index, taken))
])

# Boolean letters in front of another flag of a bundle.
_leading(token, shape) := [_setting(key, token, "true", shape) | some key in object.get(shape, "lead", [])]

_settings(arguments, shape, index, taken) := [_setting(shape.key, token, token.text, shape)] if {
	shape.form == "bare"
	(index + 1) in taken
	token := arguments[index + 1]
}

_settings(arguments, shape, index, _) := [_setting(shape.key, arguments[index], shape.value, shape)] if {
	shape.form == "inline"
	_acceptable(shape.key, shape.value)
}

_settings(arguments, shape, index, _) := [_setting(key, arguments[index], "true", shape) | some key in shape.keys] if {
	shape.form == "bools"
}

_setting(key, token, value_, shape) := {key: {
	"value": _canonical(key, value_),
	"path": token.path,
	"given": true,
	"name": flag_table[key].long,
	"spelled": shape.text,
}}

_canonical(key, value_) := value_ if flag_table[key].kind == "value"

_canonical(key, value_) := json.marshal(values.bool(value_)) if flag_table[key].kind == "bool"

_acceptable(key, _) if flag_table[key].kind == "value"

_acceptable(_, value_) if values.bool(value_) in {true, false}

_from_environment(environment) := object.union(
	object.union_n([setting |
		some variable, entry in environment
		setting := _from_variable(_variable_key(variable), variable, entry)
	]),
	object.union_n([setting |
		some variable, key in _other_variables
		setting := _from_variable(key, variable, environment[variable])
	]),
)

_from_variable(key, variable, entry) := {key: {
	"value": _canonical(key, entry.value),
	"path": entry.path,
	"given": false,
	"name": flag_table[key].long,
	"spelled": variable,
}} if {
	_acceptable(key, entry.value)
}

_problems(arguments, shapes, live, taken) := [problem |
	some index, shape in shapes
	index in live
	problem := _problem(arguments, shape, index, taken)
]

_problem(arguments, shape, index, _) := {
	"kind": "missing-value",
	"flag": shape.text,
	"path": arguments[index].path,
	"message": sprintf("%s needs a value and none follows", [shape.text]),
} if {
	shape.form == "bare"
	index + 1 == count(arguments)
}

_problem(arguments, shape, index, taken) := {
	"kind": "swallowed",
	"flag": shape.text,
	"value": arguments[index + 1].text,
	"path": arguments[index].path,
	"value_path": arguments[index + 1].path,
	"message": sprintf("%s takes the next item %s as its value", [shape.text, arguments[index + 1].text]),
} if {
	shape.form == "bare"
	(index + 1) in taken
	known_token(arguments[index + 1].text)
}

_problem(arguments, shape, index, _) := {
	"kind": shape.form,
	"flag": shape.text,
	"path": arguments[index].path,
	"message": sprintf("%s is no flag of istio-iptables", [shape.text]),
} if {
	shape.form in {"unknown", "syntax"}
}

_problem(arguments, shape, index, _) := {
	"kind": "not-boolean",
	"flag": shape.text,
	"value": shape.value,
	"path": arguments[index].path,
	"message": sprintf("%s is neither true nor false", [shape.text]),
} if {
	shape.form == "inline"
	not _acceptable(shape.key, shape.value)
}

# What a token is if it is read as a flag: {form, text} with form
#   positional, stop, syntax, unknown, log  - nothing to set,
#   bare (key)          - a flag that takes the next token,
#   inline (key, value) - a flag with its value,
#   bools (keys)        - boolean flags, set to true.
_shape(text) := {"form": "positional", "text": text} if not startswith(text, "-")

_shape("-") := {"form": "positional", "text": "-"}

_shape("--") := {"form": "stop", "text": "--"}

_shape(text) := _long_shape(text) if {
	startswith(text, "--")
	text != "--"
}

_shape(text) := _short_shape(text) if {
	startswith(text, "-")
	not startswith(text, "--")
	text != "-"
}

_long_shape(text) := {"form": "syntax", "text": text} if {
	substring(text, 2, 1) in {"-", "="}
} else := {"form": "inline", "text": text, "key": key, "value": substring(text, equals + 1, -1)} if {
	equals := indexof(text, "=")
	equals > 0
	key := _key(substring(text, 2, equals - 2))
} else := _whole(text, key) if {
	key := _key(substring(text, 2, -1))
} else := {"form": "log", "text": text} if {
	startswith(text, "--log")
} else := {"form": "unknown", "text": text}

_whole(text, key) := {"form": "bare", "text": text, "key": key} if flag_table[key].kind == "value"

_whole(text, key) := {"form": "bools", "text": text, "keys": [key]} if flag_table[key].kind == "bool"

# A bundle: boolean letters, then at most one letter that takes what follows (or the next token) as its value. A single
# "=" behind a letter belongs to the value only if something follows it.
_short_shape(text) := {"form": "bare", "text": text, "key": text} if {
	flag_table[text].kind == "value"
} else := _bundled(text, found[1], found[2]) if {
	found := regex.find_all_string_submatch_n(`(?s)^-([nf]*)(.*)$`, text, 1)[0]
}

_bundled(text, bools, rest) := {"form": "bools", "text": text, "keys": _letters(bools)} if {
	rest == ""
} else := {"form": "inline", "text": text, "lead": lead, "key": key, "value": substring(rest, 1, -1)} if {
	startswith(rest, "=")
	count(rest) > 1
	letters := _letters(bools)
	last := count(letters) - 1
	key := letters[last]
	lead := array.slice(letters, 0, last)
} else := {"form": "bare", "text": text, "lead": _letters(bools), "key": key} if {
	count(rest) == 1
	key := concat("", ["-", rest])
	flag_table[key]
} else := {"form": "inline", "text": text, "lead": _letters(bools), "key": key, "value": value_} if {
	key := concat("", ["-", substring(rest, 0, 1)])
	flag_table[key]
	value_ := _short_value(substring(rest, 1, -1))
} else := {"form": "unknown", "text": text}

_letters(bools) := [sprintf("-%s", [letter]) | some letter in split(bools, "")]

_short_value(rest) := substring(rest, 1, -1) if {
	startswith(rest, "=")
	count(rest) > 1
} else := rest
