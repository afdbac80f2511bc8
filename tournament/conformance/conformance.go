// Package conformance tests whether a contestant meets the contract of package contest. There is
// one suite, [Run], for all contestants: figures of a loop that loses tasks would be meaningless.
//
// If an entry declares that it lacks a capability, the suite tests the behaviour without it. The
// project's designs and its loop must meet the whole contract. Peers and the floor may discard
// tasks, and must count them, if a foreign library leaves no choice. Each such place is a use of
// lenient.
//
// Nothing here waits for time to pass. On a hang, a watchdog ends the process with the stacks of
// all goroutines.
package conformance

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// Run runs the suite against one entry. It sets GOMAXPROCS to 1, 2 and 8, or with -short leaves it
// unchanged, so the caller's test must not be parallel. The caller's TestMain should check for
// leaked goroutines. Sizes are smaller with -short and -race.
func Run(t *testing.T, entry contest.Entry) {
	if trial(t, entry) {
		return
	}
	for _, s := range servers {
		if entry.Can.Has(s.with) {
			t.Run(s.name, func(t *testing.T) { testServer(t, entry, s) })
		}
	}
	if entry.Can&^contest.Servers == 0 {
		return
	}
	if !entry.Can.Has(contest.Loops) {
		t.Run("control", func(t *testing.T) { testControl(t, entry) })
		return
	}
	group := func(name string, tests []test) {
		t.Run(name, func(t *testing.T) {
			for _, test := range tests {
				t.Run(test.name, func(t *testing.T) {
					watch(t)
					test.run(t, entry)
				})
			}
		})
	}
	group("once", []test{
		{"burst", testBurst},
		{"room", testRoom},
		{"priority", testPriority},
		{"panic", testPanic},
		{"goexit", testGoexit},
		{"unsupported", testUnsupported},
		{"microtasks", testMicrotasks},
		{"timers", testTimers},
		{"run-twice", testRunTwice},
		{"before-run", testBeforeRun},
		{"shutdown", testShutdown},
		{"shutdown-before-run", testShutdownBeforeRun},
		{"shutdown-inside", testShutdownInside},
		{"shutdown-context", testShutdownContext},
		{"close", testClose},
		{"close-before-run", testCloseBeforeRun},
		{"close-inside", testCloseInside},
		{"context", testContext},
		{"context-before-run", testContextBeforeRun},
	})
	all := []int{1, 2, 8}
	if testing.Short() {
		// Whoever wants it short runs it with several GOMAXPROCS, or does not care.
		all = []int{runtime.GOMAXPROCS(0)}
	}
	for _, procs := range all {
		before := runtime.GOMAXPROCS(procs)
		group(fmt.Sprintf("procs=%d", procs), []test{
			{"order", testOrder},
			{"load", testLoad},
			{"inside", testInside},
			{"wake-up", testWakeUp},
			{"descriptors", testDescriptors},
			{"races", testRaces},
		})
		runtime.GOMAXPROCS(before)
	}
}

type test struct {
	name string
	run  func(*testing.T, contest.Entry)
}

// size is n, or less where the detector or -short ask for it.
func size(n int) int {
	switch {
	case raceEnabled:
		return max(n/20, 1)
	case testing.Short():
		return max(n/10, 1)
	}
	return n
}

// lenient reports that the entry wraps a mechanism of another project.
func lenient(entry contest.Entry) bool {
	return entry.Kind == contest.Peer || entry.Kind == contest.Floor
}

// watchLimit is far beyond what any test needs on a loaded machine.
const watchLimit = 8 * time.Minute

// watch ends the process with all stacks when the test hangs.
func watch(t *testing.T) {
	name := t.Name()
	dog := time.AfterFunc(watchLimit, func() {
		debug.SetTraceback("all")
		panic("conformance: " + name + " hangs")
	})
	t.Cleanup(func() { dog.Stop() })
}
