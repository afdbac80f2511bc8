package main

// The filter: counts the results of tests, collects the reasons of skipped tests, and turns a skip
// without a reason into a failure.

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
)

// reasonLine matches the reason in a line that a test wrote itself ("NOT RUN: no spin") or through
// t.Skip ("    wake_test.go:7: NOT RUN: no spin").
var reasonLine = regexp.MustCompile(`^\s*(?:[\w.-]+\.go:\d+: )?NOT RUN: *(\S.*?)\s*$`)

// cargoLine matches the line of cargo's test programs about one test.
var cargoLine = regexp.MustCompile(`^test (\S.*) \.\.\. (ok|FAILED|ignored)(?:, *(.*))?`)

// counts of tests, and of steps without tests.
type counts struct{ passed, failed, skipped int }

// outcome is the result of all steps so far.
type outcome struct {
	counts
	reasons  []string            // in order of appearance
	sources  map[string][]string // reason -> what it kept from running
	failures []string
	unstable []string // failed, and passed when run again
	times    times
}

// event is one line of `go test -json`; the field names are the go command's.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
	Elapsed float64 // seconds, of a test or a package that ended
}

// readGo counts the events of one `go test -json` and returns the tests that were
// skipped without a reason, which it has counted as failures. With reruns, a test that
// failed and then passed counts as passed, and is listed as unstable.
func (o *outcome) readGo(step string, r io.Reader, reruns bool) (silent []string, err error) {
	lines := bufio.NewReader(r)
	reasons := map[event][]string{} // Package and Test -> reasons that it gave
	failed := map[string]bool{}     // packages with a failure of a test
	var failures failedTests
	defer func() {
		for _, f := range failures.list {
			o.fail(step + ": " + f)
		}
	}()
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err == io.EOF {
			return silent, nil
		}
		if err != nil && err != io.EOF {
			return silent, fmt.Errorf("reading the record of the tests: %w", err)
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue // the go command's own output, which gotestsum has shown
		}
		test, name := event{Package: e.Package, Test: e.Test}, strings.TrimSpace(e.Package+" "+e.Test)
		took := timed{name: name + ", " + step, took: time.Duration(e.Elapsed * float64(time.Second)).Round(100 * time.Millisecond)}
		switch {
		case e.Elapsed == 0 || strings.Contains(e.Test, "/"): // a part of a test is in its time
		case e.Test == "":
			o.times.packages = append(o.times.packages, took)
		default:
			o.times.tests = append(o.times.tests, took)
		}
		switch {
		case e.Action == "output":
			if m := reasonLine.FindStringSubmatch(strings.TrimRight(e.Output, "\n")); m != nil {
				reasons[test] = append(reasons[test], m[1])
				o.remember(m[1], name)
			}
		case e.Action == "fail" && e.Test == "" && !failed[e.Package]:
			// It did not build, or it ended outside any test: in TestMain, by a leak, a crash, or a
			// data race after the last test.
			failures.add(name + ", outside its tests")
		case e.Action == "fail" && e.Test != "":
			failed[e.Package] = true
			if reruns {
				failures.remove(name) // it failed again
			}
			failures.add(name)
		case e.Test == "":
		case e.Action == "pass":
			o.passed++
			if reruns && failures.remove(name) {
				o.unstable = append(o.unstable, step+": "+name)
			}
		case e.Action == "skip" && reasons[test] != nil:
			o.skipped++
		case e.Action == "skip":
			silent = append(silent, name)
			o.fail(step + ": " + name + " was skipped without a reason")
		}
	}
}

// failedTests are the tests of a step that failed, in order.
type failedTests struct{ list []string }

func (f *failedTests) add(name string) { f.list = append(f.list, name) }

// remove removes all failures of a test, and reports whether there was one.
func (f *failedTests) remove(name string) bool {
	before := len(f.list)
	f.list = slices.DeleteFunc(f.list, func(other string) bool { return other == name })
	return len(f.list) < before
}

// takeCargo counts a line of `cargo test`, and reports whether the line contains nothing else of
// interest.
func (o *outcome) takeCargo(line string) bool {
	m := cargoLine.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	name := "rust " + m[1]
	reason, given := strings.CutPrefix(m[3], "NOT RUN: ")
	switch {
	case m[2] == "ok":
		o.passed++
		return true
	case m[2] == "ignored" && given:
		o.skip(name, reason)
		return true
	case m[2] == "ignored":
		o.fail(name + ` was ignored without a reason: say #[ignore = "NOT RUN: why"]`)
	default:
		o.fail(name)
	}
	return false
}

func (o *outcome) fail(what string) {
	o.failed++
	o.failures = append(o.failures, what)
}

// skip counts something that this machine cannot run.
func (o *outcome) skip(what, reason string) {
	o.skipped++
	o.remember(reason, what)
}

// remember records a reason once, with everything that it prevented from running.
func (o *outcome) remember(reason, what string) {
	if o.sources == nil {
		o.sources = map[string][]string{}
	}
	if !slices.Contains(o.reasons, reason) {
		o.reasons = append(o.reasons, reason)
	}
	if !slices.Contains(o.sources[reason], what) {
		o.sources[reason] = append(o.sources[reason], what)
	}
}

// summary prints the failures again, then the skipped tests with their reasons, then the times. The
// last line has the counts and is meant for programs.
func (o *outcome) summary(out io.Writer) {
	if len(o.failures) > 0 {
		fmt.Fprintln(out, "\nFailed:")
		for _, f := range o.failures {
			fmt.Fprintf(out, "  %s\n", f)
		}
	}
	if len(o.unstable) > 0 {
		fmt.Fprintln(out, "\nUnstable: failed, and passed when run again. Each is a defect of the test or of the code:")
		for _, u := range o.unstable {
			fmt.Fprintf(out, "  %s\n", u)
		}
	}
	if len(o.reasons) == 0 {
		fmt.Fprintln(out, "\nEverything could be run.")
	} else {
		fmt.Fprintln(out, "\nWhat could not be run here, and why:")
		for _, reason := range o.reasons {
			fmt.Fprintf(out, "  NOT RUN: %s\n      (%s)\n", reason, abridge(o.sources[reason]))
		}
	}
	o.times.print(out)
	fmt.Fprintf(out, "\n%d passed, %d failed, %d skipped\n", o.passed, o.failed, o.skipped)
}

// abridge joins the first three names, and counts the others.
func abridge(names []string) string {
	const most = 3
	if len(names) <= most {
		return strings.Join(names, "; ")
	}
	return fmt.Sprintf("%s; and %d more", strings.Join(names[:most], "; "), len(names)-most)
}
