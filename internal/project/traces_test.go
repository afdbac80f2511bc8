package project

// The traces of docs/architecture.md: each step names functions that its file has, and no
// trace returns to a file that it has left.

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	traceStep = regexp.MustCompile("^[0-9]+[.] ((?:`[^`]+`(?:, )?)+):")
	traceName = regexp.MustCompile("`([^`]+)`")
)

// wrongSteps returns a complaint for each incorrect step of the traces in page. functions returns
// the names of the functions and methods of a file, or nil if the file does not exist. steps is the
// number of steps.
func wrongSteps(page string, functions func(file string) []string) (complaints []string, steps int) {
	var left []string // files that the current trace has left
	present := ""
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "#") {
			left, present = nil, ""
		}
		step := traceStep.FindStringSubmatch(line)
		if step == nil {
			continue
		}
		steps++
		spans := traceName.FindAllStringSubmatch(step[1], -1)
		file := spans[0][1]
		if file != present {
			left, present = append(left, present), file
		}
		if slices.Contains(left, file) {
			complaints = append(complaints, fmt.Sprintf("a trace returns to %s", file))
		}
		has := functions(file)
		if has == nil {
			complaints = append(complaints, fmt.Sprintf("there is no file %s", file))
			continue
		}
		if len(spans) == 1 {
			complaints = append(complaints, fmt.Sprintf("the step in %s names no function", file))
		}
		for _, span := range spans[1:] {
			if !slices.Contains(has, span[1]) {
				complaints = append(complaints, fmt.Sprintf("%s has no function %s", file, span[1]))
			}
		}
	}
	return complaints, steps
}

func TestTraces(t *testing.T) {
	tr := checkout(t)
	complaints, steps := wrongSteps(tr.read(t, "docs/architecture.md"), func(file string) []string {
		if !slices.Contains(tr.files, file) {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, tr.read(t, file), parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		names := []string{}
		for _, d := range parsed.Decls {
			if f, is := d.(*ast.FuncDecl); is {
				names = append(names, f.Name.Name)
			}
		}
		return names
	})
	for _, c := range complaints {
		t.Error(c)
	}
	if steps < 20 {
		t.Errorf("the traces have %d steps: too few to be all of them", steps)
	}
}

func TestTracesFindPlantedMistakes(t *testing.T) {
	functions := func(file string) []string { return map[string][]string{"a.go": {"F", "G"}, "b.go": {"H"}}[file] }
	for page, want := range map[string]int{
		"1. `a.go`, `F`, `G`: well.\n2. `b.go`, `H`: well.\n":                         0,
		"1. `a.go`, `F`: well.\n# Another\n1. `b.go`, `H`: well.\n2. `a.go`, `G`: x.": 0,
		"1. `a.go`, `H`: of another file.\n":                                          1,
		"1. `c.go`, `F`: no such file.\n":                                             1,
		"1. `a.go`: no function.\n":                                                   1,
		"1. `a.go`, `F`: there.\n2. `b.go`, `H`: away.\n3. `a.go`, `G`: back.\n":      1,
	} {
		if got, _ := wrongSteps(page, functions); len(got) != want {
			t.Errorf("%q: %v, want %d complaints", page, got, want)
		}
	}
}
