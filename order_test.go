package wakeful_test

// The ordering contract of the package's documentation, phase by phase.

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
		// Queued in the opposite order of the phases.
		check(t, l.QueueCloseCallback(j.note("closing")))
		check(t, l.SetImmediate(j.note("immediate")))
		check(t, l.Submit(j.note("submitted")))
		check(t, l.SubmitPriority(j.note("priority")))
		_, err := l.AfterFunc(0, j.note("timer"))
		check(t, err)
		check(t, l.QueueMicrotask(j.note("microtask")))
		check(t, l.NextTick(j.note("tick")))
	})
	j.is(t, "first tick microtask immediate closing timer priority submitted")
}

// What a callback adds to its own phase, or to one that is over, runs in the next
// turn; what it adds to a later phase runs in this one.
func TestSnapshots(t *testing.T) {
	phases := []string{"timer", "priority", "submitted", "immediate", "closing"}
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

// everyWay returns how a callback adds to each phase.
func everyWay(t testing.TB, l *wakeful.Loop) map[string]func(func()) error {
	return map[string]func(func()) error{
		"timer": func(fn func()) error {
			_, err := l.AfterFunc(0, fn)
			return err
		},
		"priority":  l.SubmitPriority,
		"submitted": l.Submit,
		"batch":     func(fn func()) error { return l.SubmitBatch([]func(){fn}) },
		"message":   mailbox(t, l, func(fn func()) { fn() }).Send,
		"immediate": l.SetImmediate,
		"closing":   l.QueueCloseCallback,
	}
}

// After every callback of every kind, before the next of the same kind.
func TestMicrotasksRunAfterEveryCallback(t *testing.T) {
	for _, kind := range []string{"timer", "priority", "submitted", "batch", "message", "immediate", "closing"} {
		t.Run(kind, func(t *testing.T) {
			var j journal
			script(t, func(l *wakeful.Loop) {
				add := everyWay(t, l)[kind]
				for _, name := range []string{"a", "b"} {
					check(t, add(func() {
						check(t, l.QueueMicrotask(j.note(name+"-micro")))
						check(t, l.NextTick(j.note(name+"-tick")))
						j.add(name)
					}))
				}
			})
			j.is(t, "a a-tick a-micro b b-tick b-micro")
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

// Both queues run to empty, ticks first each time round, as in Node.
func TestNestedMicrotasks(t *testing.T) {
	var j journal
	script(t, func(l *wakeful.Loop) {
		check(t, l.QueueMicrotask(func() {
			j.add("m1")
			check(t, l.NextTick(func() {
				j.add("t3")
				check(t, l.QueueMicrotask(j.note("m4")))
			}))
			check(t, l.QueueMicrotask(j.note("m3")))
		}))
		check(t, l.NextTick(func() {
			j.add("t1")
			check(t, l.NextTick(j.note("t2")))
			check(t, l.QueueMicrotask(j.note("m2")))
		}))
		check(t, l.Submit(j.note("next")))
	})
	j.is(t, "t1 t2 m1 m2 m3 t3 m4 next")
}

// A function that one goroutine submits comes after what it submitted before, by
// whichever call.
func TestSubmitIsFirstInFirstOut(t *testing.T) {
	var j journal
	l := unrun(t, wakeful.WithAutoExit(), wakeful.WithBudget(2))
	check(t, l.Submit(j.note("a")))
	check(t, l.SubmitBatch([]func(){j.note("b"), j.note("c")}))
	check(t, l.SubmitContext(t.Context(), j.note("d")))
	check(t, l.SubmitBatch([]func(){j.note("e")}))
	check(t, l.Submit(j.note("f")))
	check(t, l.Run(context.Background()))
	j.is(t, "a b c d e f")
}

// turns runs l, which has work for n entries of the journal, and returns what
// happened in each turn: an priority function that submits itself marks them.
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
	check(t, l.Run(context.Background()))
	conserved(t, l)
	for turn := range strings.SplitSeq(strings.Join(*j, " "), "|") {
		if turn = strings.TrimSpace(turn); turn != "" {
			split = append(split, turn)
		}
	}
	return split
}

// No turn runs more functions and messages than the budget says, wherever that
// splits a batch, and none runs fewer while there are some.
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
		check(t, m.Send("m2")) // goes where m1 is
		if got := turns(t, l, &j, 8); !slices.Equal(got, c.want) {
			t.Errorf("budget %d:\ngot  %q\nwant %q", c.budget, got, c.want)
		}
	}
}

// The priority queue overtakes at every turn and is subject to no budget.
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
	check(t, l.Run(context.Background()))
	j.is(t, "i0 a b i1 i2 i3 c")
}

// endless are callbacks that queue themselves again for ever.
var endless = map[string]func(t *testing.T, l *wakeful.Loop){
	"submitted": func(t *testing.T, l *wakeful.Loop) { again(t, l.Submit) },
	"priority":  func(t *testing.T, l *wakeful.Loop) { again(t, l.SubmitPriority) },
	"batch": func(t *testing.T, l *wakeful.Loop) {
		again(t, func(fn func()) error { return l.SubmitBatch([]func(){fn, func() {}, func() {}}) })
	},
	"immediate": func(t *testing.T, l *wakeful.Loop) {
		check(t, l.Submit(func() { again(t, l.SetImmediate) }))
	},
	"closing": func(t *testing.T, l *wakeful.Loop) {
		check(t, l.Submit(func() { again(t, l.QueueCloseCallback) }))
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

// All that is endless at once, and everything else still gets its turns, many of
// them. In a bubble the clock stands still as long as the loop has work, so a
// timer of zero delay is due again at the very instant at which it fired.
func TestNothingStarves(t *testing.T) {
	for name, budget := range map[string]int{"budget 1": 1, "default budget": 1024} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := unrun(t, wakeful.WithBudget(budget))
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
				check(t, l.Run(t.Context()))
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
