package promise_test

// Adoption: promises that are resolved with other promises.

import (
	"errors"
	"fmt"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// TestAdopt: the outer promise settles as the inner one, whichever comes first. The reactions of
// both run, each promise's in order.
func TestAdopt(t *testing.T) {
	for _, c := range []struct {
		name  string
		first func(*wakeful.Loop, *journal)
		want  string
	}{
		{"a settled one", func(l *wakeful.Loop, j *journal) {
			r := promise.WithResolvers[int](l)
			r.Promise().Finally(j.note("outer"))
			r.ResolveWith(promise.Resolved(l, 3))
			fulfilled(t, r.Promise(), 3)
		}, "outer"},
		{"a rejected one", func(l *wakeful.Loop, j *journal) {
			r := promise.WithResolvers[int](l)
			r.ResolveWith(promise.Rejected[int](l, errBroken))
			rejected(t, r.Promise(), errBroken)
			r.Promise().Catch(func(error) (int, error) { j.add("caught"); return 0, nil })
		}, "caught"},
		{"a pending one", func(l *wakeful.Loop, j *journal) {
			outer, inner := promise.WithResolvers[int](l), promise.WithResolvers[int](l)
			outer.Promise().Finally(j.note("o1"))
			inner.Promise().Finally(j.note("i1"))
			outer.ResolveWith(inner.Promise())
			outer.Promise().Finally(j.note("o2"))
			inner.Promise().Finally(j.note("i2"))
			equal(t, "state of outer", outer.Promise().State(), promise.StatePending)
			equal(t, "state of inner", inner.Promise().State(), promise.StatePending)
			inner.Resolve(4)
			fulfilled(t, outer.Promise(), 4)
			fulfilled(t, inner.Promise(), 4)
			outer.Promise().Finally(j.note("o3"))
			inner.Promise().Finally(j.note("i3"))
		}, "i1 o1 o2 i2 o3 i3"},
		{"the longer list goes first", func(l *wakeful.Loop, j *journal) {
			outer, inner := promise.WithResolvers[int](l), promise.WithResolvers[int](l)
			outer.Promise().Finally(j.note("o1"))
			outer.Promise().Finally(j.note("o2"))
			inner.Promise().Finally(j.note("i1"))
			outer.ResolveWith(inner.Promise())
			inner.Resolve(4)
		}, "o1 o2 i1"},
		{"one that is locked in", func(l *wakeful.Loop, j *journal) {
			outer, inner := promise.WithResolvers[int](l), promise.WithResolvers[int](l)
			outer.ResolveWith(inner.Promise())
			outer.Resolve(1)
			outer.Reject(errOther)
			outer.ResolveWith(promise.Resolved(l, 2))
			equal(t, "state", outer.Promise().State(), promise.StatePending)
			inner.Resolve(3)
			fulfilled(t, outer.Promise(), 3)
			j.add("done")
		}, "done"},
		{"one inner of many outers", func(l *wakeful.Loop, j *journal) {
			inner := promise.WithResolvers[int](l)
			var outers []*promise.Promise[int]
			for range 100 {
				o := promise.WithResolvers[int](l)
				o.ResolveWith(inner.Promise())
				outers = append(outers, o.Promise())
			}
			inner.Resolve(5)
			for _, o := range outers {
				fulfilled(t, o, 5)
			}
			j.add("done")
		}, "done"},
		{"from the inside out", func(l *wakeful.Loop, j *journal) {
			inner := promise.WithResolvers[int](l)
			all := []*promise.Promise[int]{inner.Promise()}
			for range 100 {
				o := promise.WithResolvers[int](l)
				o.ResolveWith(all[len(all)-1])
				all = append(all, o.Promise())
			}
			all[0].Finally(j.note("first")).MarkHandled()
			all[100].Finally(j.note("last")).MarkHandled()
			inner.Reject(errBroken)
			for _, p := range all {
				rejected(t, p, errBroken)
			}
			all[100].Catch(func(error) (int, error) { return 0, nil })
		}, "first last"},
		{"itself", func(l *wakeful.Loop, j *journal) {
			r := promise.WithResolvers[int](l)
			r.ResolveWith(r.Promise())
			rejected(t, r.Promise().MarkHandled(), promise.ErrSelfResolution)
			j.add("done")
		}, "done"},
		{"a circle", func(l *wakeful.Loop, j *journal) {
			a, b, c := promise.WithResolvers[int](l), promise.WithResolvers[int](l), promise.WithResolvers[int](l)
			a.ResolveWith(b.Promise())
			b.ResolveWith(c.Promise())
			c.ResolveWith(a.Promise())
			rejected(t, a.Promise().MarkHandled(), promise.ErrSelfResolution)
			rejected(t, b.Promise(), promise.ErrSelfResolution)
			rejected(t, c.Promise(), promise.ErrSelfResolution)
			j.add("done")
		}, "done"},
		{"two chains that lead to each other", func(l *wakeful.Loop, j *journal) {
			var p, q *promise.Promise[int]
			p = promise.Resolved(l, 1).FlatMap(func(int) *promise.Promise[int] { return q }).MarkHandled()
			q = promise.Resolved(l, 1).FlatMap(func(int) *promise.Promise[int] { return p }).MarkHandled()
			q.Finally(func() {
				rejected(t, p, promise.ErrSelfResolution)
				rejected(t, q, promise.ErrSelfResolution)
				j.add("done")
			}).MarkHandled()
		}, "done"},
		{"nil", func(l *wakeful.Loop, j *journal) {
			r := promise.WithResolvers[int](l)
			r.ResolveWith(nil)
			rejected(t, r.Promise().MarkHandled(), promise.ErrNilPromise)
			j.add("done")
		}, "done"},
		{"one without a loop", func(l *wakeful.Loop, j *journal) {
			r := promise.WithResolvers[int](l)
			r.ResolveWith(promise.Resolved(nil, 1))
			rejected(t, r.Promise().MarkHandled(), promise.ErrNilLoop)
			j.add("done")
		}, "done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var j journal
			script(t, func(l *wakeful.Loop) { c.first(l, &j) })
			j.is(t, c.want)
		})
	}
}

