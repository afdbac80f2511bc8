package esbuild_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/js/esbuild"
)

func TestTranslate(t *testing.T) {
	for _, test := range []struct{ name, source, want, wrong string }{
		{"a.ts", "export const f = (n: number): number => n", "export const f = (n) => n;", ""},
		{"a.js", "let n: number", "let n: number", ""},
		{"a.tsx", "let n = <p>1</p>", `React.createElement("p", null, "1")`, ""},
		{"lib/a.ts", "let a = 1\nlet b: = 2", "", "lib/a.ts:2:8: Unexpected"},
		{"a.ts", "1\n//# sourceMappingURL=translate_test.go", "sourceMappingURL=data:", ""},
		{"a.ts", strings.Repeat(" ", 70_000), "", "at most 65536 can be translated"},
	} {
		got, err := esbuild.Translate(test.name, test.source)
		switch {
		case test.wrong == "" && (err != nil || !strings.Contains(got, test.want)):
			t.Errorf("%s, %.40q: %v, %.200q; want %s", test.name, test.source, err, got, test.want)
		case test.wrong != "" && (err == nil || !strings.Contains(err.Error(), test.wrong)):
			t.Errorf("%s, %.40q: %v; want %s", test.name, test.source, err, test.wrong)
		}
	}
}

// TestTranslateNested translates what nests as deeply as a source may: Go's stack has a limit, and
// beyond it the process ends.
func TestTranslateNested(t *testing.T) {
	for _, part := range []string{"(", "[", "{", "!", "-", "a=>", "new ", "await ", "if(a)", "`${", "<a>", "(a:", "let a:[", "let a:{a:"} {
		source := strings.Repeat(part, 65_536/len(part))
		if _, err := esbuild.Translate("a.ts", source); err == nil && part == "(" {
			t.Error("no error")
		}
	}
}
