package meshlint.lib.redirect_test

import data.meshlint.lib.redirect
import data.meshlint.testlib

_parsed(arguments) := redirect.parse([{"text": text, "path": [index]} | some index, text in arguments], {})

_flags(arguments) := {key: flag.value | some key, flag in _parsed(arguments).flags}

_problems(arguments) := [[problem.kind, problem.path[0]] | some problem in _parsed(arguments).problems]

test_spellings[name] if {
	some name, arguments in {
		"two items": ["-d", "15090"],
		"equals sign": ["-d=15090"],
		"joined": ["-d15090"],
		"long, two items": ["--istio-local-exclude-ports", "15090"],
		"long, equals sign": ["--istio-local-exclude-ports=15090"],
		"last of several": ["-d", "1", "--istio-local-exclude-ports=2", "-d15090"],
		"after positionals": ["istio-iptables", "x", "-d", "15090", "y"],
		"before the end of flags": ["-d", "15090", "--", "-d", "1"],
	}
	_flags(arguments) == {"-d": "15090"}
	_problems(arguments) == []
}

test_values[name] if {
	some name, case in {
		"empty value": {"arguments": ["-x", "", "-b", "*"], "flags": {"-x": "", "-b": "*"}},
		"empty value after equals sign": {"arguments": ["--istio-service-exclude-cidr="], "flags": {"-x": ""}},
		"lone equals sign belongs to the value": {"arguments": ["-d="], "flags": {"-d": "="}},
		"only one equals sign is cut": {"arguments": ["-d==1"], "flags": {"-d": "=1"}},
		"a flag as value": {"arguments": ["-x", "-b", "*"], "flags": {"-x": "-b"}},
		"a run of flags": {"arguments": ["-x", "-b", "-d", "-u", "-i"], "flags": {"-x": "-b", "-d": "-u"}},
		"end of flags as value": {"arguments": ["-x", "--", "-b", "*"], "flags": {"-x": "--", "-b": "*"}},
		"boolean": {"arguments": ["--skip-rule-apply"], "flags": {"--skip-rule-apply": "true"}},
		"boolean with value": {"arguments": ["--skip-rule-apply=0"], "flags": {"--skip-rule-apply": "false"}},
		"boolean takes no further item": {"arguments": ["-n", "false"], "flags": {"-n": "true"}},
		"bundle": {"arguments": ["-nd", "1"], "flags": {"-n": "true", "-d": "1"}},
		"bundle with value": {"arguments": ["-nu5"], "flags": {"-n": "true", "-u": "5"}},
		"bundle of booleans with value": {"arguments": ["-fn=false"], "flags": {"-f": "true", "-n": "false"}},
		"dash alone is positional": {"arguments": ["-", "-d", "-"], "flags": {"-d": "-"}},
		"logging": {"arguments": ["--log_output_level", "-d", "--log_as_json"], "flags": {
			"--log_output_level": "-d",
			"--log_as_json": "true",
		}},
		"nothing": {"arguments": [], "flags": {}},
	}
	_flags(case.arguments) == case.flags
}

test_problems[name] if {
	some name, case in {
		"none": {"arguments": ["istio-iptables", "-x", "", "-b", "*"], "problems": []},
		"missing value": {"arguments": ["-b", "*", "-d"], "problems": [["missing-value", 2]]},
		"missing value of a bundle": {"arguments": ["-nd"], "problems": [["missing-value", 0]]},
		"swallowed": {"arguments": ["-x", "-b", "*"], "problems": [["swallowed", 0]]},
		"swallowed long flag": {"arguments": ["--proxy-uid", "--dry-run"], "problems": [["swallowed", 0]]},
		"unknown": {"arguments": ["--bogus", "-y"], "problems": [["unknown", 0], ["unknown", 1]]},
		"unknown in a bundle": {"arguments": ["-ny"], "problems": [["unknown", 0]]},
		"unknown logging flag": {"arguments": ["--log_new=x"], "problems": []},
		"syntax": {"arguments": ["---x", "--=x"], "problems": [["syntax", 0], ["syntax", 1]]},
		"no boolean": {"arguments": ["--dry-run=maybe", "-n=no"], "problems": [["not-boolean", 0], ["not-boolean", 1]]},
		"behind the end of flags": {"arguments": ["--", "--bogus", "-d"], "problems": []},
		"negative number as value": {"arguments": ["-u", "-1"], "problems": []},
	}
	_problems(case.arguments) == case.problems
}

test_swallowed_tells_both_places if {
	problem := _parsed(["-x", "-b"]).problems[0]
	problem.path == [0]
	problem.value_path == [1]
	problem.value == "-b"
}

