package regexps

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This file owns the classes of the flag v: nested classes, intersection, difference, and strings.

// An operand is the content of a class of the flag v.
type operand struct {
	set     set
	strings []string // strings that are longer or shorter than one character
	isRange bool     // a range, which cannot be an operand of && and --
}

// writeClass writes an operand, longest string first.
func (t *translation) writeClass(o operand) {
	if len(o.strings) == 0 {
		o.set.write(&t.out)
		return
	}
	slices.SortStableFunc(o.strings, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
	var alternatives []string
	for _, s := range slices.Compact(o.strings) {
		var b strings.Builder
		for _, r := range s {
			writeRune(&b, r)
		}
		if s == "" && len(o.set) > 0 {
			continue
		}
		alternatives = append(alternatives, b.String())
	}
	if len(o.set) > 0 {
		var b strings.Builder
		o.set.write(&b)
		alternatives = append(alternatives, b.String())
		if slices.Contains(o.strings, "") {
			alternatives = append(alternatives, "")
		}
	}
	t.out.WriteString("(?:" + strings.Join(alternatives, "|") + ")")
}

// classOfSets parses a class from its bracket on.
func (t *translation) classOfSets() operand {
	t.accept("[")
	negated := t.accept("^")
	all := t.members()
	if !t.accept("]") {
		t.fail("Unterminated character class")
	}
	if negated {
		if len(all.strings) > 0 {
			t.fail("Negated character class may contain strings")
		}
		all.set = all.set.complement()
	}
	return all
}

// members parses the contents of a class: a union, or operands with one kind of operation.
func (t *translation) members() operand {
	var all operand
	for first := true; t.rest != "" && t.rest[0] != ']'; first = false {
		if strings.HasPrefix(t.rest, "&&") || strings.HasPrefix(t.rest, "--") {
			if first {
				t.fail("Invalid character in character class")
			}
			return t.operations(all)
		}
		next := t.operand(true)
		if (!first || next.isRange) && (strings.HasPrefix(t.rest, "&&") || strings.HasPrefix(t.rest, "--")) {
			t.fail("Invalid set operation in character class")
		}
		all.set = all.set.union(next.set)
		all.strings = append(all.strings, next.strings...)
	}
	return all
}

// operations parses the rest of a class that consists of && or of -- operations.
func (t *translation) operations(all operand) operand {
	operator := t.rest[:2]
	for t.accept(operator) {
		if t.rest == "" || t.rest[0] == ']' || t.rest[0] == '&' {
			t.fail("Invalid character in character class")
			break
		}
		next := t.operand(false)
		in := operator == "&&"
		if in {
			all.set = all.set.intersect(next.set)
		} else {
			all.set = all.set.without(next.set)
		}
		all.strings = slices.DeleteFunc(all.strings, func(s string) bool { return slices.Contains(next.strings, s) != in })
	}
	if t.rest != "" && t.rest[0] != ']' {
		t.fail("Invalid set operation in character class")
	}
	return all
}

// classes are the class escapes in lower case.
var classes = map[byte]set{
	'd': {{'0', '9'}},
	'w': {{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}},
	's': {
		{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
		{0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
	},
}

// operand parses a class, an escape, a character or, with ranges, a range.
func (t *translation) operand(ranges bool) operand {
	switch {
	case t.rest[0] == '[':
		return t.classOfSets()
	case strings.HasPrefix(t.rest, `\p`), strings.HasPrefix(t.rest, `\P`):
		s, list := t.propertySet()
		return operand{set: s, strings: list}
	case strings.HasPrefix(t.rest, `\q{`):
		return t.stringList()
	}
	if len(t.rest) > 1 && t.rest[0] == '\\' {
		if s, ok := classes[t.rest[1]|0x20]; ok {
			negated := t.rest[1] < 'a'
			t.rest = t.rest[2:]
			if t.fold {
				s = s.folded()
			}
			if negated {
				s = s.complement()
			}
			return operand{set: s}
		}
	}
	lo := t.character()
	hi := lo
	if ranges && strings.HasPrefix(t.rest, "-") && !strings.HasPrefix(t.rest, "--") {
		t.rest = t.rest[1:]
		if hi = t.character(); hi < lo {
			t.fail("Range out of order in character class")
		}
	}
	s := set{{lo, hi}}
	if t.fold {
		s = s.folded()
	}
	return operand{set: s, isRange: hi != lo}
}

// stringList parses \q{abc|d|}.
func (t *translation) stringList() operand {
	t.accept(`\q{`)
	var o operand
	var word []rune
	for t.rest != "" {
		end := t.rest[0] == '}'
		if !end && t.rest[0] != '|' {
			word = append(word, t.character())
			continue
		}
		t.rest = t.rest[1:]
		if len(word) == 1 {
			o.set = o.set.union(set{{word[0], word[0]}})
		} else {
			o.strings = append(o.strings, string(word))
		}
		if word = nil; end {
			if t.fold {
				o.set = o.set.folded()
			}
			return o
		}
	}
	t.fail("Invalid escape")
	return o
}

// In a class of the flag v: characters that need a backslash, and those that must not be doubled.
const (
	syntaxCharacters = `()[]{}/-|`
	doubled          = "&!#$%*+,.:;<=>?@^`~"
	mayBeEscaped     = `^$\.*+?()[]{}|/-&!#%,:;<=>@` + "`~"
)

// controls are the single-letter escapes of control characters.
var controls = map[byte]rune{'t': '\t', 'n': '\n', 'v': '\v', 'f': '\f', 'r': '\r', 'b': '\b', '0': 0}

// character parses one character of a class.
func (t *translation) character() rune {
	if t.rest == "" {
		t.fail("Unterminated character class")
		return 0
	}
	r, size := utf8.DecodeRuneInString(t.rest)
	if r != '\\' {
		if strings.ContainsRune(syntaxCharacters, r) || len(t.rest) > 1 && strings.ContainsRune(doubled, r) && t.rest[1] == t.rest[0] {
			t.fail("Invalid character in character class")
			return 0
		}
		t.rest = t.rest[size:]
		return r
	}
	if len(t.rest) < 2 {
		t.fail("\\ at end of pattern")
		return 0
	}
	letter := t.rest[1]
	t.rest = t.rest[2:]
	if c, ok := controls[letter]; ok {
		return c
	}
	switch {
	case strings.IndexByte(mayBeEscaped, letter) >= 0:
		return rune(letter)
	case letter == 'c' && t.rest != "" && (t.rest[0]|0x20) >= 'a' && (t.rest[0]|0x20) <= 'z':
		c := rune(t.rest[0] & 31)
		t.rest = t.rest[1:]
		return c
	case letter == 'x':
		return t.hex(2)
	case letter == 'u' && t.accept("{"):
		digits, rest, ended := strings.Cut(t.rest, "}")
		value, err := strconv.ParseUint(digits, 16, 32)
		if !ended || err != nil || value > 0x10FFFF {
			t.fail("Invalid Unicode escape")
			return 0
		}
		t.rest = rest
		return rune(value)
	case letter == 'u':
		high := t.hex(4)
		if high >= 0xD800 && high < 0xDC00 && strings.HasPrefix(t.rest, `\u`) && len(t.rest) >= 6 {
			if low, err := strconv.ParseUint(t.rest[2:6], 16, 32); err == nil && low >= 0xDC00 && low < 0xE000 {
				t.rest = t.rest[6:]
				return (high-0xD800)<<10 + rune(low) - 0xDC00 + 0x10000
			}
		}
		return high
	}
	t.fail("Invalid escape")
	return 0
}

// hex parses the given number of hexadecimal digits.
func (t *translation) hex(digits int) rune {
	if len(t.rest) >= digits {
		if value, err := strconv.ParseUint(t.rest[:digits], 16, 32); err == nil {
			t.rest = t.rest[digits:]
			return rune(value)
		}
	}
	t.fail("Invalid escape")
	return 0
}
