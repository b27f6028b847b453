# METADATA
# title: Likeness of short texts
# description: Used to say which name was meant; never to decide that a name is wrong, but for one_typo on domains.
package meshlint.lib.similar

# METADATA
# title: The texts differ by one slip
# description: One character missing, added or replaced, or two neighbours swapped.
one_typo(a, b) if {
	a != b
	abs(count(a) - count(b)) <= 1
	_slip(a, b)
}

_slip(a, b) if _block(a, b) == 1

_slip(a, b) if {
	count(a) == count(b)
	_block(a, b) == 2
	start := _common_prefix(a, b)
	substring(a, start, 2) == strings.reverse(substring(b, start, 2))
}

# METADATA
# title: The one of a set of names that is most like a text
# description: >-
#   Capitals do not count. Undefined where none is much like it. Of several that are equally like it, the first in the
#   order of the alphabet.
closest(text, names) := min({[1 - likeness, candidate] |
	some candidate in names
	likeness := _likeness(lower(text), lower(candidate))
	_near(lower(text), lower(candidate), likeness)
})[1]

_near(_, _, likeness) if likeness >= 0.75

# Short names: one slip out of three letters is still the same name.
_near(a, b, _) if {
	min([count(a), count(b)]) >= 3
	one_typo(a, b)
}

# The higher of two measures: what is left outside of the one block that differs, which suits a missing or foreign
# piece, and the share of common pairs of letters, which suits several small slips.
_likeness(a, b) := max([
	1 - (_block(a, b) / max([count(a), count(b)])),
	_common_pairs(_pairs(a), _pairs(b)),
])

_common_pairs(a, b) := (2 * count(a & b)) / (count(a) + count(b)) if count(a) + count(b) > 0

_common_pairs(a, b) := 0 if count(a) + count(b) == 0

_pairs(text) := {substring(text, i, 2) | some i in numbers.range(0, count(text) - 2)} if {
	count(text) >= 2
} else := set()

# Length of the longer of the two pieces between what the texts have in common at the start and at the end: not less
# than the number of edits that turn one into the other, and equal to it where that is 0 or 1.
_block(a, b) := max([count(a), count(b)]) - (start + end) if {
	start := _common_prefix(a, b)
	rest := min([count(a), count(b)]) - start
	end := min([rest, _common_prefix(strings.reverse(a), strings.reverse(b))])
}

_common_prefix(a, b) := max([n |
	some n in numbers.range(0, min([count(a), count(b)]))
	substring(a, 0, n) == substring(b, 0, n)
])
