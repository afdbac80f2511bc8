package main

// How one step is run, and how its result is counted.

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// step is one command of a tier.
type step struct {
	name string
	dir  string   // where the command runs
	env  []string // on top of the environment
	// args is the command. For Go tests it is the arguments of `go test`, for Rust tests those of
	// `cargo test`.
	args     []string
	tests    language
	packages []string // whose Go tests run
	through  []string // a command that runs the command
	// reruns says that up to maxReruns tests that fail are run once more, by themselves. One
	// that passes then is listed as unstable. Never for the library's tests: with them, every
	// failure is a defect that a user could meet. A data race is not run again.
	reruns bool
	// missing returns why this machine cannot run the step, "" when it can.
	// Nil: every machine with Go can.
	missing func() string
	// unrun is a reason that holds even if the step passes: the part that the step leaves out on
	// this machine.
	unrun string
}

// maxReruns is the maximum number of failed tests in a step that are run again. More failures at
// the same time have a common cause.
const maxReruns = 4

// language is the language of a step's tests. Tests are counted individually. A step without tests
// counts as one.
type language int

const (
	noTests language = iota
	goTests
	rustTests
)

// runner runs steps and counts their outcomes.
type runner struct {
	out       io.Writer
	gotestsum string // the program
	folder    string // for the records of test runs
	outcome   outcome
}

func (r *runner) run(s step, number, of int) {
	fmt.Fprintf(r.out, "\n[%d/%d] %s\n", number, of, s.name)
	if s.missing != nil {
		if reason := s.missing(); reason != "" {
			fmt.Fprintf(r.out, "NOT RUN: %s\n", reason)
			r.outcome.skip(s.name, reason)
			return
		}
	}
	if s.unrun != "" {
		r.outcome.skip(s.name, s.unrun)
	}
	start := time.Now()
	before := r.outcome.counts
	spent, err := r.execute(s)
	ran := r.outcome.passed + r.outcome.failed - before.passed - before.failed
	switch {
	case err != nil && r.outcome.failed == before.failed:
		r.fail(s.name + ": " + err.Error())
	case err == nil && s.tests == noTests:
		r.outcome.passed++
	case s.tests != noTests && ran == 0:
		r.fail(s.name + ": it ran no test")
	}
	took := timed{s.name, time.Since(start).Round(100 * time.Millisecond), spent}
	r.outcome.times.steps = append(r.outcome.times.steps, took)
	fmt.Fprintf(r.out, "%v, processor time %v\n", took.took, took.processor)
}

// fail counts a failure that gotestsum does not print.
func (r *runner) fail(what string) {
	r.outcome.fail(what)
	fmt.Fprintln(r.out, "FAIL", what)
}

// execute runs the command to its end and returns the processor time of the command and its
// children.
func (r *runner) execute(s step) (spent string, err error) {
	args, record := s.args, ""
	switch s.tests {
	case goTests:
		record = filepath.Join(r.folder, "record.json")
		args = []string{r.gotestsum, "--format=pkgname", "--format-icons=text", "--hide-summary=skipped", "--jsonfile=" + record, "--packages=" + strings.Join(s.packages, " ")}
		if s.reruns {
			args = append(args, "--rerun-fails=1", fmt.Sprintf("--rerun-fails-max-failures=%d", maxReruns), "--rerun-fails-abort-on-data-race")
		}
		args = append(append(args, "--"), s.args...)
	case rustTests:
		args = append([]string{"cargo", "test"}, args...)
	}
	args = append(slices.Clone(s.through), args...)
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir, cmd.Env = s.dir, append(os.Environ(), s.env...)
	cmd.Stdout, cmd.Stderr = r.out, r.out
	if s.tests == rustTests {
		err = r.cargo(cmd)
	} else {
		err = cmd.Run()
	}
	if record != "" {
		err = r.filter(s, record, err)
	}
	if state := cmd.ProcessState; state != nil && runtime.GOOS != "windows" { // no children there
		spent = (state.UserTime() + state.SystemTime()).Round(100 * time.Millisecond).String()
	}
	return spent, err
}

// filter counts the tests in gotestsum's record.
func (r *runner) filter(s step, record string, failed error) error {
	file, err := os.Open(record)
	if err != nil {
		if failed != nil {
			return failed // it did not start
		}
		return err
	}
	defer file.Close()
	silent, err := r.outcome.readGo(s.name, file, s.reruns)
	for _, test := range silent {
		fmt.Fprintf(r.out, "FAIL %s was skipped without a reason: say t.Skip(\"NOT RUN: why\")\n", test)
	}
	if failed != nil {
		return failed
	}
	return err
}

// cargo runs `cargo test` and counts its output as it arrives.
func (r *runner) cargo(cmd *exec.Cmd) error {
	cmd.Stdout = nil
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewReader(out)
	for err == nil {
		var line string
		line, err = lines.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); !r.outcome.takeCargo(line) && line != "" {
			fmt.Fprintln(r.out, line)
		}
	}
	_, _ = io.Copy(io.Discard, out) // so that the child can end
	return cmd.Wait()
}