// TestAdoptOnceDebugged: promises made before and after Debug adopt each other, with any number of
// reactions. The report says where the outer promise was made.
func TestAdoptOnceDebugged(t *testing.T) {
	for inner := range 3 {
		for outer := range 3 {
			for _, debugged := range []string{"inner", "outer", "both"} {
				t.Run(fmt.Sprintf("inner=%d,outer=%d,debugged=%s", inner, outer, debugged), func(t *testing.T) {
					ran := 0
					var created []string
					script(t, func(l *wakeful.Loop) {
						check(t, promise.OnUnhandled(l, func(all []promise.Unhandled) {
							for _, u := range all {
								created = append(created, u.Created)
							}
						}))
						begin := func(name string, reactions int) *promise.Resolvers[int] {
							promise.Debug(l, debugged == name || debugged == "both")
							r := promise.WithResolvers[int](l)
							promise.Debug(l, false)
							for range reactions {
								r.Promise().Finally(func() { ran++ }).MarkHandled()
							}
							return r
						}
						i, o := begin("inner", inner), begin("outer", outer)
						o.ResolveWith(i.Promise())
						i.Reject(errBroken)
						rejected(t, o.Promise(), errBroken)
					})
					equal(t, "reactions", ran, inner+outer)
					equal(t, "reports", len(created), map[bool]int{true: 1}[inner+outer == 0])
					if len(created) > 0 && debugged != "inner" && !contains(created[0], "TestAdoptOnceDebugged") {
						t.Errorf("made in %q", created[0])
					}
				})
			}
		}
	}
}

