package promise_test

// Then and the related verbs: which functions run, in which order, and with which result.

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// TestOutcomes: the result of each verb for a fulfilled and a rejected promise, for each way its
// function can end. The promise settles before or after the call of the verb.
func TestOutcomes(t *testing.T) {
	type verb = func(*wakeful.Loop, *promise.Promise[int], func()) *promise.Promise[int]
	const called, skipped = true, false
	boom := errors.New("boom")
	for _, c := range []struct {
		name   string
		verb   verb
		of     error // why the promise is rejected, or nil: fulfilled with 1
		called bool
		value  int
		errs   []error
	}{
		{"Then value", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Then(func(n int) (int, error) { ran(); return n + 1, nil })
		}, nil, called, 2, nil},
		{"Then error", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Then(func(int) (int, error) { ran(); return 0, errOther })
		}, nil, called, 0, []error{errOther}},
		{"Then of a rejected one", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Then(func(n int) (int, error) { ran(); return n, nil })
		}, errBroken, skipped, 0, []error{errBroken}},
		{"Then panic", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Then(func(int) (int, error) { ran(); panic(boom) })
		}, nil, called, 0, []error{boom}},
		{"Then goexit", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Then(func(int) (int, error) { ran(); runtime.Goexit(); return 0, nil })
		}, nil, called, 0, []error{wakeful.ErrGoexit}},
		{"Then nil", func(_ *wakeful.Loop, p *promise.Promise[int], _ func()) *promise.Promise[int] {
			return p.Then[int](nil)
		}, nil, skipped, 0, []error{wakeful.ErrNilFunc}},
		{"Catch of a fulfilled one", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Catch(func(error) (int, error) { ran(); return 5, nil })
		}, nil, skipped, 1, nil},
		{"Catch mends", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Catch(func(err error) (int, error) { ran(); return len(err.Error()), nil })
		}, errBroken, called, len(errBroken.Error()), nil},
		{"Catch error", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Catch(func(err error) (int, error) { ran(); return 0, fmt.Errorf("%w: %w", errOther, err) })
		}, errBroken, called, 0, []error{errOther, errBroken}},
		{"Catch panic", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Catch(func(error) (int, error) { ran(); panic(boom) })
		}, errBroken, called, 0, []error{boom}},
		{"Catch nil", func(_ *wakeful.Loop, p *promise.Promise[int], _ func()) *promise.Promise[int] {
			return p.Catch(nil)
		}, errBroken, skipped, 0, []error{wakeful.ErrNilFunc}},
		{"Handle value", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Handle(func(n int, err error) (int, error) { ran(); return n + 2, err })
		}, nil, called, 3, nil},
		{"Handle error", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Handle(func(n int, err error) (int, error) { ran(); return n + 7, nil })
		}, errBroken, called, 7, nil},
		{"Handle panic", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Handle(func(int, error) (int, error) { ran(); panic(boom) })
		}, nil, called, 0, []error{boom}},
		{"Finally of a fulfilled one", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Finally(ran)
		}, nil, called, 1, nil},
		{"Finally of a rejected one", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Finally(ran)
		}, errBroken, called, 0, []error{errBroken}},
		{"Finally panic", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.Finally(func() { ran(); panic(boom) })
		}, errBroken, called, 0, []error{boom}},
		{"FlatMap", func(l *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.FlatMap(func(n int) *promise.Promise[int] { ran(); return promise.Resolved(l, n+9) })
		}, nil, called, 10, nil},
		{"FlatMap to a rejected one", func(l *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.FlatMap(func(int) *promise.Promise[int] { ran(); return promise.Rejected[int](l, errOther) })
		}, nil, called, 0, []error{errOther}},
		{"FlatMap of a rejected one", func(l *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.FlatMap(func(int) *promise.Promise[int] { ran(); return p })
		}, errBroken, skipped, 0, []error{errBroken}},
		{"FlatMap to nil", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.FlatMap(func(int) *promise.Promise[int] { ran(); return nil })
		}, nil, called, 0, []error{promise.ErrNilPromise}},
		{"FlatMap panic", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.FlatMap(func(int) *promise.Promise[int] { ran(); panic(boom) })
		}, nil, called, 0, []error{boom}},
		{"FlatMap to itself", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) (self *promise.Promise[int]) {
			self = p.FlatMap(func(int) *promise.Promise[int] { ran(); return self })
			return self
		}, nil, called, 0, []error{promise.ErrSelfResolution}},
		{"CatchFlatMap", func(l *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.CatchFlatMap(func(error) *promise.Promise[int] { ran(); return promise.Resolved(l, 4) })
		}, errBroken, called, 4, nil},
		{"CatchFlatMap of a fulfilled one", func(l *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.CatchFlatMap(func(error) *promise.Promise[int] { ran(); return nil })
		}, nil, skipped, 1, nil},
		{"CatchFlatMap panic", func(_ *wakeful.Loop, p *promise.Promise[int], ran func()) *promise.Promise[int] {
			return p.CatchFlatMap(func(error) *promise.Promise[int] { ran(); panic(boom) })
		}, errBroken, called, 0, []error{boom}},
	} {
		for _, when := range []string{"settled before", "settled after", "from a goroutine"} {
			t.Run(c.name+", "+when, func(t *testing.T) {
				l := unrun(t, wakeful.WithPanicHandler(func(e *wakeful.PanicError) { matches(t, e, wakeful.ErrGoexit) }))
				var got *promise.Promise[int]
				ran := 0
				begin := func() {
					r := promise.WithResolvers[int](l)
					settle := func() {
						if c.of != nil {
							r.Reject(c.of)
						} else {
							r.Resolve(1)
						}
					}
					if when == "settled before" {
						settle()
					}
					got = c.verb(l, r.Promise(), func() {
						if !l.OnLoop() {
							t.Error("called outside of the loop")
						}
						ran++
					}).MarkHandled()
					if ran != 0 && l.OnLoop() {
						t.Error("called before the verb has returned")
					}
					if when != "settled before" {
						settle()
					}
				}
				if when == "from a goroutine" {
					begin()
					launch(t, l)
				} else {
					launch(t, l)
					on(t, l, begin)
				}
				value, err := got.Await(t.Context())
				equal(t, "value", value, c.value)
				if c.errs == nil {
					check(t, err)
				}
				matches(t, err, c.errs...)
				on(t, l, func() { equal(t, "called", ran == 1, c.called) })
				if !c.called {
					equal(t, "calls", ran, 0)
				}
			})
		}
	}
}

