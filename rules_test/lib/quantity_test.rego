package meshlint.lib.quantity_test

import data.meshlint.lib.quantity

test_value[name] if {
	some name, case in {
		"whole": {"text": "3", "nano": 3000000000},
		"milli": {"text": "3000m", "nano": 3000000000},
		"cut off without rest": {"text": "1000000000000e-12", "nano": 1000000000},
		"micro": {"text": "5u", "nano": 5000},
		"nano": {"text": "7n", "nano": 7},
		"fraction": {"text": "0.5", "nano": 500000000},
		"fraction without whole part": {"text": ".5", "nano": 500000000},
		"point without fraction": {"text": "1.", "nano": 1000000000},
		"mebi": {"text": "1024Mi", "nano": 1073741824000000000},
		"gibi": {"text": "1Gi", "nano": 1073741824000000000},
		"fraction of a binary unit": {"text": "1.5Ki", "nano": 1536000000000},
		"decimal kilo": {"text": "2k", "nano": 2000000000000},
		"exa, not an exponent": {"text": "1E", "nano": 1000000000000000000000000000},
		"exponent": {"text": "1e3", "nano": 1000000000000},
		"capital exponent": {"text": "1E3", "nano": 1000000000000},
		"negative exponent": {"text": "1500e-3", "nano": 1500000000},
		"signed exponent": {"text": "1e+1", "nano": 10000000000},
		"negative": {"text": "-1", "nano": -1000000000},
		"plus": {"text": "+1", "nano": 1000000000},
		"leading zeros": {"text": "007", "nano": 7000000000},
		"rounded up": {"text": "0.1n", "nano": 1},
		"exact beyond the nano": {"text": "1.2345678901", "nano": 1234567891},
		"no digits": {"text": "Mi", "nano": 0},
	}
	quantity.value(case.text) == case.nano
}

test_invalid[name] if {
	some name, text in {
		"empty": "",
		"word": "abc",
		"space inside": "1 Gi",
		"space behind": "1Gi ",
		"line break of a block scalar": "100m\n",
		"tab": "\t1",
		"bare exponent": "1e",
		"unit in the wrong case": "1gi",
		"bytes": "1GB",
		"two points": "1.2.3",
		"unit and digits": "1m5",
		"two signs": "--1",
		"Pi without digits": "Pi",
		"not text": 5,
	}
	not quantity.valid(text)
}

test_compare if {
	quantity.same("1024Mi", "1Gi")
	quantity.smaller("128Mi", "1Gi")
	quantity.smaller("64Gi", "68719476736.000000001")
	quantity.negative("-1m")
}

test_no_comparison[name] if {
	some name, pair in {
		"equal is not smaller": ["1", "1000m"],
		"invalid left": ["x", "1"],
		"invalid right": ["1", "x"],
	}
	not quantity.smaller(pair[0], pair[1])
}

test_different_values_are_not_the_same if not quantity.same("1G", "1Gi")

test_zero_is_not_negative if not quantity.negative("-0")
