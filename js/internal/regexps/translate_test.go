package regexps_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/regexps"
)

// TestTranslateLeavesAlone: patterns that the engine supports are not changed.
func TestTranslateLeavesAlone(t *testing.T) {
	for _, c := range [][2]string{{`a|b`, "u"}, {`(?<=a)b`, "u"}, {`(?<name>a)`, "g"}, {`[a-z]\/\\p`, "gi"}, {`\\p{3}`, "u"}} {
		pattern, flags, err := regexps.Translate(c[0], c[1])
		if err != nil || pattern != c[0] || flags != c[1] {
			t.Errorf("/%s/%s became /%s/%s, %v", c[0], c[1], pattern, flags, err)
		}
	}
}

// TestOriginal: a translation contains its original, and is not translated again.
func TestOriginal(t *testing.T) {
	for _, c := range [][2]string{{`\p{Lu}`, "u"}, {`[\p{L}--[a-z]]`, "v"}, {`é\P{Script=Greek}`, "giu"}} {
		pattern, flags, err := regexps.Translate(c[0], c[1])
		if err != nil || pattern == c[0] || strings.Contains(flags, "v") {
			t.Errorf("/%s/%s became /%s/%s, %v", c[0], c[1], pattern, flags, err)
		}
		original, sets, ok := regexps.Original(pattern)
		if original != c[0] || sets != strings.Contains(c[1], "v") || !ok {
			t.Errorf("the original of /%s/%s is said to be %q, sets %v, %v", c[0], c[1], original, sets, ok)
		}
		if again, _, err := regexps.Translate(pattern, flags); again != pattern || err != nil {
			t.Errorf("/%s/%s is translated twice, %v", c[0], c[1], err)
		}
	}
}

// TestErrors: the error for an invalid pattern contains the pattern.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ pattern, flags, want string }{
		{`\p{Foo}`, "u", `Invalid regular expression: /\p{Foo}/u: Invalid property name`},
		{`[\p{L}-z]`, "u", "Invalid character class"}, {`[^\p{RGI_Emoji}]`, "v", "Negated character class may contain strings"},
		{`[a&&b--c]`, "v", "Invalid set operation"}, {`[a-z&&b]`, "v", "Invalid set operation"}, {`a`, "uv", "Invalid flags"},
		{`[\q{a`, "v", "Invalid escape"}, {`[\`, "v", "at end of pattern"}, {`[[a]`, "v", "Unterminated"}, {`[\u{110000}]`, "v", "Invalid Unicode escape"},
	} {
		if _, _, err := regexps.Translate(c.pattern, c.flags); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("/%s/%s: got %v, want %q", c.pattern, c.flags, err, c.want)
		}
	}
}

// TestSuspect: most sources need no search for regular expressions.
func TestSuspect(t *testing.T) {
	for source, want := range map[string]bool{
		`a.replace(/b/g, 'c')`: false, `require('./utils/y_helper') / 2`: false, `// a path /usr/you/yes`: false, `x = a / b / c`: false,
		`/\p{L}/u`: true, `/[^]/.test(x)`: true, `/a/y;`: true, `f(/a/giu)`: true, `/(?<y>a)/`: true,
	} {
		if got := regexps.Suspect(source); got != want {
			t.Errorf("%s: suspect is %v, want %v", source, got, want)
		}
	}
}

// FuzzTranslate: a pattern is refused with an error that contains it, is not changed, or is
// translated. A translation contains its original, has only flags that the engine supports, and is
// not translated again.
func FuzzTranslate(f *testing.F) {
	for _, seed := range []string{`[\p{L}--[a-z]]`, `[\q{a|b|}`, `\P{`, `[^\p{Lu}&&[^]]`, `[a-\u{1F600}]`, `\u{`, `[\u{`, `[\cA-\x41]`, `a|b`, `(?:wakeful:`} {
		f.Add(seed, "v")
		f.Add(seed, "iu")
		f.Add(seed, "g")
	}
	f.Fuzz(func(t *testing.T, pattern, flags string) {
		if _, _, translated := regexps.Original(pattern); translated || strings.HasPrefix(pattern, "(?:wakeful:") {
			return // a translation begins like this, and no program does
		}
		got, gotFlags, err := regexps.Translate(pattern, flags)
		var refused *regexps.Error
		switch {
		case err != nil:
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), pattern) || got != "" || gotFlags != "" {
				t.Errorf("/%s/%s: the error %v, with %q and %q", pattern, flags, err, got, gotFlags)
			}
		case got == pattern:
			if gotFlags != flags || strings.Contains(flags, "v") {
				t.Errorf("/%s/%s stays as it is, with the flags %q", pattern, flags, gotFlags)
			}
		default:
			if original, sets, ok := regexps.Original(got); original != pattern || sets != strings.Contains(flags, "v") || !ok {
				t.Errorf("/%s/%s became /%s/, whose original is said to be %q, sets %v, %v", pattern, flags, got, original, sets, ok)
			}
			if want := strings.Replace(flags, "v", "u", 1); gotFlags != want {
				t.Errorf("/%s/%s: the flags are %q, want %q", pattern, flags, gotFlags, want)
			}
			if again, againFlags, err := regexps.Translate(got, gotFlags); again != got || againFlags != gotFlags || err != nil {
				t.Errorf("/%s/%s is translated twice: %q, %q, %v", pattern, flags, again, againFlags, err)
			}
		}
	})
}
