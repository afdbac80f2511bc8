package regexps

import (
	"encoding/hex"
	"fmt"
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"
)

// An Error describes a fault in a pattern.
type Error struct{ Pattern, Flags, Reason string }

func (e *Error) Error() string {
	return fmt.Sprintf("Invalid regular expression: /%s/%s: %s", e.Pattern, e.Flags, e.Reason)
}

// Suspect reports whether a source may contain a regular expression that needs translation and that
// the engine would not refuse.
func Suspect(source string) bool {
	return strings.Contains(source, `\p`) || strings.Contains(source, `\P`) || strings.Contains(source, `[^]`) ||
		strings.Contains(source, `(?<`) || flagged(source) || namesSurrogates(source)
}

// Occurrences returns, for each occurrence of a word, the text between it and the one before, and the
// text after it.
func Occurrences(text, word string) iter.Seq2[string, string] {
	return func(yield func(before, after string) bool) {
		for {
			before, after, found := strings.Cut(text, word)
			if !found || !yield(before, after) {
				return
			}
			text = after
		}
	}
}

// flagged reports whether a source may have a regular expression with the flag u or y.
func flagged(source string) bool {
	for _, after := range Occurrences(source, "/") {
		rest := strings.TrimLeft(after, "dgimsuvy")
		flags := after[:len(after)-len(rest)]
		if strings.ContainsAny(flags, "uy") && (rest == "" || rest[0] != '_' && rest[0] != '$' && (rest[0]|0x20 < 'a' || rest[0]|0x20 > 'z')) {
			return true
		}
	}
	return false
}

// NeedsOwnMethods reports whether a method of the engine is wrong for these flags. In a text that is
// not ASCII, its replace ignores that y matches at one position only, and that only one match is to
// be replaced. With v it cannot copy a regular expression.
func NeedsOwnMethods(flags string) bool {
	return strings.ContainsAny(flags, "uy") && !strings.Contains(flags, "g") || strings.Contains(flags, "v")
}

// backtracks makes the engine use the slower of its two matchers. With the flag u, the faster one
// loses the names of groups in a text that is not ASCII.
const backtracks = "(?=)"

// needsBacktracking reports whether the faster matcher would be wrong for a pattern.
func needsBacktracking(pattern, flags string) bool {
	if strings.ContainsAny(flags, "uv") {
		for _, after := range Occurrences(pattern, "(?<") {
			if after != "" && after[0] != '=' && after[0] != '!' {
				return true
			}
		}
	}
	return false
}

// The beginning of a translation has the program's flags and pattern in hexadecimal.
const (
	mark    = "(?:wakeful:"
	markEnd = "){0}"
)

// Original returns the program's pattern for a translated one.
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

// Translate returns a pattern and flags for the engine: the same if no translation is needed, or
// equivalent ones.
func Translate(pattern, flags string) (forEngine, engineFlags string, err error) {
	if strings.Count(pattern, "(") > mostGroups {
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
		// In a group, because the pattern may have alternatives.
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

// mostGroups is how many groups a pattern may have. If they are nested, the engine takes seconds for
// more, and a million of them fill Go's stack.
const mostGroups = 10_000

// escapedP matches \p and \P, which are letters without the flag u, but which the engine may treat
// as properties.
var escapedP = regexp.MustCompile(`(\\[^pP])|\\([pP])`)

// A translation is the state of a translation. The first error ends it.
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

// copy copies n characters unchanged.
func (t *translation) copy(n int) {
	for ; n > 0 && t.rest != ""; n-- {
		_, size := utf8.DecodeRuneInString(t.rest)
		t.out.WriteString(t.rest[:size])
		t.rest = t.rest[size:]
	}
}

// accept skips a prefix if it is there.
func (t *translation) accept(prefix string) bool {
	rest, ok := strings.CutPrefix(t.rest, prefix)
	if ok {
		t.rest = rest
	}
	return ok
}

// property translates a \p{...} outside of a class.
func (t *translation) property() {
	s, list := t.propertySet()
	t.writeClass(operand{set: s, strings: list})
}

// propertySet parses \p{...} or \P{...}.
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

// isStrings reports whether a property is one of strings. Some of these contain no strings.
func isStrings(name string) bool { return name == "Basic_Emoji" || strings.HasPrefix(name, "RGI_") }

// class translates a class of the flag u: it replaces properties by their characters.
func (t *translation) class() {
	if t.accept("[^]") {
		everything.write(&t.out)
		return
	}
	t.copy(1)
	if strings.HasPrefix(t.rest, "^") {
		t.copy(1)
	}
	left, many := false, false // the previous atom can begin a range; it is more than one character
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

// Source returns the property source of a regular expression with a pattern: slashes outside of
// classes, and line ends, are escaped. The engine writes a slash as \u002f.
func Source(pattern string) string {
	var b strings.Builder
	class := false
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		slash := c == '/'
		if strings.HasPrefix(pattern[i:], `\u002f`) {
			slash = true
			i += len(`\u002f`) - 1
		}
		switch {
		case slash && class:
			b.WriteByte('/')
		case slash:
			b.WriteString(`\/`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\\' && i+1 < len(pattern):
			b.WriteString(pattern[i : i+2])
			i++
		default:
			class = c == '[' || class && c != ']'
			b.WriteByte(c)
		}
	}
	return b.String()
}
