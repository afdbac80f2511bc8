package web_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/lib/libtest"
)

// characterProgram prints the characters of random texts, which are made of letters, marks, signs
// and control characters of all kinds that have a rule of their own.
const characterProgram = `
const letters = ['a', '\r', '\n', '\u0000', '\u00ad', 'é', '\u0301', '\u0300', '\u200d', '\u200c', '\ufe0f', '👍', '🏽', '👩', '🔬', '❤', '©', '🇩', '🇪', '🇫', '\u1100', '\u1161', '\u11a8', '가', '각', '한',
	'\u0600', '\u0e33', '\u0903', '\u102b', 'あ', '\u3099', '漢', '𝒳', '\ud800', '\u2028', '\u200b', 'ﾞ', '⌚', '€', '☎']
let state = 1
const random = (n) => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return (state >>> 8) % n }
const segmenter = new Intl.Segmenter()
const out = []
for (let i = 0; i < 4000; i++) {
	const text = Array.from({ length: 1 + random(7) }, () => letters[random(letters.length)]).join('')
	out.push(JSON.stringify([...segmenter.segment(text)].map((s) => s.segment.length)) + ' ' + JSON.stringify(text) + ' ' + segmenter.segment(text).containing(random(text.length)).index)
}
console.log(out.join('\n'))
`

// The characters of texts are those of Node.
func TestCharacters(t *testing.T) {
	want, got := strings.Split(libtest.Node(t, characterProgram), "\n"), strings.Split(libtest.Run(t, characterProgram).Stdout, "\n")
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	different := 0
	for i := range want {
		if got[i] != want[i] {
			if different++; different < 20 {
				t.Errorf("node %s\nhere %s", want[i], got[i])
			}
		}
	}
}

// What is missing says so when it is used, with an alternative.
func TestMissingIntl(t *testing.T) {
	for _, expression := range []string{
		"new Intl.DisplayNames('en', { type: 'region' })", "new Intl.ListFormat()", "new Intl.Locale('en')", "new Intl.PluralRules()", "new Intl.RelativeTimeFormat()",
		"new Intl.Segmenter('en', { granularity: 'word' })", "Intl.supportedValuesOf('currency')", "new Intl.NumberFormat().formatToParts(1)",
		"new Intl.DateTimeFormat().formatRange(0, 1)",
	} {
		result := libtest.Run(t, "try { "+expression+"; console.log('no error') } catch (e) { console.log(e.code, e.message) }")
		if !strings.HasPrefix(result.Stdout, "ERR_FEATURE_UNAVAILABLE_ON_PLATFORM") || !strings.Contains(result.Stdout, "@formatjs") {
			t.Errorf("%s: %q", expression, result.Stdout)
		}
	}
	for _, expression := range []string{
		"new Intl.NumberFormat('de')", "new Intl.NumberFormat('en', { style: 'percent' })", "new Intl.DateTimeFormat('en', { calendar: 'hebrew' })", "new Intl.Collator('tr')",
	} {
		result := libtest.Run(t, "try { "+expression+"; console.log('no error') } catch (e) { console.log(e.name, e.message) }")
		if !strings.HasPrefix(result.Stdout, "RangeError") || !strings.Contains(result.Stdout, "only ") {
			t.Errorf("%s: %q", expression, result.Stdout)
		}
	}
}
