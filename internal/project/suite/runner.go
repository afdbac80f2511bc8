package main

// How one step is run: the go command as a child, with nothing on its standard
// input, and its outcome handed to the tally.

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// step is one command of the suite.
type step struct {
	name string
	dir  string   // where the command runs
	env  []string // on top of the environment
	args []string // the command
	// tests says that the command is a `go test -json`, to be counted test by
	// test. Any other command counts as one.
	tests bool
	// cargo says the same of a `cargo test`.
	cargo bool
	// missing returns why this machine cannot run the step, "" when it can.
	// Nil: every machine with Go can.
	missing func() string
	// unrun is a reason that holds even when the step passes: what the step
	// leaves out on this machine.
	unrun string
}

// run runs one step and prints its progress.
func run(s step, number, of int, t *tally) {
	fmt.Fprintf(t.out, "[%d/%d] %s\n", number, of, s.name)
	t.begin(s.name)
	if s.missing != nil {
		if reason := s.missing(); reason != "" {
			fmt.Fprintf(t.out, "    NOT RUN: %s\n", reason)
			t.notRun(s.name, reason)
			return
		}
	}
	start := time.Now()
	err := execute(s, t)
	switch {
	case err != nil && t.inStep.failed == 0:
		t.fail(strings.Join(s.args, " "), err.Error())
	case err == nil && !s.tests && !s.cargo:
		t.pass()
	case (s.tests || s.cargo) && t.inStep.passed+t.inStep.failed == 0:
		t.fail(strings.Join(s.args, " "), "it ran no test")
	}
	if s.unrun != "" {
		t.notRun(s.name, s.unrun)
	}
	fmt.Fprintf(t.out, "    %d passed, %d failed, %d skipped in %v\n",
		t.inStep.passed, t.inStep.failed, t.inStep.skipped, time.Since(start).Round(100*time.Millisecond))
}

// execute runs the command to its end. Its complaints go to our standard error
// as they come.
func execute(s step, t *tally) error {
	cmd := exec.Command(s.args[0], s.args[1:]...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), s.env...)
	cmd.Stderr = os.Stderr
	if !s.tests && !s.cargo {
		cmd.Stdout = t.out
		return cmd.Run()
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	read := t.readTests
	if s.cargo {
		read = t.readCargo
	}
	readErr := read(out)
	// Whatever stopped the reading, the child must be able to end.
	_, _ = io.Copy(io.Discard, out)
	if err := cmd.Wait(); err != nil {
		return err
	}
	return readErr
}
