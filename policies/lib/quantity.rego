# METADATA
# title: Quantities of Kubernetes
# description: >-
#   Reads and compares quantities as k8s.io/apimachinery/pkg/api/resource does: "3000m" equals "3", "1024Mi" equals
#   "1Gi". Values are whole numbers of nano units, the finest that Kubernetes keeps; finer ones are rounded up.
package meshlint.lib.quantity

# apimachinery accepts a missing integer part and even missing digits ("Mi" is zero, but not "Pi" and "Ei").
_pattern := `^([+-]?)([0-9]*)(?:\.([0-9]*))?(n|u|m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei|[eE][+-]?[0-9]{1,18}|)$`

_scales := {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}

_binary := {
	"Ki": 1024,
	"Mi": 1048576,
	"Gi": 1073741824,
	"Ti": 1099511627776,
	"Pi": 1125899906842624,
	"Ei": 1152921504606846976,
}

# METADATA
# title: The text is a quantity
# description: >-
#   True when apimachinery parses it. Control characters, such as the line break that a block scalar leaves, are
#   refused.
valid(text) if _parts(text)

# METADATA
# title: Value of a quantity in nano units
# description: Whole number; undefined when the text is no quantity.
value(text) := _signed(parts.sign, _magnitude(parts)) if parts := _parts(text)

# METADATA
# title: The first quantity is less than the second
smaller(left, right) if value(left) < value(right)

# METADATA
# title: Both quantities have the same value
same(left, right) if value(left) == value(right)

# METADATA
# title: The quantity is below zero
# description: Istio's validator lets it through, the API server does not.
negative(text) if value(text) < 0

_parts(text) := {"sign": found[1], "whole": found[2], "fraction": found[3], "suffix": found[4]} if {
	is_string(text)
	text != ""
	count(text) <= 128
	not regex.match(`[\p{Cc}]`, text)
	found := regex.find_all_string_submatch_n(_pattern, text, 1)[0]
	not regex.match(`^[+-]?\.?[PE]i$`, text)
}

_signed("-", magnitude) := 0 - magnitude

_signed(sign, magnitude) := magnitude if sign != "-"

_magnitude(parts) := _shifted(digits, (9 + _exponent(parts.suffix)) - count(parts.fraction)) if {
	not _binary[parts.suffix]
	digits := concat("", [parts.whole, parts.fraction])
}

_magnitude(parts) := ceil(scaled / _power(count(parts.fraction))) if {
	factor := _binary[parts.suffix]
	digits := concat("", ["0", parts.whole, parts.fraction])
	scaled := (_number(digits) * factor) * 1000000000
}

_exponent(suffix) := _scales[suffix]

# Beyond a hundred the value only has to stay larger (or smaller) than anything real.
_exponent(suffix) := min([100, max([-100, to_number(trim_prefix(substring(suffix, 1, -1), "+"))])]) if {
	regex.match(`^[eE][+-]?[0-9]`, suffix)
}

# digits times ten to the power of places, rounded up.
_shifted(digits, places) := _number(concat("", [digits, _zeros(places)])) if places >= 0

_shifted(digits, places) := _number(kept) + _rest(cut) if {
	places < 0
	padded := concat("", [_zeros(0 - places), digits])
	kept := substring(padded, 0, count(padded) + places)
	cut := substring(padded, count(padded) + places, -1)
}

_rest(cut) := 1 if regex.match(`[1-9]`, cut)

_rest(cut) := 0 if not regex.match(`[1-9]`, cut)

_number(digits) := to_number(trimmed) if {
	trimmed := trim_left(digits, "0")
	trimmed != ""
}

_number(digits) := 0 if trim_left(digits, "0") == ""

_power(places) := to_number(concat("", ["1", _zeros(places)]))

_zeros(n) := concat("", ["0" | some _ in numbers.range(1, n)]) if n > 0

_zeros(n) := "" if n <= 0
