package meshlint.lib.redirect

import data.meshlint.lib.values

# METADATA
# title: Flags of istio-iptables
# description: >-
#   Map of the short form, or the long one of flags without a letter, to {long, kind ("value" or "bool"), default, env}.
#   From tools/istio-iptables/pkg/cmd/root.go of Istio, the same letters since 1.0; -f is of 1.6 to 1.21. The logging
#   flags are those of the agent's root command. `env` lists variables that set the flag, later ones winning.
flag_table := {key: entry |
	some key, row in _rows
	entry := {
		"long": row[0],
		"kind": row[1],
		"default": row[2],
		"env": array.concat(_own_env(key, row[0]), object.get(_more_env, key, [])),
	}
}

_rows := {
	"-p": ["envoy-port", "value", "15001"],
	"-z": ["inbound-capture-port", "value", "15006"],
	"-e": ["inbound-tunnel-port", "value", "15008"],
	"-u": ["proxy-uid", "value", ""],
	"-g": ["proxy-gid", "value", ""],
	"-m": ["istio-inbound-interception-mode", "value", ""],
	"-b": ["istio-inbound-ports", "value", ""],
	"-d": ["istio-local-exclude-ports", "value", ""],
	"-c": ["istio-exclude-interfaces", "value", ""],
	"-i": ["istio-service-cidr", "value", ""],
	"-x": ["istio-service-exclude-cidr", "value", ""],
	"-q": ["istio-outbound-ports", "value", ""],
	"-o": ["istio-local-outbound-ports-exclude", "value", ""],
	"-k": ["kube-virt-interfaces", "value", ""],
	"-t": ["istio-inbound-tproxy-mark", "value", "1337"],
	"-r": ["istio-inbound-tproxy-route-table", "value", "133"],
	"-n": ["dry-run", "bool", "false"],
	"-f": ["restore-format", "bool", "false"],
	"--iptables-probe-port": ["iptables-probe-port", "value", "15002"],
	"--probe-timeout": ["probe-timeout", "value", "5s"],
	"--skip-rule-apply": ["skip-rule-apply", "bool", "false"],
	"--run-validation": ["run-validation", "bool", "false"],
	"--redirect-dns": ["redirect-dns", "bool", "false"],
	"--drop-invalid": ["drop-invalid", "bool", "false"],
	"--dual-stack": ["dual-stack", "bool", "false"],
	"--capture-all-dns": ["capture-all-dns", "bool", "false"],
	"--network-namespace": ["network-namespace", "value", ""],
	"--cni-mode": ["cni-mode", "bool", "false"],
	"--reconcile": ["reconcile", "bool", "false"],
	"--cleanup-only": ["cleanup-only", "bool", "false"],
	"--force-apply": ["force-apply", "bool", "false"],
	"--native-nftables": ["native-nftables", "bool", "false"],
	"--force-iptables-binary": ["force-iptables-binary", "value", ""],
	"--iptables-trace-logging": ["iptables-trace-logging", "bool", "false"],
	"--iptables-version": ["iptables-version", "value", ""],
	"--log_output_level": ["log_output_level", "value", ""],
	"--log_stacktrace_level": ["log_stacktrace_level", "value", ""],
	"--log_target": ["log_target", "value", ""],
	"--log_caller": ["log_caller", "value", ""],
	"--log_as_json": ["log_as_json", "bool", "false"],
}

# The port of Envoy is the only flag bound without its environment variable.
_own_env("-p", _) := []

_own_env(key, long) := [upper(replace(long, "-", "_"))] if key != "-p"

_more_env := {
	"--redirect-dns": ["ISTIO_META_DNS_CAPTURE"],
	"--drop-invalid": ["INVALID_DROP"],
	"--dual-stack": ["ISTIO_DUAL_STACK"],
}

_long := {row[0]: key | some key, row in _rows}

# METADATA
# title: Key of a flag in the table
# description: Takes the short or long spelling with dashes.
key_of(name) := name if _rows[name]

key_of(name) := _long[substring(name, 2, -1)] if {
	startswith(name, "--")
	not _rows[name]
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
	"name": _rows[key][0],
	"spelled": shape.text,
}}

_canonical(key, value_) := value_ if _rows[key][1] == "value"

_canonical(key, value_) := json.marshal(values.bool(value_)) if _rows[key][1] == "bool"

_acceptable(key, _) if _rows[key][1] == "value"

_acceptable(_, value_) if values.bool(value_) in {true, false}

_from_environment(environment) := object.union_n([{key: setting} |
	some key, row in flag_table
	some variable in row.env
	entry := environment[variable]
	_acceptable(key, entry.value)
	setting := {
		"value": _canonical(key, entry.value),
		"path": entry.path,
		"given": false,
		"name": row.long,
		"spelled": variable,
	}
])

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
	key := _long[substring(text, 2, equals - 2)]
} else := _whole(text, _long[substring(text, 2, -1)]) if {
	_long[substring(text, 2, -1)]
} else := {"form": "log", "text": text} if {
	startswith(text, "--log")
} else := {"form": "unknown", "text": text}

_whole(text, key) := {"form": "bare", "text": text, "key": key} if _rows[key][1] == "value"

_whole(text, key) := {"form": "bools", "text": text, "keys": [key]} if _rows[key][1] == "bool"

# A bundle: boolean letters, then at most one letter that takes what follows (or the next token) as its value. A single
# "=" behind a letter belongs to the value only if something follows it.
_short_shape(text) := {"form": "bools", "text": text, "keys": _letters(bundle.bools)} if {
	bundle := _bundle(text)
	bundle.rest == ""
} else := {"form": "inline", "text": text, "lead": lead, "key": key, "value": substring(bundle.rest, 1, -1)} if {
	bundle := _bundle(text)
	startswith(bundle.rest, "=")
	count(bundle.rest) > 1
	letters := _letters(bundle.bools)
	last := count(letters) - 1
	key := letters[last]
	lead := array.slice(letters, 0, last)
} else := {"form": "bare", "text": text, "lead": _letters(bundle.bools), "key": bundle.key} if {
	bundle := _bundle(text)
	count(bundle.rest) == 1
	_rows[bundle.key]
} else := {"form": "inline", "text": text, "lead": _letters(bundle.bools), "key": bundle.key, "value": value_} if {
	bundle := _bundle(text)
	_rows[bundle.key]
	value_ := _short_value(substring(bundle.rest, 1, -1))
} else := {"form": "unknown", "text": text}

_bundle(text) := {"bools": found[1], "rest": found[2], "key": sprintf("-%s", [substring(found[2], 0, 1)])} if {
	found := regex.find_all_string_submatch_n(`(?s)^-([nf]*)(.*)$`, text, 1)[0]
}

_letters(bools) := [sprintf("-%s", [letter]) | some letter in split(bools, "")]

_short_value(rest) := substring(rest, 1, -1) if {
	startswith(rest, "=")
	count(rest) > 1
} else := rest
