package project

// The length of the documents: a page that grows has to say less elsewhere.

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// maxWords is how many words the documents have together at most. Not counted are CHANGELOG.md and
// data of tests.
const maxWords = 30_000

// words counts what stands between spaces and has a letter or a digit. Programs count. The bars of
// tables, bullets and braces do not.
func words(text string) int {
	n := 0
	for field := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(field, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

func TestWords(t *testing.T) {
	if got := words("## A title\n\n- one, two\n\n| 3 | `x` |\n|---|---|\n\n```go\nif ok {\n}\n```\n"); got != 9 { // ```go is one
		t.Errorf("a text of 9 words has %d", got)
	}
	counts := map[string]int{}
	total := 0
	for name, text := range checkout(t).texts(t, ".md") {
		if name == "CHANGELOG.md" || strings.Contains(name, "testdata/") {
			continue
		}
		counts[name] = words(text)
		total += counts[name]
	}
	longest := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for _, name := range longest {
		t.Logf("%6d %s", counts[name], name)
	}
	t.Logf("%6d words in %d documents", total, len(counts))
	if total > maxWords {
		t.Errorf("the documents have %d words, more than %d: take out what another page says", total, maxWords)
	}
}