test_many_arguments_are_read_in_time if {
	arguments := ["-d" | some _ in numbers.range(1, 4000)]
	count(_parsed(arguments).problems) == 2000
}

_environment(name, value) := {name: {"value": value, "path": ["env"]}}

test_environment[name] if {
	some name, case in {
		"uid": {"variable": "PROXY_UID", "value": "5", "flags": {"-u": "5"}},
		"ports": {"variable": "ISTIO_INBOUND_PORTS", "value": "80", "flags": {"-b": "80"}},
		"the port of Envoy has none": {"variable": "ENVOY_PORT", "value": "1", "flags": {}},
		"another name": {"variable": "ISTIO_DUAL_STACK", "value": "T", "flags": {"--dual-stack": "true"}},
		"boolean refused": {"variable": "SKIP_RULE_APPLY", "value": "maybe", "flags": {}},
	}
	flags := redirect.parse([], _environment(case.variable, case.value)).flags
	{key: flag.value | some key, flag in flags} == case.flags
	every flag in flags { flag.given == false }
}

test_argument_beats_environment if {
	flags := redirect.parse([{"text": "-u5", "path": ["args"]}], _environment("PROXY_UID", "6")).flags
	flags["-u"].value == "5"
	flags["-u"].given == true
}

test_key_of if {
	redirect.key_of("--proxy-uid") == "-u"
	redirect.key_of("-u") == "-u"
	redirect.key_of("--force-apply") == "--force-apply"
	not redirect.key_of("--bogus")
	redirect.known_token("-u5")
	not redirect.known_token("u")
	not redirect.known_token("-1")
}

test_default_injection if {
	object_ := testlib.injected({})
	redirect.parsable with input as object_
	redirect.sets_rules with input as object_
	redirect.uid_numbers == {1337} with input as object_
	redirect.gid_numbers == {1337} with input as object_
	redirect.mode == "REDIRECT" with input as object_
	redirect.inbound_wildcard with input as object_
	redirect.exclude_inbound == {"15090", "15021", "15020"} with input as object_
	redirect.value("--inbound-capture-port") == "15006" with input as object_
	redirect.value("-e") == "15008" with input as object_
	redirect.problems == [] with input as object_
	redirect.path("-d") == ["spec", "template", "spec", "initContainers", 0, "args", 16] with input as object_
	redirect.path("-o") == ["spec", "template", "spec", "initContainers", 0, "args"] with input as object_
}

test_old_forms[name] if {
	some name, init in {
		"1.0 to 1.3": {"args": ["-p", 15001, "-u", 1337, "-m", "REDIRECT", "-i", "*", "-x", "", "-b", "80,", "-d", ""]},
		"1.4 and 1.5": {"args": null, "command": ["istio-iptables", "-u", "1337", "-b", "80", "-i", "*"]},
	}
	object_ := testlib.injected({"init": init})
	redirect.sets_rules with input as object_
	redirect.uids == {"1337"} with input as object_
	redirect.include_inbound == {"80"} with input as object_
	not redirect.inbound_wildcard with input as object_
}

test_command_is_the_place_of_old_forms if {
	object_ := testlib.injected({"init": {"args": null, "command": ["istio-iptables", "-u", "1337"]}})
	redirect.path("-d") == ["spec", "template", "spec", "initContainers", 0, "command"] with input as object_
	redirect.path("-u") == ["spec", "template", "spec", "initContainers", 0, "command", 2] with input as object_
}

test_ids[name] if {
	some name, case in {
		"list": {"arguments": ["-u", "1,2"], "env": [], "uids": {1, 2}, "gids": {1, 2}},
		"own groups": {"arguments": ["-u", "1", "-g", "5"], "env": [], "uids": {1}, "gids": {5}},
		"none": {"arguments": ["-b", "*"], "env": [], "uids": {1337}, "gids": {1337}},
		"empty": {"arguments": ["-u", ""], "env": [], "uids": {1337}, "gids": {1337}},
		"environment": {
			"arguments": ["-b", "*"],
			"env": [{"name": "PROXY_UID", "value": "7"}, {"name": "PROXY_GID", "value": "8"}],
			"uids": {7},
			"gids": {8},
		},
		"no number": {"arguments": ["-u", "istio"], "env": [], "uids": set(), "gids": set()},
	}
	object_ := testlib.injected({"init_args": case.arguments, "init": {"env": case.env}})
	redirect.uid_numbers == case.uids with input as object_
	redirect.gid_numbers == case.gids with input as object_
}

