package main

// The tally: how the outcome of tests and commands is counted, and how the
// reasons of what was not run are found. It knows nothing of how they are run.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// reasonLine finds the reason in a line that a test wrote itself ("NOT RUN: no
// spin") or through t.Skip ("    wake_test.go:7: NOT RUN: no spin").
var reasonLine = regexp.MustCompile(`^\s*(?:[\w.-]+\.go:\d+: )?NOT RUN: *(\S.*?)\s*$`)

// event is one line of `go test -json`; the field names are the go command's.
type event struct {
	Action     string
	Package    string
	ImportPath string // of build-output, where Package is empty
	Test       string
	Output     string
	Elapsed    float64
}

// tally counts over all steps and prints progress and failures as plain lines.
type tally struct {
	mu                      sync.Mutex // of taking events: several programs may run at once
	out                     io.Writer
	passed, failed, skipped int
	reasons                 []string            // in order of appearance
	sources                 map[string][]string // reason -> what it kept from running
	failures                []string            // names, for the summary

	// Of the step under way.
	step   string
	output map[string]*strings.Builder // what a test, a package or a build has written so far
	inStep counts
	inPkg  map[string]*counts
}

type counts struct{ passed, failed, skipped int }

func newTally(out io.Writer) *tally {
	return &tally{out: &lockedWriter{out: out}, sources: map[string][]string{}}
}

// A lockedWriter may be written to by the tally and by the commands of a step.
type lockedWriter struct {
	mu  sync.Mutex
	out io.Writer
}

func (w *lockedWriter) Write(text []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(text)
}

// begin opens a step: what is counted from here on is filed under its name.
func (t *tally) begin(step string) {
	t.step = step
	t.output = map[string]*strings.Builder{}
	t.inStep = counts{}
	t.inPkg = map[string]*counts{}
}

// readTests takes the output of one `go test -json`. Lines that are not events
// are passed through: they are the go command's own complaints.
func (t *tally) readTests(r io.Reader) error {
	lines := bufio.NewReader(r)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			t.takeLine(line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the output of go test: %w", err)
		}
	}
}

// cargoLine is what cargo's test programs say of one test.
var cargoLine = regexp.MustCompile(`^test (\S.*) \.\.\. (ok|FAILED|ignored)(?:, *(.*))?`)

// readCargo takes the output of one `cargo test`. What a failed test has written
// comes at the end of its program, and all lines of those are shown then.
func (t *tally) readCargo(r io.Reader) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	failed := false
	for lines.Scan() {
		line := lines.Text()
		switch m := cargoLine.FindStringSubmatch(line); {
		case m == nil:
			if failed = failed || line == "failures:"; failed {
				fmt.Fprintf(t.out, "    %s\n", line)
			}
			failed = failed && !strings.HasPrefix(line, "test result:")
		case m[2] == "ok":
			t.passed++
			t.inStep.passed++
		case m[2] == "ignored" && strings.HasPrefix(m[3], "NOT RUN: "):
			t.notRun("rust "+m[1], strings.TrimPrefix(m[3], "NOT RUN: "))
		case m[2] == "ignored":
			t.fail("rust "+m[1], `it was ignored without a reason: say #[ignore = "NOT RUN: why"]`)
		default:
			t.fail("rust "+m[1], "")
		}
	}
	return lines.Err()
}

func (t *tally) takeLine(line []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	var e event
	if json.Unmarshal(line, &e) == nil && e.Action != "" {
		t.take(e)
	} else {
		fmt.Fprintf(t.out, "    %s\n", strings.TrimRight(string(line), "\n"))
	}
}

func (t *tally) take(e event) {
	key := e.Package + "." + e.Test
	switch e.Action {
	case "build-output":
		t.written(e.ImportPath).WriteString(e.Output)
	case "build-fail":
		t.show(e.ImportPath)
	case "output":
		t.written(key).WriteString(e.Output)
	case "pass", "fail", "skip":
		if e.Test != "" {
			t.testEnded(e, key)
		} else {
			t.packageEnded(e, key)
		}
	}
}

func (t *tally) testEnded(e event, key string) {
	reasons := t.reasonsIn(key, e.Package+" "+e.Test)
	pkg := t.pkg(e.Package)
	switch {
	case e.Action == "pass":
		t.passed++
		t.inStep.passed++
		pkg.passed++
	case e.Action == "skip" && reasons > 0:
		t.skipped++
		t.inStep.skipped++
		pkg.skipped++
	case e.Action == "skip":
		pkg.failed++
		t.fail(e.Package+" "+e.Test, `it was skipped without a reason: say t.Skip("NOT RUN: why")`)
		t.show(key)
	default:
		pkg.failed++
		t.fail(e.Package+" "+e.Test, "")
		t.show(key)
	}
	delete(t.output, key)
}

