package project

// The checks of the documents, run on documents with planted violations.

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fence makes a page with one block.
func fence(directives, language, text string) []block {
	all, _ := blocks("planted.md", directives+"```"+language+"\n"+text+"\n```\n")
	return all
}

func TestSnippetsFindPlantedMistakes(t *testing.T) {
	t.Parallel()
	tr := checkout(t)
	const main = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"one\")\n"
	cases := []struct {
		name, directives, text string
		want                   string // in the complaint; "": no complaint
	}{
		{"statements", "", "answer := strings.Repeat(\"x\", 3)", ""},
		{"declarations", "", "func f(ctx context.Context) error { return ctx.Err() }", ""},
		{"import of its own", "", "import \"time\"\n\nvar d time.Duration", ""},
		{"program", "", main + "\t// Output:\n\t// one\n}", ""},
		{"what is given", "<!-- given: conn net.Conn, n int -->\n", "conn.Close()\nn++", ""},
		{"what is not given", "", "conn.Close()", "planted.md:2: undefined: conn"},
		{"use of ctx and err", "", "if err = ctx.Err(); err != nil {\n\treturn err\n}", ""},
		{"unknown name", "", "x := 1\nx, y := 2, noSuchThing()", "planted.md:3: undefined: noSuchThing"},
		{"wrong type", "", "var d time.Duration = \"soon\"", "cannot use"},
		{"no Go", "", "if else", "expected"},
		{"internal package", "", "package main\n\nimport _ \"" + self + "/internal/project\"\n\nfunc main() {}", "internal package"},
		{"unused variable in a program", "", "package main\n\nfunc main() { x := 1 }", "declared and not used"},
		{"program that fails", "", "package main\n\nfunc main() { panic(\"no\") }", "fails when it is run"},
		{"program that does not end", "<!-- compiled only: it waits -->\n", "package main\n\nfunc main() { select {} }", ""},
		{"other output", "", main + "\t// Output:\n\t// two\n}", "it prints"},
		{"output after the function", "", main + "}\n\n// Output: one", ""},
		{"other output after the function", "", main + "}\n\n// Output: two", "it prints"},
		{"output of a fragment", "", "fmt.Println(1)\n// Output: 1", "is not run"},
		{"output of what is not run", "<!-- compiled only: why -->\n", main + "}\n\n// Output: one", "is not run"},
	}
	// Together, except for what the go command refuses before it compiles any package. With it, each
	// is compiled by itself.
	var together []block
	var complaints []string
	for i, tc := range cases {
		b := fence(tc.directives, "go", tc.text)
		b[0].file = fmt.Sprintf("%d/planted.md", i)
		if tc.want == "internal package" {
			complaints = append(complaints, brokenSnippets(t, tr, append(b, together[:2]...))...)
		} else {
			together = append(together, b...)
		}
	}
	complaints = append(complaints, brokenSnippets(t, tr, together)...)
	for i, tc := range cases {
		var own []string
		for _, complaint := range complaints {
			if strings.HasPrefix(complaint, fmt.Sprintf("%d/planted.md:", i)) {
				own = append(own, complaint)
			}
		}
		if got := strings.Join(own, "\n"); tc.want == "" && got != "" || !strings.Contains(got, tc.want) {
			t.Errorf("%s: complaint %q, want %q", tc.name, got, tc.want)
		}
	}
}

// TestClaimedOutput: a claim is found wherever in a block it is.
func TestClaimedOutput(t *testing.T) {
	for _, tc := range []struct {
		text, want string
		claimed    bool
		complaint  string
	}{
		{"f()\n", "", false, ""},
		{"f() // the output is read later\n", "", false, ""},
		{"func main() {\n\tf()\n\t// Output: one\n}\n", "one", true, ""},
		{"func main() {\n\t// Output: one\n\tf()\n}\n", "one", true, ""},
		{"func main() { f() }\n\n// Output:\n// one\n//\n//  two\n", "one\ntwo", true, ""},
		{"func main() { f() }\n//Output: one\n\n// another comment\n", "one", true, ""},
		{"func main() { f() }\n// Output:\n", "", true, ""},
		{"// Output: one\nf()\n// Output: one\n", "", true, "two outputs"},
		{"f()\n// output: one\n", "", false, "looks like a claim"},
		{"f()\n// Unordered output: one\n", "", false, "looks like a claim"},
		{"f(1) // prints one\n", "", false, "looks like a claim"},
	} {
		got, claimed, err := claimedOutput(block{text: tc.text})
		if tidy(got) != tc.want || claimed != tc.claimed && tc.complaint == "" ||
			(err != nil) != (tc.complaint != "") || !strings.Contains(fmt.Sprint(err), tc.complaint) {
			t.Errorf("%q: %q, %v, %v; want %q, %v, %q", tc.text, got, claimed, err, tc.want, tc.claimed, tc.complaint)
		}
	}
}

