package wakeful_test

import (
	"context"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// named is a microtask whose name the report about the budget contains.
func named() {}

func TestMicrotaskBudgetNamesTheChain(t *testing.T) {
	var reported []*wakeful.PanicError
	script(t, func(l *wakeful.Loop) {
		check(t, l.QueueMicrotask(func() {}))
		check(t, l.QueueMicrotask(func() {}))
		check(t, l.QueueMicrotask(named))
	}, wakeful.WithMicrotaskBudget(2), into(&reported))
	if len(reported) != 1 {
		t.Fatalf("%d reports, want 1", len(reported))
	}
	e := reported[0]
	matches(t, e, wakeful.ErrMicrotaskBudget)
	equal(t, "phase", e.Phase, "microtasks")
	for _, part := range []string{"2 ran", "wakeful_test.named", "microtask_test.go"} {
		if !strings.Contains(e.Error(), part) {
			t.Errorf("report %q does not say %q", e, part)
		}
	}
}

// A chain as long as the budget is not reported.
func TestMicrotaskBudgetIsExact(t *testing.T) {
	for _, budget := range []int{0, 3, 4} {
		var reported []*wakeful.PanicError
		l := script(t, func(l *wakeful.Loop) {
			check(t, l.AfterCallback(func() {}))
			check(t, l.QueueMicrotask(func() {}))
			check(t, l.QueueMicrotask(func() {}))
		}, wakeful.WithMicrotaskBudget(budget), into(&reported))
		equal(t, "reports", len(reported), 0)
		equal(t, "microtasks", l.Metrics().Microtasks, 3)
	}
}

// Microtasks beyond the budget run after the next callbacks, in order, and the loop does other work
// in between.
func TestMicrotasksOverTheBudgetContinue(t *testing.T) {
	var j journal
	var reported []*wakeful.PanicError
	script(t, func(l *wakeful.Loop) {
		for _, name := range []string{"1", "2", "3", "4", "5"} {
			check(t, l.QueueMicrotask(j.note(name)))
		}
		check(t, l.AfterSubmitted(j.note("afterSubmitted")))
		check(t, l.AtTurnEnd(j.note("turnEnd")))
	}, wakeful.WithMicrotaskBudget(2), into(&reported))
	j.is(t, "1 2 afterSubmitted 3 4 turnEnd 5")
	equal(t, "reports", len(reported), 2)
}

// The same holds between two submitted functions of one turn.
func TestMicrotasksOverTheBudgetContinueInTheTurn(t *testing.T) {
	var j journal
	var reported []*wakeful.PanicError
	script(t, func(l *wakeful.Loop) {
		check(t, l.Submit(func() {
			for _, name := range []string{"1", "2", "3", "4", "5"} {
				check(t, l.QueueMicrotask(j.note(name)))
			}
		}))
		check(t, l.Submit(j.note("a")))
		check(t, l.Submit(j.note("b")))
		check(t, l.Submit(j.note("c")))
	}, wakeful.WithMicrotaskBudget(2), into(&reported))
	j.is(t, "1 2 a 3 4 b 5 c")
	equal(t, "reports", len(reported), 2)
}

// An endless chain of either kind, or one that panics at each step, does not block the loop's other
// work.
func TestMicrotaskBudgetBreaksEndlessChains(t *testing.T) {
	for name, chain := range map[string]func(l *wakeful.Loop, again func()) error{
		"AfterCallback":  func(l *wakeful.Loop, again func()) error { return l.AfterCallback(again) },
		"QueueMicrotask": func(l *wakeful.Loop, again func()) error { return l.QueueMicrotask(again) },
	} {
		for _, panics := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				steps, overruns := 0, 0
				l := unrun(t, wakeful.WithMicrotaskBudget(10), wakeful.WithPanicHandler(func(e *wakeful.PanicError) {
					if e.Value != "step" {
						overruns++
						matches(t, e, wakeful.ErrMicrotaskBudget)
					}
				}))
				var again func()
				again = func() {
					if steps++; steps > 10_000 {
						t.Error("nothing but the chain has run")
						check(t, l.Close())
					}
					check(t, chain(l, again))
					if panics {
						panic("step")
					}
				}
				check(t, l.Submit(func() { check(t, chain(l, again)) }))
				check(t, l.Submit(func() { check(t, l.Submit(func() { check(t, l.Close()) })) }))
				check(t, runLoop(context.Background(), l))
				conserved(t, l)
				if overruns == 0 {
					t.Error("the chain was not reported")
				}
				equal(t, "microtasks discarded", l.Metrics().MicrotasksDiscarded, 1)
			})
		}
	}
}

// Without a budget a chain runs to its end before anything else.
func TestLongChain(t *testing.T) {
	length, n := rounds(100_000), 0
	l := script(t, func(l *wakeful.Loop) {
		var again func()
		again = func() {
			if n++; n < length {
				if n%2 == 0 {
					check(t, l.AfterCallback(again))
				} else {
					check(t, l.QueueMicrotask(again))
				}
			}
		}
		check(t, l.Submit(func() { equal(t, "steps before the next callback", n, length) }))
		check(t, l.QueueMicrotask(again))
	})
	equal(t, "microtasks", l.Metrics().Microtasks, uint64(length))
}

// After Close in a microtask, later microtasks do not run and are counted.
func TestCloseInAMicrotask(t *testing.T) {
	l := script(t, func(l *wakeful.Loop) {
		never := func() { t.Error("ran") }
		check(t, l.AfterCallback(func() { check(t, l.Close()) }))
		check(t, l.AfterCallback(never))
		check(t, l.QueueMicrotask(never))
		check(t, l.AfterSubmitted(never))
		check(t, l.AtTurnEnd(never))
		check(t, l.Submit(never))
	})
	m := l.Metrics()
	equal(t, "microtasks", m.Microtasks, 1)
	equal(t, "microtasks discarded", m.MicrotasksDiscarded, 2)
	equal(t, "discarded", m.Discarded, 3)
}

// Microtasks belong to their callback, so a draining loop runs all of them.
func TestMicrotasksWhileDraining(t *testing.T) {
	var j journal
	script(t, func(l *wakeful.Loop) {
		check(t, l.AfterSubmitted(j.note("afterSubmitted")))
		check(t, l.Shutdown(context.Background()))
		check(t, l.AfterCallback(func() {
			j.add("afterCallback")
			check(t, l.QueueMicrotask(j.note("microtask")))
		}))
		matches(t, l.AfterSubmitted(func() {}), wakeful.ErrClosed)
		matches(t, l.AtTurnEnd(func() {}), wakeful.ErrClosed)
	})
	j.is(t, "afterCallback microtask afterSubmitted")
}