test_environment_is_the_place if {
	object_ := testlib.injected({"init_args": ["-b", "*"], "init": {"env": [{"name": "PROXY_UID", "value": "7"}]}})
	redirect.path("-u") == ["spec", "template", "spec", "initContainers", 0, "env", 0, "value"] with input as object_
}

test_captured[name] if {
	some name, case in {
		"wildcard": {"arguments": ["-b", "*", "-d", "15020, 15021"], "port": 15090},
		"wildcard, text": {"arguments": ["-b", "*"], "port": "80"},
		"listed": {"arguments": ["-b", "80, 15020", "-d", "15020"], "port": 15020},
	}
	redirect.captured(case.port) with input as testlib.injected({"init_args": case.arguments})
}

test_not_captured[name] if {
	some name, case in {
		"excluded": {"arguments": ["-b", "*", "-d", "15020, 15021"], "port": 15021},
		"excluded by the last flag": {"arguments": ["-b", "*", "-d", "1", "-d15021"], "port": 15021},
		"not listed": {"arguments": ["-b", "80"], "port": 15020},
		"nothing listed": {"arguments": ["-b", ""], "port": 80},
		"no flag": {"arguments": ["-u", "1337"], "port": 80},
		"tunnel": {"arguments": ["-b", "*"], "port": 15008},
		"own tunnel port": {"arguments": ["-b", "*", "-e", "9"], "port": 9},
		"wildcard in a list is none": {"arguments": ["-b", "*,80"], "port": 81},
		"arguments unknown": {"arguments": ["my", "custom", "args"], "port": 80},
	}
	not redirect.captured(case.port) with input as testlib.injected({"init_args": case.arguments})
}

test_capture_path if {
	wildcard := testlib.injected({"init_args": ["-b", "*", "-d", "1"]})
	redirect.capture_path[count(redirect.capture_path) - 1] == 3 with input as wildcard
	list := testlib.injected({"init_args": ["-b", "80", "-d", "1"]})
	redirect.capture_path[count(redirect.capture_path) - 1] == 1 with input as list
}

test_not_parsable[name] if {
	some name, over in {
		"other program": {"init_args": ["my", "custom", "args"]},
		"no arguments": {"init": {"args": null}},
		"unreadable item": {"init_args": ["-u", ["1337"]]},
		"no init container": {"init": null},
		"replaced": {"annotations": {
			"proxy.istio.io/overrides": `{"initContainers":[{"name":"istio-init","args":["-u","5"]}]}`,
		}},
		"overrides unreadable": {"annotations": {"proxy.istio.io/overrides": "{"}},
	}
	object_ := testlib.injected(over)
	not redirect.parsable with input as object_
	not redirect.uids with input as object_
	not redirect.gids with input as object_
	not redirect.mode with input as object_
	not redirect.inbound_ports with input as object_
	not redirect.sets_rules with input as object_
	not redirect.capture_path with input as object_
}

test_an_override_without_arguments_leaves_them if {
	overrides := `{"initContainers":[{"name":"istio-init","resources":{}}]}`
	redirect.parsable with input as testlib.injected({"annotations": {"proxy.istio.io/overrides": overrides}})
}

test_dry[name] if {
	some name, arguments in {
		"skip": ["-u", "1337", "--skip-rule-apply"],
		"dry run": ["-u", "1337", "-n"],
		"cleanup": ["-u", "1337", "--cleanup-only=true"],
	}
	object_ := testlib.injected({"init_args": arguments})
	redirect.dry with input as object_
	not redirect.sets_rules with input as object_
}

test_validation_is_dry if {
	redirect.dry with input as testlib.cni({})
	not redirect.sets_rules with input as testlib.cni({})
	not redirect.dry with input as testlib.injected({})
}

test_unknown_flags_count_where_the_program_is_named if {
	named := testlib.injected({"init_args": ["istio-iptables", "-u", "1337", "--bogus"]})
	count(redirect.problems) == 1 with input as named
	unnamed := testlib.injected({"init_args": ["-u", "1337", "--bogus"]})
	redirect.problems == [] with input as unnamed
	missing := testlib.injected({"init_args": ["-b", "*", "-d"]})
	redirect.problems[0].kind == "missing-value" with input as missing
}

test_mode[name] if {
	some name, case in {
		"given": {"arguments": ["-m", "TPROXY"], "mode": "TPROXY"},
		"empty": {"arguments": ["-u", "1", "-m", ""], "mode": "REDIRECT"},
		"absent": {"arguments": ["-u", "1"], "mode": "REDIRECT"},
		"other": {"arguments": ["-m", "tproxy"], "mode": "tproxy"},
	}
	redirect.mode == case.mode with input as testlib.injected({"init_args": case.arguments})
}
