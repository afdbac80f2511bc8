package conformance

import (
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the tests of tasks that panic or end their goroutine.

// trialVariable tells a child process of the test which entry shall panic.
const trialVariable = "WAKEFUL_CONFORMANCE_PANIC"

const trialPanic = "conformance: a task panics on purpose"

// trial lets a task panic when this process was started to see what becomes of
// it; it reports whether it was.
func trial(t *testing.T, entry contest.Entry) bool {
	name := os.Getenv(trialVariable)
	if name == "" {
		return false
	}
	if name == entry.Name {
		watch(t)
		s := startSubject(t, entry)
		s.mustSubmit(func() { panic(trialPanic) })
		s.shutdown()
	}
	return true
}

// testPanic: a panic ends its task alone, and the task counts as executed.
// Without the capability it ends the process, and shows its message.
func testPanic(t *testing.T, entry contest.Entry) {
	if !entry.Can.Has(contest.PanicIsolation) {
		caller := t.Name()[:strings.LastIndex(t.Name(), "/once/")]
		pattern := strings.Split(caller, "/")
		for i := range pattern {
			pattern[i] = "^" + regexp.QuoteMeta(pattern[i]) + "$"
		}
		child := exec.Command(os.Args[0], "-test.run="+strings.Join(pattern, "/"))
		child.Env = append(os.Environ(), trialVariable+"="+entry.Name)
		out, err := child.CombinedOutput()
		if err == nil || !strings.Contains(string(out), trialPanic) {
			t.Errorf("a panic in a task did not end the process (%v): declare PanicIsolation\n%s", err, out)
		}
		return
	}
	s := startSubject(t, entry)
	var causeless error
	ran, total := 0, size(3_000)
	for i := range total {
		s.submitUntilAccepted(func() {
			ran++
			switch i % 5 {
			case 1:
				panic("text")
			case 2:
				_ = causeless.Error() // a runtime error
			case 3:
				panic(nil) //nolint:govet // the value that recover cannot see was made visible in Go 1.21
			}
		})
	}
	s.shutdown()
	if ran != total {
		t.Errorf("%d of %d tasks ran", ran, total)
	}
}

// testGoexit: runtime.Goexit ends its task alone. Without the capability it ends
// Run's goroutine.
func testGoexit(t *testing.T, entry contest.Entry) {
	s := startSubject(t, entry)
	if !entry.Can.Has(contest.GoexitIsolation) {
		next := make(chan struct{})
		release := s.block()
		s.mustSubmit(runtime.Goexit)
		s.mustSubmit(func() { close(next) })
		release()
		select {
		case <-s.ended:
			if s.returned {
				t.Errorf("Run returned %v after Goexit in a task, want no return", s.err)
			}
		case <-next:
			t.Error("the loop goes on after Goexit in a task: declare GoexitIsolation")
			s.shutdown()
		}
		return
	}
	ran, total := 0, size(3_000)
	for i := range total {
		s.submitUntilAccepted(func() {
			ran++
			switch i % 7 {
			case 0, 3, 4:
				runtime.Goexit()
			case 5:
				panic("between two ends of a goroutine")
			}
		})
	}
	s.submitUntilAccepted(runtime.Goexit)
	s.shutdown()
	if ran != total {
		t.Errorf("%d of %d tasks ran", ran, total)
	}

	// Alone, and awaited: nothing else wakes the loop afterwards.
	s = startSubject(t, entry)
	done := make(chan struct{})
	for range 20 {
		s.mustSubmit(func() {
			defer func() { done <- struct{}{} }()
			runtime.Goexit()
		})
		<-done
	}
	s.shutdown()
}
