package meshlint.lib.values_test

import data.meshlint.lib.values

_bools_true := {"1", "t", "T", "TRUE", "true", "True"}

_bools_false := {"0", "f", "F", "FALSE", "false", "False"}

test_bool_true[text] if {
	some text in _bools_true
	values.bool(text) == true
}

test_bool_false[text] if {
	some text in _bools_false
	values.bool(text) == false
}

test_bool_refused[text] if {
	some text in {"yes", "no", "", "on", "tRUE", " true"}
	values.bool_refusal(text)
}

_mode := "sidecar.istio.io/interceptionMode"

_status := "status.sidecar.istio.io/port"

_delay := "readiness.status.sidecar.istio.io/initialDelaySeconds"

_include_ranges := "traffic.sidecar.istio.io/includeOutboundIPRanges"

_exclude_ranges := "traffic.sidecar.istio.io/excludeOutboundIPRanges"

_include_ports := "traffic.sidecar.istio.io/includeInboundPorts"

_exclude_ports := "traffic.sidecar.istio.io/excludeInboundPorts"

_interfaces := "traffic.sidecar.istio.io/excludeInterfaces"

_cases_accepted := {
	"mode REDIRECT": [_mode, "REDIRECT"],
	"mode TPROXY": [_mode, "TPROXY"],
	"mode NONE": [_mode, "NONE"],
	"status port": [_status, "15020"],
	"status port zero": [_status, "0"],
	"status port with spaces": [_status, " 15021 "],
	"delay": [_delay, "4294967295"],
	"delay with leading zeros": [_delay, "007"],
	"include ranges wildcard": [_include_ranges, "*"],
	"include ranges list": [_include_ranges, "10.0.0.0/8,192.168.0.0/16"],
	"include ranges empty": [_include_ranges, ""],
	"exclude ranges IPv6": [_exclude_ranges, "fd00::/8"],
	"range with host bits": [_exclude_ranges, "10.1.2.3/8"],
	"include ports wildcard": [_include_ports, "*"],
	"include ports list": [_include_ports, "80, 443"],
	"include ports empty": [_include_ports, ""],
	"exclude ports spaces only": [_exclude_ports, "  "],
	"exclude ports": [_exclude_ports, "8080 ,9090"],
	"interfaces": [_interfaces, "eth0, net1.5"],
	"interfaces empty": [_interfaces, ""],
	"merge": ["prometheus.istio.io/merge-metrics", "False"],
	"quantity negative": ["sidecar.istio.io/proxyCPU", "-1"],
	"not validated": ["traffic.sidecar.istio.io/includeOutboundPorts", "80,x"],
	"unknown key": ["example.com/port", "x"],
}

test_accepted[name] if {
	some name, [key, text] in _cases_accepted
	not values.refusal(key, text)
}