// TestAdoptAcrossLoops: a promise adopts a promise of another loop and settles with it, also when
// that loop ends.
func TestAdoptAcrossLoops(t *testing.T) {
	for _, c := range []struct {
		name   string
		settle func(*promise.Resolvers[int])
		end    bool
		want   int
		err    error
	}{
		{"resolve", func(r *promise.Resolvers[int]) { r.Resolve(8) }, false, 8, nil},
		{"reject", func(r *promise.Resolvers[int]) { r.Reject(errBroken) }, false, 0, errBroken},
		{"the other loop ends", func(*promise.Resolvers[int]) {}, true, 0, promise.ErrAbandoned},
	} {
		for _, first := range []bool{true, false} {
			t.Run(c.name, func(t *testing.T) {
				here, there := running(t), running(t)
				inner, outer := promise.WithResolvers[int](there), promise.WithResolvers[int](here)
				inner.Promise().MarkHandled()
				outer.Promise().MarkHandled()
				if first {
					c.settle(inner)
					on(t, there, func() {}) // wait until it has settled
				}
				outer.ResolveWith(inner.Promise())
				on(t, here, func() {}) // wait until it has adopted
				if !first {
					c.settle(inner)
				}
				all := promise.AllSettled(here, inner.Promise(), promise.Resolved(there, 1), promise.Resolved(here, 2))
				if c.end {
					check(t, there.Shutdown(t.Context()))
				}
				got, err := outer.Promise().Await(t.Context())
				equal(t, "value", got, c.want)
				outcomes, allErr := all.Await(t.Context())
				check(t, allErr)
				equal(t, "outcome", outcomes[0].Value, c.want)
				equal(t, "second", outcomes[1].Value, 1)
				equal(t, "third", outcomes[2].Value, 2)
				if c.err != nil {
					matches(t, err, c.err)
					matches(t, outcomes[0].Err, c.err)
				}
			})
		}
	}
}

// TestCycleOverLoops: promises of two loops that wait for each other stay pending. The end of either
// loop rejects both.
func TestCycleOverLoops(t *testing.T) {
	for _, name := range []string{"the first ends", "the second ends"} {
		t.Run(name, func(t *testing.T) {
			first, second := running(t), running(t)
			a, b := promise.WithResolvers[int](first), promise.WithResolvers[int](second)
			a.Promise().MarkHandled()
			b.Promise().MarkHandled()
			a.ResolveWith(b.Promise())
			b.ResolveWith(a.Promise())
			for range 3 { // each loop adopts, then asks the other one
				on(t, first, func() {})
				on(t, second, func() {})
			}
			equal(t, "state of the first", a.Promise().State(), promise.StatePending)
			equal(t, "state of the second", b.Promise().State(), promise.StatePending)
			ending := map[string]*wakeful.Loop{"the first ends": first, "the second ends": second}[name]
			check(t, ending.Shutdown(t.Context()))
			for _, p := range []*promise.Promise[int]{a.Promise(), b.Promise()} {
				_, err := p.Await(t.Context())
				matches(t, err, promise.ErrAbandoned)
			}
		})
	}
}

// TestAdoptOfAnEndedLoop: Close leaves the rest of a chain pending, and nothing will settle it. A
// promise of another loop that adopts it is rejected at once.
func TestAdoptOfAnEndedLoop(t *testing.T) {
	here, there := running(t), unrun(t)
	link := promise.WithResolvers[int](there).Promise().Then(plusOne)
	value := promise.Resolved(there, 1)
	check(t, there.Close())
	for name, begin := range map[string]func() *promise.Promise[int]{
		"FlatMap": func() *promise.Promise[int] {
			return promise.Resolved(here, 1).FlatMap(func(int) *promise.Promise[int] { return link })
		},
		"Race": func() *promise.Promise[int] { return promise.Race(here, link) },
	} {
		_, err := await(t, here, begin)
		if !errors.Is(err, promise.ErrAbandoned) {
			t.Errorf("%s: %v, want ErrAbandoned", name, err)
		}
	}
	got, err := promise.Race(here, value).Await(t.Context())
	check(t, err)
	equal(t, "value of a promise that had settled before", got, 1)
}

// TestRecursion: a function that chains to itself forms a loop. The loop ends, every promise that
// is held settles with the result, and a promise that waits for each round sees all rounds.
func TestRecursion(t *testing.T) {
	depth := rounds(100_000)
	l := running(t)
	seen := 0
	var round func(int) *promise.Promise[int]
	round = func(n int) *promise.Promise[int] {
		if n == depth {
			return promise.Resolved(l, n)
		}
		p := promise.Resolved(l, n+1).FlatMap(round)
		p.Finally(func() { seen++ })
		return p
	}
	var first *promise.Promise[int]
	on(t, l, func() { first = round(0) })
	got, err := first.Await(t.Context())
	check(t, err)
	equal(t, "result", got, depth)
	on(t, l, func() {})
	equal(t, "rounds seen", seen, depth)
}
