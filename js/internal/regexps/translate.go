package regexps

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// An Error says what is wrong with a pattern.
type Error struct{ Pattern, Flags, Reason string }

func (e *Error) Error() string {
	return fmt.Sprintf("Invalid regular expression: /%s/%s: %s", e.Pattern, e.Flags, e.Reason)
}

// Suspect reports whether a source may have a regular expression to be translated
// that the engines would not refuse by themselves.
func Suspect(source string) bool {
	return strings.Contains(source, `\p`) || strings.Contains(source, `\P`) || strings.Contains(source, `[^]`) ||
		strings.Contains(source, `(?<`) || flagged(source) || namesSurrogates(source)
}

// flagged reports whether a source may have the flags u or y after the slash of a literal.
func flagged(source string) bool {
	for rest := source; ; {
		_, after, found := strings.Cut(rest, "/")
		if !found {
			return false
		}
		rest = strings.TrimLeft(after, "dgimsuvy")
		flags := after[:len(after)-len(rest)]
		if strings.ContainsAny(flags, "uy") && (rest == "" || rest[0] != '_' && rest[0] != '$' && (rest[0]|0x20 < 'a' || rest[0]|0x20 > 'z')) {
			return true
		}
	}
}

// ReplacesTooMuch reports whether the engines' replace goes wrong with these flags: in
// a text that is not ASCII they forget that y looks at one place, and that one match
// is to be replaced and not all.
func ReplacesTooMuch(flags string) bool {
	return strings.ContainsAny(flags, "uvy") && !strings.Contains(flags, "g")
}

// backtracks makes the engines use the slower of their two matchers. The other one
// forgets the names of groups, in a text that is not ASCII, if the flag is u.
const backtracks = "(?=)"

// needsBacktracking reports whether a pattern is matched wrongly without.
func needsBacktracking(pattern, flags string) bool {
	if strings.ContainsAny(flags, "uv") {
		for rest := pattern; ; {
			_, after, found := strings.Cut(rest, "(?<")
			if !found {
				break
			}
			if after != "" && after[0] != '=' && after[0] != '!' {
				return true
			}
			rest = after
		}
	}
	return false
}

// The beginning of a translation: the flags and the pattern of the program, in hex.
const (
	mark    = "(?:wakeful:"
	markEnd = "){0}"
)

// Original returns what the program wrote of a pattern that an engine was given.
func Original(pattern string) (original string, sets, ok bool) {
	rest, ok := strings.CutPrefix(pattern, mark)
	if !ok {
		return pattern, false, false
	}
	flag, rest, _ := strings.Cut(rest, ":")
	digits, _, _ := strings.Cut(rest, markEnd)
	text, err := hex.DecodeString(digits)
	return string(text), flag == "v", err == nil
}

// Translate returns pattern and flags for the engine: those that it was given if
// nothing is to be done, or what means the same.
func Translate(pattern, flags string) (forEngine, engineFlags string, err error) {
	if tooDeep(pattern) {
		return "", "", &Error{pattern[:100] + "...", flags, "Regular expression too large"}
	}
	unicode, sets := strings.Contains(flags, "u"), strings.Contains(flags, "v")
	slow := needsBacktracking(pattern, flags)
	if !sets && !slow && !Suspect(pattern) || strings.HasPrefix(pattern, mark) {
		return pattern, flags, nil
	}
	var translated string
	if unicode || sets {
		t := translation{rest: pattern, sets: sets, fold: strings.Contains(flags, "i")}
		if sets && unicode {
			t.fail("Invalid flags")
		}
		t.run()
		if t.reason != "" {
			return "", "", &Error{pattern, flags, t.reason}
		}
		translated = t.out.String()
	} else {
		translated = separateSurrogates(escapedP.ReplaceAllString(pattern, "$1$2"))
	}
	if slow {
		// A group of its own: the alternatives are the pattern's.
		translated = backtracks + "(?:" + translated + ")"
	}
	if !sets && translated == pattern {
		return pattern, flags, nil
	}
	flag := "u"
	if sets {
		flag = "v"
	}
	return mark + flag + ":" + hex.EncodeToString([]byte(pattern)) + markEnd + translated, strings.Replace(flags, "v", "u", 1), nil
}

// deepest is how many groups may be within each other. The engine compiles and runs them by
// calling itself.
const deepest = 5000

