package backtrack_test

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/internal/backtrack"
)

// A case is a pattern, flags, a text, lastIndex, what Node 20's exec returned (null, or the
// groups), and its index.
type recorded struct {
	pattern, flags, text string
	start                int
	groups               []any
	index                int
}

func (r *recorded) UnmarshalJSON(b []byte) error {
	var index *int
	err := json.Unmarshal(b, &[]any{&r.pattern, &r.flags, &r.text, &r.start, &r.groups, &index})
	if index != nil {
		r.index = *index
	}
	return err
}

// Random patterns match as in Node.
func TestMatchesLikeNode(t *testing.T) {
	b, err := os.ReadFile("testdata/node.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []recorded
	if err := json.Unmarshal(b, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 500 {
		t.Fatalf("%d cases", len(cases))
	}
	for _, c := range cases {
		has := func(flag string) bool { return strings.Contains(c.flags, flag) }
		p, err := backtrack.Compile(c.pattern, has("m"), has("s"), has("i"), has("u"))
		if err != nil {
			t.Errorf("/%s/%s: %v", c.pattern, c.flags, err)
			continue
		}
		start, text := 0, []rune(c.text)
		if has("g") || has("y") {
			start = c.start
		}
		var groups []int
		if start <= len(text) {
			if groups, err = p.Match(text, start, has("y"), func() {}); err != nil {
				t.Errorf("/%s/%s: %v", c.pattern, c.flags, err)
			}
		}
		var got []any
		for i := 0; i < len(groups); i += 2 {
			var group any
			if groups[i] >= 0 {
				group = string(text[groups[i]:groups[i+1]])
			}
			got = append(got, group)
		}
		if !reflect.DeepEqual(got, c.groups) || groups != nil && groups[0] != c.index {
			t.Errorf("/%s/%s on %q from %d: got %v at %v, want %v at %d", c.pattern, c.flags, c.text, start, got, groups, c.groups, c.index)
		}
	}
}

// A match that would take years asks again and again whether to go on.
func TestMatchCanBeStopped(t *testing.T) {
	text := []rune(strings.Repeat("a", 40) + "!")
	for _, pattern := range []string{`(?=a)(a+)+$`, `(a*)*\1$`, `(?=a)(a|aa)+$`, `(?=a)(.*a){20}$`, `(?!(a+)+$)b`, `(?=a)(a?){40}a{41}`} {
		p, err := backtrack.Compile(pattern, false, false, false, false)
		if err != nil {
			t.Fatal(err)
		}
		enough := errors.New("enough")
		asked := 0
		func() {
			defer func() {
				if x := recover(); x != enough && x != nil { //nolint:errorlint // the value itself
					panic(x)
				}
			}()
			_, err = p.Match(text, 0, false, func() {
				if asked++; asked == 10 {
					panic(enough)
				}
			})
		}()
		if asked < 10 {
			t.Errorf("%s: was asked %d times", pattern, asked)
		}
	}
}

// A match takes a limited amount of memory.
func TestMatchIsTooComplex(t *testing.T) {
	p, err := backtrack.Compile(`(?=a)(?:(a)|b)*c`, false, false, false, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Match([]rune(strings.Repeat("ab", 1<<20)), 0, false, func() {}); !errors.Is(err, backtrack.ErrTooComplex) {
		t.Errorf("got %v, want ErrTooComplex", err)
	}
}
