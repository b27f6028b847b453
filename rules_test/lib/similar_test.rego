package meshlint.lib.similar_test

import data.meshlint.lib.similar

test_one_typo[name] if {
	some name, pair in {
		"missing": ["istio", "isto"],
		"added": ["istio", "istioo"],
		"replaced": ["istio", "iskio"],
		"swapped": ["istio", "isito"],
		"swapped at the start": ["istio", "sitio"],
		"first missing": ["istio", "stio"],
		"one letter": ["a", "b"],
		"from nothing": ["", "a"],
	}
	similar.one_typo(pair[0], pair[1])
	similar.one_typo(pair[1], pair[0])
}

test_more_than_one_typo[name] if {
	some name, pair in {
		"same": ["istio", "istio"],
		"two missing": ["istio", "iso"],
		"two replaced": ["istio", "ixxio"],
		"far swap": ["istio", "tsiio"],
		"apart": ["istio", "xstix"],
		"swapped and added": ["istio", "isitoo"],
	}
	not similar.one_typo(pair[0], pair[1])
}

test_closest[name] if {
	some name, case in {
		"capitals": {"text": "PROXYCPU", "names": {"proxyCPU", "proxyMemory"}, "want": "proxyCPU"},
		"piece missing": {
			"text": "proxyMemLimit",
			"names": {"proxyCPULimit", "proxyMemoryLimit"},
			"want": "proxyMemoryLimit",
		},
		"two slips": {"text": "exludeOutboundPort", "names": {"excludeOutboundPorts", "x"}, "want": "excludeOutboundPorts"},
		"short": {"text": "rew", "names": {"rev", "other"}, "want": "rev"},
		"first of equals": {"text": "colour", "names": {"dolour", "bolour"}, "want": "bolour"},
		"nearer of two": {"text": "inject", "names": {"injected", "injects"}, "want": "injects"},
	}
	similar.closest(case.text, case.names) == case.want
}

test_nothing_close[name] if {
	some name, case in {
		"far": {"text": "gizmo", "names": {"proxyCPU", "inject"}},
		"two letters": {"text": "ab", "names": {"ac"}},
		"nothing to choose from": {"text": "ab", "names": set()},
		"empty": {"text": "", "names": {"inject"}},
		"single letters": {"text": "a", "names": {"b"}},
	}
	not similar.closest(case.text, case.names)
}