// TestPanicHasItsStack: a panic rejects with the same error that Call would return.
func TestPanicHasItsStack(t *testing.T) {
	l := running(t, wakeful.WithName("orders"))
	_, err := await(t, l, func() *promise.Promise[int] {
		return promise.Resolved(l, 1).Then(func(int) (int, error) { return fails(), nil })
	})
	var e *wakeful.PanicError
	if !errors.As(err, &e) {
		t.Fatalf("error %v, want a *wakeful.PanicError", err)
	}
	equal(t, "phase", e.Phase, "promise")
	equal(t, "loop", e.Loop, "orders")
	equal(t, "value", e.Value, any("no"))
	if stack := string(e.Stack); !contains(stack, "promise_test.fails") {
		t.Errorf("the stack does not name the function that panicked:\n%s", stack)
	}
	check(t, promise.OnUnhandled(l, func([]promise.Unhandled) {})) // Await may come after the turn
	_, err = promise.New(l, func(func(int), func(error)) { fails() }).Await(t.Context())
	if !errors.As(err, &e) {
		t.Fatalf("error %v, want a *wakeful.PanicError", err)
	}
	equal(t, "loop, with New on a goroutine", e.Loop, "orders")
}

func fails() int { panic("no") }

// TestOrder: reactions are microtasks. They run in the order in which they were added to a promise:
// after the callback and its AfterCallback functions, among other microtasks, and before anything
// else.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name  string
		first func(*wakeful.Loop, *journal)
		want  string
	}{
		{"several of one promise", func(l *wakeful.Loop, j *journal) {
			p := promise.Resolved(l, 0)
			p.Finally(j.note("1"))
			p.Finally(j.note("2"))
			p.Finally(j.note("3"))
		}, "1 2 3"},
		{"several of a promise that settles later", func(l *wakeful.Loop, j *journal) {
			r := promise.WithResolvers[int](l)
			r.Promise().Finally(j.note("1"))
			r.Promise().Finally(j.note("2"))
			r.Promise().Finally(j.note("3"))
			r.Resolve(0)
			r.Promise().Finally(j.note("4"))
			j.add("0")
		}, "0 1 2 3 4"},
		{"breadth before depth", func(l *wakeful.Loop, j *journal) {
			p := promise.Resolved(l, 0)
			p.Finally(j.note("a1")).Finally(j.note("a2")).Finally(j.note("a3"))
			p.Finally(j.note("b1")).Finally(j.note("b2")).Finally(j.note("b3"))
		}, "a1 b1 a2 b2 a3 b3"},
		{"among other microtasks", func(l *wakeful.Loop, j *journal) {
			p := promise.Resolved(l, 0)
			l.QueueMicrotask(j.note("m1"))
			p.Finally(j.note("p1"))
			l.QueueMicrotask(j.note("m2"))
			p.Finally(j.note("p2"))
			l.AfterCallback(j.note("afterCallback"))
		}, "afterCallback m1 p1 m2 p2"},
		{"before everything else", func(l *wakeful.Loop, j *journal) {
			l.Submit(j.note("submitted"))
			l.AfterSubmitted(j.note("afterSubmitted"))
			l.AfterFunc(0, j.note("timer"))
			promise.Resolved(l, 0).Finally(j.note("p1")).Finally(j.note("p2"))
		}, "p1 p2 afterSubmitted timer submitted"},
		{"a reaction adds reactions", func(l *wakeful.Loop, j *journal) {
			p := promise.Resolved(l, 0)
			p.Finally(func() {
				j.add("1")
				p.Finally(j.note("3"))
			})
			p.Finally(j.note("2"))
		}, "1 2 3"},
		{"a reactionList that grows while it has its turn", func(l *wakeful.Loop, j *journal) {
			r := promise.WithResolvers[int](l)
			p := r.Promise()
			p.Finally(func() {
				j.add("1")
				p.Finally(j.note("4"))
				l.QueueMicrotask(j.note("m"))
			})
			p.Finally(j.note("2"))
			p.Finally(j.note("3"))
			r.Resolve(0)
		}, "1 2 3 4 m"},
		{"All comes after what waits for its promise", func(l *wakeful.Loop, j *journal) {
			r := promise.WithResolvers[int](l)
			r.Promise().Finally(j.note("1"))
			promise.All(l, r.Promise()).Finally(j.note("all"))
			r.Promise().Finally(j.note("2"))
			r.Resolve(0)
		}, "1 2 all"},
		{"a panic in another microtask", func(l *wakeful.Loop, j *journal) {
			p := promise.Resolved(l, 0)
			p.Finally(j.note("1"))
			l.QueueMicrotask(func() { panic("not a reaction") })
			p.Finally(j.note("2"))
		}, "1 panic 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var j journal
			script(t, func(l *wakeful.Loop) { c.first(l, &j) },
				wakeful.WithPanicHandler(func(*wakeful.PanicError) { j.add("panic") }))
			j.is(t, c.want)
		})
	}
}

