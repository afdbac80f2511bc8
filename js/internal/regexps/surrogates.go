package regexps

import (
	"fmt"
	"regexp"
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

// pieces matches the parts of a pattern: a class, a run of surrogates, or anything else.
var pieces = regexp.MustCompile(`(?s)\[(?:\\.?|[^\\\]])*\]?|(?:\\u[dD][89a-fA-F][[:xdigit:]]{2}|\\?[\x{10000}-\x{10FFFF}])+|\\?.`)

// atoms matches the parts of a class, and of a run of surrogates.
var atoms = regexp.MustCompile(`(?s)\\u[[:xdigit:]]{4}|\\x[[:xdigit:]]{2}|\\?.`)

// separateSurrogates returns an equivalent pattern without the flag u in which no two classes or
// texts differ only in their surrogates. It returns the same pattern if there are no two.
func separateSurrogates(pattern string) string {
	parts := pieces.FindAllString(pattern, -1)
	markers := map[string]rune{}
	for _, part := range parts {
		if spans := surrogatesIn(part); spans != nil {
			markers[part] = 0
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
	for _, part := range parts {
		spans := surrogatesIn(part)
		switch {
		case spans == nil:
			b.WriteString(part)
		case part[0] == '[':
			m := mark(part, spans)
			list, negated := strings.CutPrefix(part[1:], "^")
			if strings.HasPrefix(list, "-") {
				list = `\` + list
			}
			if negated {
				fmt.Fprintf(&b, `(?:[^\u%04x%s|\u%04x)`, m, list, m)
			} else {
				fmt.Fprintf(&b, `(?:(?!\u%04x)[\u%04x%s)`, m, m, list)
			}
		default:
			for _, unit := range spans {
				text := fmt.Sprintf(`\u%04x`, unit.lo)
				m := mark(text, nil)
				fmt.Fprintf(&b, `(?:(?!\u%04x)[\u%04x%s])`, m, m, text)
			}
		}
	}
	return b.String()
}

// surrogatesIn returns the code units of a run, or what a class with surrogates lists, ignoring a
// negation. It returns nil for other pieces, and for classes that have no room for a marker.
func surrogatesIn(piece string) (spans []span) {
	list, class := strings.CutPrefix(piece, "[")
	inner, ends := strings.CutSuffix(list, "]")
	if !namesSurrogates(piece) || class && !ends {
		return nil
	}
	if class {
		list = strings.TrimPrefix(inner, "^")
	}
	const hyphen = -1
	var units []rune
	for _, atom := range atoms.FindAllString(list, -1) {
		switch atom {
		case "-":
			units = append(units, hyphen)
		case `\D`, `\W`, `\S`: // almost all characters
			return nil
		default:
			units = append(units, unitsOf(atom)...)
		}
	}
	for i := 0; i < len(units); i++ {
		if units[i] == hyphen && i > 0 && i+1 < len(units) && units[i-1] != hyphen && units[i+1] != hyphen {
			spans = append(spans, span{units[i-1], units[i+1]})
		} else if units[i] != hyphen {
			spans = append(spans, span{units[i], units[i]})
		}
	}
	if slices.ContainsFunc(spans, func(s span) bool { return s.lo <= 0xE000 && s.hi >= 0xF8FF }) {
		return nil // it contains all private-use characters
	}
	return spans
}

// unitsOf returns the code units of an atom. It is 0 for an escape of a control character, or of many
// characters: neither has a marker among them.
func unitsOf(atom string) []rune {
	text := strings.TrimPrefix(atom, `\`)
	if text != atom && text != "" {
		if hex := text[1:]; text[0] < utf8.RuneSelf && hex != "" { // \u or \x
			unit, _ := strconv.ParseUint(hex, 16, 16)
			return []rune{rune(unit)}
		}
		if c := text[0] | 0x20; c >= 'a' && c <= 'z' || text[0] >= '0' && text[0] <= '9' {
			return []rune{0}
		}
	}
	var units []rune
	for _, unit := range utf16.Encode([]rune(text)) {
		units = append(units, rune(unit))
	}
	return units
}
