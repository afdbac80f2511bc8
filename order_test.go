package wakeful_test

// The ordering contract of the package documentation, phase by phase.

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful"
)

func TestPhases(t *testing.T) {
	var j journal
	script(t, func(l *wakeful.Loop) {
		j.add("first")
		// Queue in the opposite order of the phases.
		check(t, l.AtTurnEnd(j.note("turnEnd")))
		check(t, l.AfterSubmitted(j.note("afterSubmitted")))
		check(t, l.Submit(j.note("submitted")))
		check(t, l.SubmitPriority(j.note("priority")))
		_, err := l.AfterFunc(0, j.note("timer"))
		check(t, err)
		check(t, l.QueueMicrotask(j.note("microtask")))
		check(t, l.AfterCallback(j.note("afterCallback")))
	})
	j.is(t, "first afterCallback microtask afterSubmitted turnEnd timer priority submitted")
}

// A callback that a callback adds to its own phase, or to an earlier one, runs in the next turn.
// One that it adds to a later phase runs in this turn.
func TestSnapshots(t *testing.T) {
	phases := []string{"timer", "priority", "submitted", "afterSubmitted", "turnEnd"}
	for at, phase := range phases {
		t.Run(phase, func(t *testing.T) {
			var j journal
			script(t, func(l *wakeful.Loop) {
				ways := everyWay(t, l)
				check(t, ways[phase](func() {
					j.add("[" + phase + "]")
					for _, to := range phases {
						check(t, ways[to](j.note(to)))
					}
				}))
			})
			var want []string
			want = append(want, "["+phase+"]")
			want = append(want, phases[at+1:]...)
			want = append(want, phases[:at+1]...)
			j.is(t, strings.Join(want, " "))
		})
	}
}

// everyWay returns the ways to add a callback, by phase.
func everyWay(t testing.TB, l *wakeful.Loop) map[string]func(func()) error {
	return map[string]func(func()) error{
		"timer": func(fn func()) error {
			_, err := l.AfterFunc(0, fn)
			return err
		},
		"priority":       l.SubmitPriority,
		"submitted":      l.Submit,
		"batch":          func(fn func()) error { return l.SubmitBatch([]func(){fn}) },
		"message":        mailbox(t, l, func(fn func()) { fn() }).Send,
		"afterSubmitted": l.AfterSubmitted,
		"turnEnd":        l.AtTurnEnd,
	}
}

// Microtasks run after every callback of every kind, before the next callback of the same phase.
func TestMicrotasksRunAfterEveryCallback(t *testing.T) {
	for _, kind := range []string{"timer", "priority", "submitted", "batch", "message", "afterSubmitted", "turnEnd"} {
		t.Run(kind, func(t *testing.T) {
			var j journal
			script(t, func(l *wakeful.Loop) {
				add := everyWay(t, l)[kind]
				for _, name := range []string{"a", "b"} {
					check(t, add(func() {
						check(t, l.QueueMicrotask(j.note(name+"-micro")))
						check(t, l.AfterCallback(j.note(name+"-afterCallback")))
						j.add(name)
					}))
				}
			})
			j.is(t, "a a-afterCallback a-micro b b-afterCallback b-micro")
		})
	}
}

func TestMicrotasksWithinABatch(t *testing.T) {
	var j journal
	script(t, func(l *wakeful.Loop) {
		micro := func() { check(t, l.QueueMicrotask(j.note("m"))) }
		check(t, l.SubmitBatch([]func(){micro, j.note("a"), micro, j.note("b")}))
	})
	j.is(t, "m a m b")
}

// Both queues run until they are empty, AfterCallback first in each round, as in Node.
func TestNestedMicrotasks(t *testing.T) {
	var j journal
	script(t, func(l *wakeful.Loop) {
		check(t, l.QueueMicrotask(func() {
			j.add("m1")
			check(t, l.AfterCallback(func() {
				j.add("t3")
				check(t, l.QueueMicrotask(j.note("m4")))
			}))
			check(t, l.QueueMicrotask(j.note("m3")))
		}))
		check(t, l.AfterCallback(func() {
			j.add("t1")
			check(t, l.AfterCallback(j.note("t2")))
			check(t, l.QueueMicrotask(j.note("m2")))
		}))
		check(t, l.Submit(j.note("next")))
	})
	j.is(t, "t1 t2 m1 m2 m3 t3 m4 next")
}

// A function runs after all functions that the same goroutine submitted before, by any call.
func TestSubmitIsFirstInFirstOut(t *testing.T) {
	var j journal
	l := unrun(t, wakeful.WithAutoExit(), wakeful.WithBudget(2))
	check(t, l.Submit(j.note("a")))
	check(t, l.SubmitBatch([]func(){j.note("b"), j.note("c")}))
	check(t, l.SubmitContext(t.Context(), j.note("d")))
	check(t, l.SubmitBatch([]func(){j.note("e")}))
	check(t, l.Submit(j.note("f")))
	check(t, runLoop(context.Background(), l))
	j.is(t, "a b c d e f")
}

// turns runs l, which has work for n entries of the journal, and returns the entries of each turn.
// A priority function that submits itself marks the turns.
func turns(t *testing.T, l *wakeful.Loop, j *journal, n int) (split []string) {
	t.Helper()
	marks := 0
	var mark func()
	mark = func() {
		marks++
		if j.add("|"); len(*j)-marks < n && marks < 1000 {
			check(t, l.SubmitPriority(mark))
		}
	}
	check(t, l.SubmitPriority(mark))
	check(t, runLoop(context.Background(), l))
	conserved(t, l)
	for turn := range strings.SplitSeq(strings.Join(*j, " "), "|") {
		if turn = strings.TrimSpace(turn); turn != "" {
			split = append(split, turn)
		}
	}
	return split
}

