package models

// Running one search: from a model and its options to what the verifier found.

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// A search is what the verifier looks for.
type search int

const (
	// assertions looks at every state for a violated assertion, and for an end
	// of the run that is no allowed place to rest.
	assertions search = iota
	// endless looks for runs that go on for ever without passing a label that
	// begins with "progress", whatever the scheduler does.
	endless
)

// cycle is the property that the search endless finds violated.
const cycle = "non-progress cycle"

// How many violations of a mutant are looked at: it may violate several properties, and which
// one is met first says nothing. Most often it is the one that is wanted, and the search, which
// would cost as much as that of the protocol, ends there.
var mostViolations = []int{1, 1000}

// outcome is what one search found.
type outcome struct {
	states, transitions float64
	depth               int
	full                bool     // every reachable state was visited
	limits              []string // why not
	violated            []string // properties, in the order in which they were found
	statements          []string // of the model, as process, line and text
	unreached           []string // those that no run came to
}

func (o outcome) String() string {
	found := "nothing violated"
	if len(o.violated) > 0 {
		found = "violated: " + strings.Join(o.violated, ", ")
	}
	return fmt.Sprintf("%.0f states, %.0f transitions, depth %d: %s", o.states, o.transitions, o.depth, found)
}

var (
	violationLine = regexp.MustCompile(`^pan:\d+: (.*?) \(at depth -?\d+\)$`)
	propertyName  = regexp.MustCompile(`\|\|(\w+)\)$`)
	sizeLine      = regexp.MustCompile(`^State-vector \d+ byte, depth reached (\d+), errors: (\d+)`)
	statesLine    = regexp.MustCompile(`^\s*([0-9.e+]+) states, stored`)
	passedLine    = regexp.MustCompile(`^\s*([0-9.e+]+) transitions`)
	procLine      = regexp.MustCompile(`^(?:unreached in )?(?:proctype|init) ?(.*)$`)
	unreachedLine = regexp.MustCompile(`^\s+(\S+:\d+), state \d+, "(.*)"$`)
	statementLine = regexp.MustCompile(`^\s+state\s+\d+ .*\] (\S+:\d+) => (.*)$`)
)

// limitWords stand in the output of a search that was not exhaustive.
var limitWords = []string{
	"max search depth too small", "Search not completed", "Bit statespace search", "Hash-Compact", "out of memory",
	"reached -DMEMLIM", "VECTORSZ", "Search incomplete", "aborting", "Segmentation",
}

// parse reads the verifier's output. It returns an error when the output is not
// that of a search that came to its end.
func parse(output string) (outcome, error) {
	var o outcome
	counted, proc := false, ""
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		for _, w := range limitWords {
			if strings.Contains(line, w) && !slices.Contains(o.limits, w) {
				o.limits = append(o.limits, w)
			}
		}
		if m := violationLine.FindStringSubmatch(line); m != nil {
			property := m[1]
			if name := propertyName.FindStringSubmatch(property); name != nil {
				property = name[1]
			}
			if !slices.Contains(o.violated, property) {
				o.violated = append(o.violated, property)
			}
		} else if m := sizeLine.FindStringSubmatch(line); m != nil {
			o.depth, _ = strconv.Atoi(m[1])
			counted = true
			if (m[2] != "0") != (len(o.violated) > 0) {
				return o, fmt.Errorf("%s errors, of which %d were understood", m[2], len(o.violated))
			}
		} else if m := statesLine.FindStringSubmatch(line); m != nil {
			o.states, _ = strconv.ParseFloat(m[1], 64)
		} else if m := passedLine.FindStringSubmatch(line); m != nil {
			o.transitions, _ = strconv.ParseFloat(m[1], 64)
		} else if m := unreachedLine.FindStringSubmatch(line); m != nil {
			o.unreached = append(o.unreached, statement(proc, m[1], m[2]))
		} else if m := procLine.FindStringSubmatch(line); m != nil {
			proc = m[1]
		}
	}
	if !counted || o.states == 0 {
		return o, errors.New("the verifier did not come to its end")
	}
	o.full = strings.Contains(output, "Full statespace search for:") && len(o.limits) == 0
	return o, nil
}