func (t *tally) packageEnded(e event, key string) {
	t.reasonsIn(key, e.Package)
	pkg := t.pkg(e.Package)
	if e.Action == "fail" && pkg.failed == 0 {
		// It did not build, or it ended outside any test: TestMain, a leak, a
		// crash, a data race after the last test.
		pkg.failed++
		t.fail(e.Package, "the package failed outside its tests")
		t.showUnder(e.Package + ".")
	}
	if *pkg != (counts{}) {
		fmt.Fprintf(t.out, "    %-5s%s: %d passed, %d failed, %d skipped (%.1fs)\n",
			map[bool]string{true: "ok", false: "FAIL"}[pkg.failed == 0], e.Package, pkg.passed, pkg.failed, pkg.skipped, e.Elapsed)
	}
	delete(t.output, key)
}

// fail counts one failure and prints it at once.
func (t *tally) fail(what, why string) {
	t.failed++
	t.inStep.failed++
	if why != "" {
		what += ": " + why
	}
	t.failures = append(t.failures, t.step+": "+what)
	fmt.Fprintf(t.out, "    FAIL %s\n", what)
}

// add counts what another tally has counted, after it has ended.
func (t *tally) add(other *tally) {
	t.passed += other.passed
	t.failed += other.failed
	t.skipped += other.skipped
	t.failures = append(t.failures, other.failures...)
	for _, reason := range other.reasons {
		for _, source := range other.sources[reason] {
			t.remember(reason, source)
		}
	}
}

// pass counts a command that succeeded.
func (t *tally) pass() {
	t.passed++
	t.inStep.passed++
}

// notRun counts something that this machine cannot run.
func (t *tally) notRun(what, reason string) {
	t.skipped++
	t.inStep.skipped++
	t.remember(reason, what)
}

// remember files a reason once and, under it, everything that it kept from
// running.
func (t *tally) remember(reason, what string) {
	if !slices.Contains(t.reasons, reason) {
		t.reasons = append(t.reasons, reason)
	}
	if !slices.Contains(t.sources[reason], what) {
		t.sources[reason] = append(t.sources[reason], what)
	}
}

// reasonsIn files every reason that is written under key and returns how many
// there were.
func (t *tally) reasonsIn(key, what string) int {
	n := 0
	for line := range strings.Lines(t.written(key).String()) {
		if m := reasonLine.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			t.remember(m[1], what)
			n++
		}
	}
	return n
}

func (t *tally) written(key string) *strings.Builder {
	if t.output[key] == nil {
		t.output[key] = &strings.Builder{}
	}
	return t.output[key]
}

func (t *tally) pkg(path string) *counts {
	if t.inPkg[path] == nil {
		t.inPkg[path] = &counts{}
	}
	return t.inPkg[path]
}

// show prints what was written under key, indented.
func (t *tally) show(key string) {
	for line := range strings.Lines(t.written(key).String()) {
		fmt.Fprintf(t.out, "        %s\n", strings.TrimRight(line, "\n"))
	}
}

// showUnder prints what a package wrote itself and what its unfinished tests
// wrote: after a crash that is where the stack is.
func (t *tally) showUnder(prefix string) {
	var keys []string
	for key := range t.output {
		if strings.HasPrefix(key, prefix) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		t.show(key)
	}
}

// summary prints the failures again, then what was not run and why, then the
// line that tools read.
func (t *tally) summary() {
	fmt.Fprintln(t.out)
	if len(t.failures) > 0 {
		fmt.Fprintln(t.out, "Failed:")
		for _, f := range t.failures {
			fmt.Fprintf(t.out, "  %s\n", f)
		}
		fmt.Fprintln(t.out)
	}
	if len(t.reasons) == 0 {
		fmt.Fprintln(t.out, "Everything could be run.")
	} else {
		fmt.Fprintln(t.out, "What could not be run here, and why:")
		for _, reason := range t.reasons {
			fmt.Fprintf(t.out, "  NOT RUN: %s\n      (%s)\n", reason, abridge(t.sources[reason]))
		}
	}
	fmt.Fprintf(t.out, "\n%d passed, %d failed, %d skipped\n", t.passed, t.failed, t.skipped)
}

// abridge joins names, and counts those after the third.
func abridge(names []string) string {
	const most = 3
	if len(names) <= most {
		return strings.Join(names, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(names[:most], "; "), len(names)-most)
}
