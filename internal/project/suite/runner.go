package main

// How one step is run: a command as a child, with nothing on its standard input,
// or the test programs that a step before it has built; and its outcome handed to
// the tally.

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"time"
)

// step is one command of the suite.
type step struct {
	name string
	dir  string   // where the command runs
	env  []string // on top of the environment
	args []string // the command
	// after is the name of the step that has to end before this one begins.
	after string
	// tests says that the command is a `go test -json`, to be counted test by
	// test. Any other command counts as one.
	tests bool
	// cargo says the same of a `cargo test`.
	cargo bool
	// programs are run, with args as their arguments, instead of a command.
	programs *programs
	// missing returns why this machine cannot run the step, "" when it can.
	// Nil: every machine with Go can.
	missing func() string
	// unrun is a reason that holds even when the step passes: what the step
	// leaves out on this machine.
	unrun string
}

// counted says that the step is counted test by test.
func (s step) counted() bool { return s.tests || s.cargo || s.programs != nil }

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
	var spent processorTime
	var err error
	if s.programs != nil {
		err = s.programs.run(s, t, &spent)
	} else {
		err = execute(s, t, &spent)
	}
	switch {
	case err != nil && t.inStep.failed == 0:
		t.fail(strings.Join(s.args, " "), err.Error())
	case err == nil && !s.counted():
		t.pass()
	case s.counted() && t.inStep.passed+t.inStep.failed == 0:
		t.fail(strings.Join(s.args, " "), "it ran no test")
	}
	if s.unrun != "" {
		t.notRun(s.name, s.unrun)
	}
	fmt.Fprintf(t.out, "    %d passed, %d failed, %d skipped in %v%v\n",
		t.inStep.passed, t.inStep.failed, t.inStep.skipped, time.Since(start).Round(100*time.Millisecond), &spent)
}

// execute runs the command to its end. What it complains about on its standard
// error is shown under the step as it comes.
func execute(s step, t *tally, spent *processorTime) error {
	cmd := exec.Command(s.args[0], s.args[1:]...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), s.env...)
	cmd.Stderr = t.out
	if !s.tests && !s.cargo {
		cmd.Stdout = t.out
		err := cmd.Run()
		spent.add(cmd)
		return err
	}
	read := t.readTests
	if s.cargo {
		read = t.readCargo
	}
	return readWhile(cmd, read, spent)
}

// readWhile runs a command and has its standard output read.
func readWhile(cmd *exec.Cmd, read func(io.Reader) error, spent *processorTime) error {
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	readErr := read(out)
	// Whatever stopped the reading, the child must be able to end.
	_, _ = io.Copy(io.Discard, out)
	err = cmd.Wait()
	spent.add(cmd)
	if err != nil {
		return err
	}
	return readErr
}

// processorTime is what the processes of a step have used of processors. Where
// it is far less than the step took times the processors, the step waits.
type processorTime struct{ sum atomic.Int64 }

// add adds the time of a process that has ended and of those that it waited for.
func (p *processorTime) add(cmd *exec.Cmd) {
	if state := cmd.ProcessState; state != nil {
		p.sum.Add(int64(state.UserTime() + state.SystemTime()))
	}
}

func (p *processorTime) String() string {
	if runtime.GOOS == "windows" {
		return "" // which does not count a process's children with it
	}
	return fmt.Sprintf(" (processors: %v)", time.Duration(p.sum.Load()).Round(100*time.Millisecond))
}
