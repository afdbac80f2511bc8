package regexps

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// This file corrects patterns without the flag u that contain several surrogates.
//
// The engine's backtracking matcher stores each class and each text of a pattern once in a table.
// The key is a string in which all surrogates are U+FFFD. So for [\ud800-\udbff][\udc00-\udfff]
// both classes become the first one, and the pattern never matches a pair. The correction turns
// each lone surrogate into a class. It adds to each class a unique marker character and then
// excludes it: (?:(?!M)[...M]), or (?:[^...M]|M) for a negated class.

// namesSurrogates reports whether a text may contain surrogates: as an escape, or as a character
// beyond U+FFFF, which is two surrogates.
func namesSurrogates(text string) bool {
	for _, after := range Occurrences(text, `\u`) {
		if isSurrogateEscape(after) {
			return true
		}
	}
	return strings.IndexFunc(text, func(r rune) bool { return r > 0xFFFF }) >= 0
}

// isSurrogateEscape reports whether the four digits after \u are a surrogate.
func isSurrogateEscape(digits string) bool {
	return len(digits) >= 4 && digits[0]|0x20 == 'd' && strings.IndexByte("89abcdefABCDEF", digits[1]) >= 0 && isHex(digits[2:4])
}

func isHex(digits string) bool {
	_, err := strconv.ParseUint(digits, 16, 16)
	return err == nil
}

// A piece of a pattern is a class, a run of surrogates, or the text between them.
type piece struct {
	text   string
	class  bool
	units  []uint16 // the code units of a run
	inside []span   // the contents of a class
	// marked means that the piece contains surrogates and can get a marker.
	marked bool
}

// separateSurrogates returns an equivalent pattern without the flag u in which no two classes or
// texts differ only in their surrogates. It returns the same pattern if there are no two.
func separateSurrogates(pattern string) string {
	pieces := piecesOf(pattern)
	markers := map[string]rune{}
	for _, p := range pieces {
		if p.marked {
			markers[p.text] = 0
		}
	}
	if len(markers) < 2 {
		return pattern
	}
	clear(markers)
	next := rune(0xE000) // the first private-use character
	mark := func(text string, inside []span) rune {
		if m, ok := markers[text]; ok {
			return m
		}
		for slices.ContainsFunc(inside, func(s span) bool { return s.lo <= next && next <= s.hi }) {
			next++
		}
		markers[text] = next
		next++
		return next - 1
	}
	var b strings.Builder
	for _, p := range pieces {
		switch {
		case !p.marked:
			b.WriteString(p.text)
		case p.class:
			m := mark(p.text, p.inside)
			list, negated := strings.CutPrefix(p.text[1:], "^")
			if strings.HasPrefix(list, "-") {
				list = `\` + list
			}
			if negated {
				fmt.Fprintf(&b, `(?:[^\u%04x%s|\u%04x)`, m, list, m)
			} else {
				fmt.Fprintf(&b, `(?:(?!\u%04x)[\u%04x%s)`, m, m, list)
			}
		default:
			for _, unit := range p.units {
				text := fmt.Sprintf(`\u%04x`, unit)
				m := mark(text, nil)
				fmt.Fprintf(&b, `(?:(?!\u%04x)[\u%04x%s])`, m, m, text)
			}
		}
	}
	return b.String()
}

// piecesOf splits a pattern into pieces.
func piecesOf(pattern string) []piece {
	var pieces []piece
	var between, run strings.Builder
	var units []uint16
	flush := func() {
		if run.Len() > 0 {
			pieces = append(pieces, piece{text: run.String(), units: units, marked: true})
		}
		if between.Len() > 0 {
			pieces = append(pieces, piece{text: between.String()})
		}
		run.Reset()
		between.Reset()
		units = nil
	}
	for rest := pattern; rest != ""; {
		if rest[0] == '[' {
			flush()
			n := classLength(rest)
			inside, marked := classSpans(rest[:n])
			pieces = append(pieces, piece{text: rest[:n], class: true, inside: inside, marked: marked && namesSurrogates(rest[:n])})
			rest = rest[n:]
			continue
		}
		n, unit := atomLength(rest)
		if unit >= 0x10000 || utf16.IsSurrogate(unit) {
			if between.Len() > 0 {
				flush()
			}
			run.WriteString(rest[:n])
			units = utf16Units(units, unit)
		} else {
			if run.Len() > 0 {
				flush()
			}
			between.WriteString(rest[:n])
		}
		rest = rest[n:]
	}
	flush()
	return pieces
}

// utf16Units appends the code units of a character, which may be a surrogate.
func utf16Units(units []uint16, r rune) []uint16 {
	if r < 0x10000 {
		return append(units, uint16(r))
	}
	hi, lo := utf16.EncodeRune(r)
	return append(units, uint16(hi), uint16(lo))
}

// classLength returns the length of the class at the beginning of a pattern.
func classLength(pattern string) int {
	for i := 1; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case ']':
			return i + 1
		}
	}
	return len(pattern)
}

// atomLength returns the length of the atom at the beginning of a pattern. The second result is its
// character, or -1 if it is not a single character.
func atomLength(pattern string) (int, rune) {
	if pattern[0] != '\\' {
		r, size := utf8.DecodeRuneInString(pattern)
		return size, r
	}
	if len(pattern) < 2 {
		return len(pattern), -1
	}
	for _, escape := range []struct {
		letter byte
		digits int
	}{{'u', 4}, {'x', 2}} {
		if pattern[1] == escape.letter && len(pattern) >= 2+escape.digits && isHex(pattern[2:2+escape.digits]) {
			unit, _ := strconv.ParseUint(pattern[2:2+escape.digits], 16, 16)
			return 2 + escape.digits, rune(unit)
		}
	}
	_, size := utf8.DecodeRuneInString(pattern[1:])
	switch r := pattern[1]; {
	case r >= '0' && r <= '9', r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z': // other escapes are not the character itself
		return 1 + size, -1
	default:
		r, _ := utf8.DecodeRuneInString(pattern[1:])
		return 1 + size, r
	}
}

// classSpans returns the contents of a class, ignoring a negation. ok is false if the class is too
// complex or has no room for a marker.
func classSpans(class string) (spans []span, ok bool) {
	if len(class) < 2 || class[len(class)-1] != ']' {
		return nil, false
	}
	list := strings.TrimPrefix(class[1:len(class)-1], "^")
	var units []rune // -2 between two units marks a range
	for list != "" {
		n, r := atomLength(list)
		switch {
		case r == -1 && len(list) > 1 && strings.IndexByte("dwsDWS", list[1]) >= 0:
			if list[1] < 'a' {
				return nil, false // almost all characters
			}
			units = append(units, 0)
		case r == -1: // a control character
			units = append(units, 0)
		case list[:n] == "-":
			units = append(units, -2)
		default:
			for _, unit := range utf16Units(nil, r) {
				units = append(units, rune(unit))
			}
		}
		list = list[n:]
	}
	for i := 0; i < len(units); i++ {
		if i > 0 && i+1 < len(units) && units[i] == -2 && units[i-1] >= 0 && units[i+1] >= 0 {
			spans = append(spans, span{units[i-1], units[i+1]})
		} else if units[i] >= 0 {
			spans = append(spans, span{units[i], units[i]})
		}
	}
	for _, s := range spans {
		if s.lo <= 0xE000 && s.hi >= 0xF8FF { // it contains all private-use characters
			return nil, false
		}
	}
	return spans, true
}