// TestTypesChange: the package functions lead from one type to another.
func TestTypesChange(t *testing.T) {
	l := running(t)
	p := promise.Resolved(l, 6).Then(func(n int) (string, error) { return fmt.Sprint(n * 7), nil })
	q := p.FlatMap(func(s string) *promise.Promise[[]byte] { return promise.Resolved(l, []byte(s)) })
	n := q.Handle(func(b []byte, err error) (int, error) { return len(b), err })
	got, err := n.Await(t.Context())
	check(t, err)
	equal(t, "length", got, 2)
}

// TestMicrotaskBudget: the loop's microtask budget stops an endless chain, and no reaction is lost.
func TestMicrotaskBudget(t *testing.T) {
	const links = 1000
	overruns := 0
	l := running(t, wakeful.WithMicrotaskBudget(100), wakeful.WithPanicHandler(func(e *wakeful.PanicError) {
		matches(t, e, wakeful.ErrMicrotaskBudget)
		overruns++
	}))
	var p *promise.Promise[int]
	on(t, l, func() {
		p = promise.Resolved(l, 0)
		for range links {
			p = p.Then(plusOne)
		}
	})
	for p.State() == promise.StatePending {
		on(t, l, func() {}) // the rest of the chain runs after the next callback
	}
	fulfilled(t, p, links)
	on(t, l, func() {
		if overruns == 0 {
			t.Error("the budget was not noticed")
		}
	})
}

// TestCloseWithinAReaction: the rest of the chain does not run.
func TestCloseWithinAReaction(t *testing.T) {
	l := unrun(t)
	var after *promise.Promise[int]
	ran := 0
	l.Submit(func() {
		p := promise.Resolved(l, 0).Finally(func() { l.Close() })
		after = p.Finally(func() { ran++ })
	})
	check(t, l.Run(context.Background()))
	equal(t, "reactions after Close", ran, 0)
	rejected(t, after, promise.ErrAbandoned, wakeful.ErrClosed)
}