// parseStatements reads the output of pan -d: every statement of the model.
func parseStatements(output string) []string {
	var all []string
	proc := ""
	for line := range strings.Lines(output) {
		line = strings.TrimRight(line, "\n")
		if m := statementLine.FindStringSubmatch(line); m != nil {
			all = append(all, statement(proc, m[1], m[2]))
		} else if m := procLine.FindStringSubmatch(line); m != nil {
			proc = m[1]
		}
	}
	return all
}

func statement(proc, place, text string) string {
	// spin is not sure about the file of an inlined statement, only about the line
	return proc + ", line " + place[strings.LastIndex(place, ":")+1:] + ": " + text
}

// tools are the programs that a search needs.
var tools = []string{"spin", "cc"}

var sayMissing sync.Once

// needTools skips the test when a tool is missing.
func needTools(t *testing.T) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			reason := fmt.Sprintf("NOT RUN: the protocol models, since %s is not installed", tool)
			sayMissing.Do(func() { fmt.Fprintln(os.Stderr, reason) })
			t.Skip(reason)
		}
	}
}

// quickCompiler returns the command that compiles fastest: tcc, which takes a
// thirtieth of the time of cc -O0 and makes verifiers that are about as fast, or
// cc where there is no tcc that works.
func quickCompiler() []string {
	if tccWorks() {
		return []string{"tcc"}
	}
	return []string{"cc", "-O0"}
}

// tccWorks reports whether tcc can compile, link and run a program that uses
// what a verifier uses.
var tccWorks = sync.OnceValue(func() bool {
	cmd := exec.Command("tcc", "-run", "-")
	cmd.Stdin = strings.NewReader("#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\nint main(void) { free(malloc(1)); return puts(\"works\") < 0; }\n")
	out, err := cmd.Output()
	return err == nil && string(out) == "works\n"
})

// run carries out the search of a row.
func run(t *testing.T, r row) outcome {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	command := func(name string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}

	args := []string{"-a", "-Pcc -E -x c"}
	for _, option := range r.options {
		args = append(args, "-D"+option)
	}
	if out, err := command("spin", append(args, r.model+".pml")...); err != nil || strings.Contains(strings.ToLower(out), "error") {
		t.Fatalf("spin %v %s: %v\n%s", r.options, r.model, err, out)
	}
	// Where a search takes seconds, compiling the verifier takes longer than the
	// search: the quickest compiler is the best one. The full size is worth an
	// optimising one, and -DCOLLAPSE, which packs states without loss.
	compile, depth, most := quickCompiler(), 100_000, mostViolations
	if r.violates == "" {
		most = most[:1]
	}
	if r.large {
		compile = []string{"cc", "-O2", "-DCOLLAPSE"}
	}
	if r.large {
		depth = 20_000_000
	}
	pan := []string{"-w20", "-m" + strconv.Itoa(depth)}
	switch r.search {
	case assertions:
		compile = append(compile, "-DSAFETY")
	case endless:
		compile = append(compile, "-DNP")
		pan = append(pan, "-l")
	}
	if out, err := command(compile[0], append(compile[1:], "-o", "pan", "pan.c")...); err != nil {
		t.Fatalf("%s: %v\n%s", compile[0], err, out)
	}
	structure, err := command(filepath.Join(dir, "pan"), "-d")
	if err != nil {
		t.Fatalf("pan -d: %v", err)
	}
	var o outcome
	for _, n := range most {
		// pan exits with 0 also when it has found something: what counts is its text.
		args := append(pan, "-c"+strconv.Itoa(n))
		text, err := command(filepath.Join(dir, "pan"), args...)
		var wrong error
		o, wrong = parse(text)
		if err := errors.Join(err, wrong); err != nil {
			t.Fatalf("pan %v: %v\n%s", args, err, abridge(text))
		}
		if len(o.violated) == 0 || slices.Contains(o.violated, r.violates) {
			break
		}
	}
	o.statements = parseStatements(structure)
	return o
}

// abridge keeps the beginning and the end of a long text.
func abridge(text string) string {
	const most = 4000
	if len(text) <= 2*most {
		return text
	}
	return text[:most] + "\n...\n" + text[len(text)-most:]
}
