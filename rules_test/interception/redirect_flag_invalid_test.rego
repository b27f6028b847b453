package meshlint.rules.interception.redirect_flag_invalid_test

import data.meshlint.rules.interception.redirect_flag_invalid as rule
import data.meshlint.testlib

_args(args) := testlib.injected({"init_args": array.concat(["istio-iptables", "-p", "15001"], args)})

test_fires[name] if {
	some name, case in {
		"value missing": {"args": ["-b", "*", "-d"], "at": 5, "text": "-d"},
		"flag swallowed": {"args": ["-x", "-b", "*"], "at": 3, "text": "-x"},
		"unknown flag": {"args": ["--nonsense"], "at": 3, "text": "--nonsense"},
		"port too large": {"args": ["-z", "70000"], "at": 4, "text": "-z \"70000\" is no port"},
		"port zero": {"args": ["-z", "0"], "at": 4, "text": "is no port"},
		"port of letters": {"args": ["-z", "http"], "at": 4, "text": "is no port"},
		"tunnel port": {"args": ["-e", "x"], "at": 4, "text": "is no port"},
		"same port": {"args": ["-z", "15001"], "at": 4, "text": "both sent to port 15001"},
		"item of -d": {"args": ["-d", "15090,x"], "at": 4, "text": "has \"x\" in it"},
		"item of -b": {"args": ["-b", "*,80"], "at": 4, "text": "has \"*\" in it"},
		"item of -o": {"args": ["-o", "80,99999"], "at": 4, "text": "has \"99999\" in it"},
		"item of -q": {"args": ["-q", "-"], "at": 4, "text": "has \"-\" in it"},
		"mode": {"args": ["-m", "redirect"], "at": 4, "text": "is no interception mode"},
		"wildcard of -x": {"args": ["-x", "*"], "at": 4, "text": "excludes everything"},
		"range of -x": {"args": ["-x", "10.0.0.1"], "at": 4, "text": "has \"10.0.0.1\" in it"},
		"range of -i": {"args": ["-i", "10.0.0.0/8,y"], "at": 4, "text": "has \"y\" in it"},
		"range behind a blank": {"args": ["-i", "10.0.0.0/8, 10.1.0.0/16"], "at": 4, "text": "has \" 10.1.0.0/16\" in it"},
		"wildcard of -x in blanks": {"args": ["-x", " * "], "at": 4, "text": "is no range"},
	}
	found := rule.report with input as _args(case.args)
	{f.path | some f in found} == {["spec", "template", "spec", "initContainers", 0, "args", case.at]}
	count(found) == 1
	some f in found
	contains(f.message, case.text)
}

test_blames_the_port_out_of_place[name] if {
	some name, case in {
		"-z": {"ports": ["15001", "15001"], "at": 4, "related": 2},
		"-p": {"ports": ["15006", "15006"], "at": 2, "related": 4},
		"both": {"ports": ["15009", "15009"], "at": 4, "related": 2},
		"spelled otherwise": {"ports": ["15001", " 15001"], "at": 4, "related": 2},
	}
	args := ["istio-iptables", "-p", case.ports[0], "-z", case.ports[1]]
	found := rule.report with input as testlib.injected({"init_args": args})
	testlib.fires_at(found, sprintf("/spec/template/spec/initContainers/0/args/%d", [case.at]))
	some f in found
	testlib.pointer(f.related[0].path) == sprintf("/spec/template/spec/initContainers/0/args/%d", [case.related])
}

test_silent[name] if {
	some name, obj in {
		"as the injector writes it": testlib.injected({}),
		"native": testlib.native({}),
		"CNI": testlib.cni({}),
		"empty values": _args(["-x", "", "-b", "", "-d", "", "-i", "", "-m", ""]),
		"empty items and blanks": _args(["-b", "80,", "-d", "15090, 15021"]),
		"wildcards": _args(["-i", "*", "-b", "*"]),
		"both ranges": _args(["-i", "10.0.0.0/8", "-x", "10.1.0.0/16,fd00::/8"]),
		"TPROXY": _args(["-m", "TPROXY"]),
		"unknown flag of another program": testlib.injected({"init_args": ["-p", "15001", "--other"]}),
		"environment": testlib.injected({
			"init_args": ["istio-iptables", "-p", "15001"],
			"init": {"env": [{"name": "ISTIO_LOCAL_EXCLUDE_PORTS", "value": "x"}]},
		}),
		"ports of two spellings": _args(["-z", "15006", "-z", "15007"]),
	}
	found := rule.report with input as obj
	testlib.silent(found)
}