func TestCommandsFindPlantedMistakes(t *testing.T) {
	tr := checkout(t)
	check := commandCheck{tr, []string{"test", "report"}, func(args ...string) (string, error) {
		switch fmt.Sprint(args) {
		case "[]", "[nonsense]": // a command without such a verb prints its help
			return "Usage:\n  wakeful [command]\n\nFlags:\n  -h, --help\n", nil
		case "[report]":
			return "Usage:\n  wakeful report FILE [flags]\n\nFlags:\n      --html string   where\n  -q, --quiet\n", nil
		}
		return "", errors.New("no")
	}}
	for _, tc := range []struct {
		language, text string
		want           string
	}{
		{"sh", "make test   # everything\n# a comment\nmake report && make test", ""},
		{"sh", "make tset", "no target tset"},
		{"sh", "make test && make tset", "no target tset"},
		{"sh", "make -j test CC=gcc", ""},
		{"console", "$ make test\nmake it so", ""},
		{"console", "$ make tset", "no target tset"},
		{"sh", "go get " + self + "@latest", ""},
		{"sh", "go get " + self + "/nowhere@latest", "no package"},
		{"sh", "go test ./internal/project/...", ""},
		{"sh", "go test ./nowhere", "no package ./nowhere"},
		{"sh", "go run ./internal/project/tiers list", ""},
		{"sh", "wakeful", ""},
		{"sh", "bin/wakeful report x.json --html=x.html -q", ""},
		{"sh", "bin/wakeful report x.json \\\n  --xml x.xml", "no flag --xml"},
		{"sh", "wakeful nonsense", "no verb nonsense"},
		{"sh", "wakeful --ht", "no flag --ht"},
		{"sh", "bash .ci/run", ""},
		{"sh", "bash .ci/walk", "there is no .ci/walk"},
		{"sh", "frobnicate", "does not know the command frobnicate"},
	} {
		got := strings.Join(check.broken(fence("", tc.language, tc.text)[0]), "\n")
		if tc.want == "" && got != "" || !strings.Contains(got, tc.want) {
			t.Errorf("%q: complaint %q, want %q", tc.text, got, tc.want)
		}
	}
}

func TestLinksFindPlantedMistakes(t *testing.T) {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{
		"a.md": "# One & two\n[fine](docs/b.md) [fine](docs/b.md#the-heading \"title\") [fine](#one--two) [fine](docs)\n" +
			"[far](https://example.org/x) `[code](nowhere)`\n```\n[code](nowhere)\n```\n[bad](c.md) [bad](docs/b.md#other)\n",
		"docs/b.md": "## The `heading`\n[fine](../a.md) [bad](a.md) [bad](../../outside.md)\n",
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got := brokenLinks(root, pages)
	want := []string{
		"a.md:7: the link to c.md leads nowhere",
		"a.md:7: docs/b.md has no heading for #other",
		"docs/b.md:2: the link to ../../outside.md leads nowhere",
		"docs/b.md:2: the link to a.md leads nowhere",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("complaints:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestTreeAgrees: git's list and a walk of all files find the same project.
func TestTreeAgrees(t *testing.T) {
	tr := checkout(t)
	listed, err := gitFiles(tr.root)
	if err != nil {
		t.Skipf("NOT RUN: comparing git's list of files with the files: %v", err)
	}
	walked := strings.Join(walkFiles(t, tr.root), "\n") + "\n"
	for _, name := range listed {
		if !strings.Contains("\n"+walked, "\n"+name+"\n") {
			t.Errorf("%s is in git's list only", name)
		}
	}
}