// tooDeep reports whether a pattern has more groups within each other.
func tooDeep(pattern string) bool {
	if strings.Count(pattern, "(") <= deepest {
		return false
	}
	depth, class := 0, false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			if depth++; depth > deepest {
				return true
			}
		case c == ')':
			depth--
		}
	}
	return false
}

// escapedP finds what is a letter without the flag u, and to one of the engines a
// property all the same.
var escapedP = regexp.MustCompile(`(\\[^pP])|\\([pP])`)

// A translation is under way. The first thing that is wrong ends it.
type translation struct {
	rest       string
	out        strings.Builder
	sets, fold bool
	reason     string
}

func (t *translation) fail(reason string) {
	if t.reason == "" {
		t.reason = reason
	}
	t.rest = ""
}

func (t *translation) run() {
	for t.rest != "" {
		switch {
		case strings.HasPrefix(t.rest, `\p`), strings.HasPrefix(t.rest, `\P`):
			t.property()
		case t.rest[0] == '\\':
			t.copy(2)
		case t.rest[0] == '[' && t.sets:
			t.writeClass(t.classOfSets())
		case t.rest[0] == '[':
			t.class()
		default:
			t.copy(1)
		}
	}
}

// copy takes n characters over as they are.
func (t *translation) copy(n int) {
	for ; n > 0 && t.rest != ""; n-- {
		_, size := utf8.DecodeRuneInString(t.rest)
		t.out.WriteString(t.rest[:size])
		t.rest = t.rest[size:]
	}
}

// accept takes a prefix away if it is there.
func (t *translation) accept(prefix string) bool {
	rest, ok := strings.CutPrefix(t.rest, prefix)
	if ok {
		t.rest = rest
	}
	return ok
}

// property translates \p{...} that stands alone.
func (t *translation) property() {
	s, list := t.propertySet()
	t.writeClass(operand{set: s, strings: list})
}

// propertySet reads \p{...} or \P{...}.
func (t *translation) propertySet() (set, []string) {
	negated := t.rest[1] == 'P'
	t.rest = t.rest[2:]
	name, rest, ended := strings.Cut(t.rest, "}")
	if !ended || !strings.HasPrefix(name, "{") {
		t.fail("Invalid property name")
		return nil, nil
	}
	t.rest = rest
	p, ok := lookUp(name[1:])
	if !ok || p.strings != "" && (negated || !t.sets) || isStrings(name[1:]) && (negated || !t.sets) {
		t.fail("Invalid property name")
		return nil, nil
	}
	s := p.set()
	if t.fold && t.sets {
		s = s.folded()
	}
	if negated {
		s = s.complement()
	}
	if t.fold {
		s = s.folded()
	}
	if p.strings == "" {
		return s, nil
	}
	return s, strings.Split(p.strings, "|")
}

// isStrings reports whether a property is one of strings, of which some have none.
func isStrings(name string) bool { return name == "Basic_Emoji" || strings.HasPrefix(name, "RGI_") }

// class translates a class of the flag u: properties are spelled out in place.
func (t *translation) class() {
	if t.accept("[^]") {
		everything.write(&t.out)
		return
	}
	t.copy(1)
	if strings.HasPrefix(t.rest, "^") {
		t.copy(1)
	}
	left, many := false, false // the atom before can begin a range; it is more than one character
	for t.rest != "" && t.rest[0] != ']' {
		if left && t.rest[0] == '-' && !strings.HasPrefix(t.rest, "-]") {
			t.copy(1)
			if t.classAtom() || many {
				t.fail("Invalid character class")
			}
			left = false
			continue
		}
		many = t.classAtom()
		left = true
	}
	if t.rest == "" {
		t.fail("Unterminated character class")
		return
	}
	t.copy(1)
}

// classAtom writes one atom of a class and reports whether it is a property.
func (t *translation) classAtom() bool {
	switch {
	case strings.HasPrefix(t.rest, `\p`), strings.HasPrefix(t.rest, `\P`):
		s, _ := t.propertySet()
		s.writeRanges(&t.out)
		return true
	case strings.HasPrefix(t.rest, `\u{`):
		end := strings.IndexByte(t.rest, '}')
		t.copy(max(2, end+1))
	case strings.HasPrefix(t.rest, `\`):
		t.copy(2)
	default:
		t.copy(1)
	}
	return false
}