test_refused[name] if {
	some name, case in {
		"mode in lower case": {"key": _mode, "text": "redirect", "part": "REDIRECT, TPROXY, NONE"},
		"mode empty": {"key": _mode, "text": "", "part": `""`},
		"status port empty": {"key": _status, "text": "", "part": "port number"},
		"status port large": {"key": _status, "text": "70000", "part": `"70000"`},
		"status port list": {"key": _status, "text": "1,2", "part": `"1,2"`},
		"delay negative": {"key": _delay, "text": "-1", "part": "whole number"},
		"delay with space": {"key": _delay, "text": " 1", "part": "whole number"},
		"delay too large": {"key": _delay, "text": "4294967296", "part": "whole number"},
		"ranges with spaces": {"key": _include_ranges, "text": "10.0.0.0/8, 1.0.0.0/8", "part": `" 1.0.0.0/8"`},
		"bare address": {"key": _include_ranges, "text": "10.0.0.1", "part": "IP range"},
		"exclude wildcard": {"key": _exclude_ranges, "text": "*", "part": `"*"`},
		"length too large": {"key": _exclude_ranges, "text": "10.0.0.0/33", "part": "IP range"},
		"octet too large": {"key": _exclude_ranges, "text": "10.0.256.0/8", "part": "IP range"},
		"octet with leading zero": {"key": _exclude_ranges, "text": "10.01.0.0/8", "part": "IP range"},
		"trailing comma of ranges": {"key": _exclude_ranges, "text": "10.0.0.0/8,", "part": `""`},
		"wildcard and port": {"key": _include_ports, "text": "*,80", "part": `"*"`},
		"wildcard with spaces": {"key": _include_ports, "text": " * ", "part": `"*"`},
		"comma only": {"key": _include_ports, "text": ",", "part": `""`},
		"trailing comma": {"key": _exclude_ports, "text": "80,", "part": `""`},
		"port with sign": {"key": _exclude_ports, "text": "+80", "part": `"+80"`},
		"port with point": {"key": _exclude_ports, "text": "1.5", "part": `"1.5"`},
		"port too large": {"key": _exclude_ports, "text": "80,65536", "part": `"65536"`},
		"interface wildcard": {"key": _interfaces, "text": "*", "part": "interface"},
		"interface with digit first": {"key": _interfaces, "text": "eth0,9x", "part": `"9x"`},
		"interface of 16 characters": {"key": _interfaces, "text": "abcdefghijklmnop", "part": "interface"},
		"merge": {"key": "prometheus.istio.io/merge-metrics", "text": "no", "part": "true nor false"},
		"quantity": {"key": "sidecar.istio.io/proxyMemory", "text": "128Mi\n", "part": "quantity"},
	}
	contains(values.refusal(case.key, case.text), case.part)
}

test_has_validator if {
	values.has_validator(_mode)
	not values.has_validator("sidecar.istio.io/logLevel")
}

test_port[name] if {
	some name, case in {
		"zero": {"text": "0", "number": 0},
		"largest": {"text": "65535", "number": 65535},
		"trimmed": {"text": " 80\n", "number": 80},
		"leading zeros": {"text": "00000000000000000000000080", "number": 80},
	}
	values.port(case.text) == case.number
}

test_no_port[text] if {
	some text in {"", "65536", "-1", "http", "0x50", "99999999999999999999999"}
	not values.port(text)
}

test_everything if {
	values.everything("0.0.0.0/0")
	values.everything("::/0")
	not values.everything("0.0.0.0/1")
	not values.everything("x/0")
}

test_cidr_ipv6[name] if {
	some name, case in {
		"plain": {"text": "2001:db8::/32", "valid": true},
		"mapped": {"text": "::ffff:1.2.3.4/96", "valid": true},
		"zone": {"text": "fe80::1%eth0/64", "valid": false},
		"too long": {"text": "2001:db8::/129", "valid": false},
		"leading zero": {"text": "2001:db8::/032", "valid": false},
	}
	_is_cidr(case.text) == case.valid
}

default _is_cidr(_) := false

_is_cidr(text) if values.cidr(text)

test_lists if {
	values.split("80,, 90") == ["80", " 90"]
	values.items("80,, 90 ") == {"80", "90"}
	values.split("") == []
}

test_duration[name] if {
	some name, case in {
		"seconds": {"text": "45s", "ns": 45000000000},
		"fraction": {"text": "1.5s", "ns": 1500000000},
		"negative": {"text": "-2s", "ns": -2000000000},
		"finest": {"text": "0.000000001s", "ns": 1},
	}
	values.duration(case.text) == case.ns
}

test_no_duration[text] if {
	some text in {"45", "1m", "1m30s", "", "s", "45 s", "1.5", "1.0000000001s"}
	not values.duration(text)
}

test_go_duration[name] if {
	some name, case in {
		"minutes": {"text": "1m30s", "ns": 90000000000},
		"milliseconds": {"text": "100ms", "ns": 100000000},
		"hours": {"text": "1.5h", "ns": 5400000000000},
	}
	values.go_duration(case.text) == case.ns
}

test_no_go_duration[text] if {
	some text in {"", "45", "1 m", "1d"}
	not values.go_duration(text)
}
