package project

// The wording: text that no file may contain, the layout of Go files, and names that are too empty
// to be used.

import (
	"fmt"
	"go/ast"
	"go/format"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// ban is text that no file of the project may contain. Patterns are written so that they do not
// match themselves.
type ban struct {
	pattern *regexp.Regexp
	reason  string
	planted string // a text that violates it, in pieces for the same reason
}

var bans = []ban{
	{
		regexp.MustCompile(`(?:proxy|sum)[.]golang[.]org|registry[.](?:npmjs|yarnpkg)[.](?:org|com)|(?:index|static)[.]crates[.]io|pypi[.]org|files[.]pythonhosted[.]org|deb[.]debian[.]org|repo[.]maven[.]apache[.]org`),
		"which registry a machine fetches from is its owner's choice",
		"GOPROXY=https://proxy." + "golang.org",
	},
	{
		regexp.MustCompile(`(?:^|[^\w.~-])/(?:work|root|home/\w+|Users/\w+)/`),
		"a path of one machine means nothing on another",
		"see /wo" + "rk/results",
	},
	{
		regexp.MustCompile(`\b(?:TO` + `DO|FIX` + `ME)\b`),
		"an intention belongs in the tracker, a known limit in the documentation",
		"// TO" + "DO: later",
	},
	{
		regexp.MustCompile(`(?i)\b(?:issue|ticket|pull request)s? (?:#|no[.] ?)?\d+\b`),
		"who reads the text does not have the tracker: say what it says",
		"as asked for in iss" + "ue #7",
	},
	{
		regexp.MustCompile(`(?m)^(?:<{7}|>{7}) `),
		"a merge was left half-way",
		strings.Repeat("<", 7) + " HEAD",
	},
}

// broken returns a complaint for every line that violates the ban.
func (b ban) broken(name, text string) []string {
	var complaints []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		if found := b.pattern.FindString(line); found != "" {
			complaints = append(complaints, fmt.Sprintf("%s:%d: %q: %s", name, number, strings.TrimSpace(found), b.reason))
		}
	}
	return complaints
}

// bundled is the folder of bundled libraries of other authors. The bans do not apply to them.
const bundled = "js/internal/lib/dist/"

func TestWording(t *testing.T) {
	texts := checkout(t).texts(t)
	maps.DeleteFunc(texts, func(name, _ string) bool { return strings.HasPrefix(name, bundled) })
	for _, b := range bans {
		if len(b.broken("planted", "fine\n"+b.planted+"\n")) != 1 {
			t.Errorf("the ban %v does not find %q", b.pattern, b.planted)
		}
		for name, text := range texts {
			for _, complaint := range b.broken(name, text) {
				t.Error(complaint)
			}
		}
	}
}

// maxLines is the maximum length of a Go file that is not a test. One concept fits.
const maxLines = 400

// longFiles are the exceptions, with the reason why each is still one concept.
var longFiles = map[string]string{}

// tooLong returns a complaint if a file is longer than maxLines, or if its exception is not needed.
func tooLong(name, text string, excused map[string]string) string {
	lines := strings.Count(text, "\n")
	_, ok := excused[name]
	switch {
	case lines > maxLines && !ok:
		return fmt.Sprintf("%s has %d lines, more than %d: split it by concept, or give the reason in longFiles", name, lines, maxLines)
	case lines <= maxLines && ok:
		return fmt.Sprintf("%s has %d lines now: remove it from longFiles", name, lines)
	}
	return ""
}

func TestFileLength(t *testing.T) {
	tr := checkout(t)
	for name := range longFiles {
		if !slices.Contains(tr.files, name) {
			t.Errorf("longFiles excuses %s, which does not exist", name)
		}
	}
	for name, text := range tr.texts(t, ".go") {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		if complaint := tooLong(name, text, longFiles); complaint != "" {
			t.Error(complaint)
		}
	}
	long, excuse := strings.Repeat("\n", maxLines+1), map[string]string{"planted.go": "a reason"}
	for _, planted := range []struct {
		text    string
		excused map[string]string
		fine    bool
	}{{long, nil, false}, {long, excuse, true}, {"short", excuse, false}, {"short", nil, true}} {
		if got := tooLong("planted.go", planted.text, planted.excused); (got == "") != planted.fine {
			t.Errorf("a planted file of %d lines, excused: %v: %q", strings.Count(planted.text, "\n"), planted.excused != nil, got)
		}
	}
}

func TestFormatted(t *testing.T) {
	texts := checkout(t).texts(t, ".go")
	if len(texts) < 100 {
		t.Errorf("only %d Go files", len(texts))
	}
	for name, text := range texts {
		if formatted, err := format.Source([]byte(text)); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if string(formatted) != text {
			t.Errorf("%s is not formatted: run gofmt -w %s", name, name)
		}
	}
}

// emptyWords say nothing about the thing that they name.
var emptyWords = []string{"manager", "helper", "helpers", "aux", "util", "utils", "misc"}

// words splits an identifier or a file name into lower-case words.
func words(name string) []string {
	var all []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			all = append(all, strings.ToLower(string(word)))
			word = nil
		}
	}
	var last rune
	for _, r := range name {
		if !unicode.IsLetter(r) {
			end()
		} else {
			if unicode.IsUpper(r) && unicode.IsLower(last) {
				end()
			}
			word = append(word, r)
		}
		last = r
	}
	end()
	return all
}

// emptyNames returns the file names and declared names with an empty word, and functions that
// "handle" something.
func emptyNames(s source) []string {
	var empty []string
	look := func(name string, verb bool) {
		w := words(name)
		if slices.ContainsFunc(w, func(word string) bool { return slices.Contains(emptyWords, word) }) ||
			verb && len(w) > 0 && w[0] == "handle" {
			empty = append(empty, name)
		}
	}
	look(strings.TrimSuffix(path.Base(s.file), ".go"), false)
	look(s.syntax.Name.Name, false)
	for _, decl := range s.syntax.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			look(d.Name.Name, true)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch sp := spec.(type) {
				case *ast.TypeSpec:
					look(sp.Name.Name, false)
				case *ast.ValueSpec:
					for _, id := range sp.Names {
						look(id.Name, false)
					}
				}
			}
		}
	}
	return empty
}

// nodesNames are empty words in the names of Node.js modules.
var nodesNames = map[string]string{"js/internal/node/util.go": "util"}

func TestNames(t *testing.T) {
	for _, s := range checkout(t).sources(t) {
		for _, name := range emptyNames(s) {
			if word := nodesNames[s.file]; word != "" && slices.Contains(words(name), word) {
				continue
			}
			t.Errorf("%s: the name %s says nothing about what it is", s.file, name)
		}
	}
	file := parse(t, "package p; type TaskManager int; func handleIt() {}; var strUtils, handle int; func panicHandler() {}")
	got := emptyNames(source{file: "x/task_helper.go", syntax: file})
	if want := []string{"task_helper", "TaskManager", "handleIt", "strUtils"}; !slices.Equal(got, want) {
		t.Errorf("planted names: found %v, want %v", got, want)
	}
}