// Each turn runs as many functions and messages as the budget allows, or all if there are fewer,
// and splits a batch if necessary.
func TestBudgetSplitsTheWork(t *testing.T) {
	for _, c := range []struct {
		budget int
		want   []string
	}{
		{1, []string{"a", "b1", "b2", "b3", "c", "m1", "m2", "d"}},
		{2, []string{"a b1", "b2 b3", "c m1", "m2 d"}},
		{3, []string{"a b1 b2", "b3 c m1", "m2 d"}},
		{5, []string{"a b1 b2 b3 c", "m1 m2 d"}},
		{8, []string{"a b1 b2 b3 c m1 m2 d"}},
	} {
		var j journal
		l := unrun(t, wakeful.WithAutoExit(), wakeful.WithBudget(c.budget))
		m := mailbox(t, l, func(s string) { j.add(s) })
		check(t, l.Submit(j.note("a")))
		check(t, l.SubmitBatch([]func(){j.note("b1"), j.note("b2"), j.note("b3")}))
		check(t, l.Submit(j.note("c")))
		check(t, m.Send("m1"))
		check(t, l.Submit(j.note("d")))
		check(t, m.Send("m2")) // runs at m1's place
		if got := turns(t, l, &j, 8); !slices.Equal(got, c.want) {
			t.Errorf("budget %d:\ngot  %q\nwant %q", c.budget, got, c.want)
		}
	}
}

// The priority queue runs first in every turn and has no budget.
func TestSubmitPriority(t *testing.T) {
	var j journal
	l := unrun(t, wakeful.WithAutoExit(), wakeful.WithBudget(1))
	check(t, l.Submit(j.note("a")))
	check(t, l.Submit(func() {
		j.add("b")
		for _, s := range []string{"i1", "i2", "i3"} {
			check(t, l.SubmitPriority(j.note(s)))
		}
	}))
	check(t, l.Submit(j.note("c")))
	check(t, l.SubmitPriority(j.note("i0")))
	check(t, runLoop(context.Background(), l))
	j.is(t, "i0 a b i1 i2 i3 c")
}

// endless are callbacks that queue themselves again forever.
var endless = map[string]func(t *testing.T, l *wakeful.Loop){
	"submitted": func(t *testing.T, l *wakeful.Loop) { again(t, l.Submit) },
	"priority":  func(t *testing.T, l *wakeful.Loop) { again(t, l.SubmitPriority) },
	"batch": func(t *testing.T, l *wakeful.Loop) {
		again(t, func(fn func()) error { return l.SubmitBatch([]func(){fn, func() {}, func() {}}) })
	},
	"afterSubmitted": func(t *testing.T, l *wakeful.Loop) {
		check(t, l.Submit(func() { again(t, l.AfterSubmitted) }))
	},
	"turnEnd": func(t *testing.T, l *wakeful.Loop) {
		check(t, l.Submit(func() { again(t, l.AtTurnEnd) }))
	},
	"zero delay": func(t *testing.T, l *wakeful.Loop) {
		again(t, func(fn func()) error {
			_, err := l.AfterFunc(0, fn)
			return err
		})
	},
	"Reset": func(t *testing.T, l *wakeful.Loop) {
		var timer *wakeful.Timer
		timer, err := l.AfterFunc(0, func() { timer.Reset(-1) })
		check(t, err)
	},
	"message": func(t *testing.T, l *wakeful.Loop) {
		var m *wakeful.Mailbox[int]
		m = mailbox(t, l, func(int) { m.Send(0) })
		for range 5 {
			check(t, m.Send(0))
		}
	},
}

func again(t *testing.T, add func(func()) error) {
	var fn func()
	fn = func() { add(fn) }
	check(t, add(fn))
}

// All endless callbacks run together, and all other callbacks still run, in many turns. In a bubble
// the clock stands still while the loop has work, so a timer of zero delay is due again at the
// instant at which it fired.
func TestNothingStarves(t *testing.T) {
	for name, budget := range map[string]int{"budget 1": 1, "default budget": 1024} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := unrun(t, wakeful.WithBudget(budget))
				behind := 0 // functions of a long queue that have run
				check(t, l.Submit(func() {
					_, err := l.AfterFunc(0, func() {
						if behind > budget {
							t.Errorf("a due timer has waited for %d functions, want at most %d", behind, budget)
						}
					})
					check(t, err)
				}))
				for range 3 * budget {
					check(t, l.Submit(func() { behind++ }))
				}
				for _, start := range endless {
					start(t, l)
				}
				const enough = 100
				counts := map[string]int{}
				check(t, l.Submit(func() {
					for kind, add := range everyWay(t, l) {
						var fn func()
						fn = func() {
							counts[kind]++
							if len(counts) == 7 && slices.Min(values(counts)) > enough {
								check(t, l.Close())
								return
							}
							check(t, add(fn))
						}
						check(t, add(fn))
					}
				}))
				began := time.Now()
				check(t, runLoop(t.Context(), l))
				equal(t, "fake time that passed", time.Since(began), 0)
				conserved(t, l)
			})
		})
	}
}

func values(m map[string]int) (all []int) {
	for _, v := range m {
		all = append(all, v)
	}
	return all
}
