package promise_test

// The rules of Promises/A+ (https://promisesaplus.com, version 1.1) in Go. Go's types replace some
// rules. onFulfilled and onRejected are one function, of Handle. A reaction "throws" when it
// returns an error or panics. x is a promise only in FlatMap and ResolveWith.

import (
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// settlings are the ways to settle a promise in this suite.
var settlings = []struct {
	name string
	do   func(*wakeful.Loop, func())
}{
	{"already", func(_ *wakeful.Loop, settle func()) { settle() }},
	{"immediately", func(l *wakeful.Loop, settle func()) { l.AfterSubmitted(settle) }},
	{"eventually", func(l *wakeful.Loop, settle func()) { l.AfterFunc(0, settle) }},
	{"from a goroutine", func(l *wakeful.Loop, settle func()) {
		keep := l.KeepAlive()
		go func() {
			settle()
			keep.Release()
		}()
	}},
}

// outcome is the result that a reaction received, and when it received it.
type outcome struct {
	value int
	err   error
}

// aplus runs test with a promise that is fulfilled with 1 or rejected with errBroken, once for each
// way to settle it. It fails if done was not called as often as test says.
func aplus(t *testing.T, test func(*testing.T, *wakeful.Loop, *promise.Promise[int], outcome, func()) int) {
	t.Helper()
	for _, how := range settlings {
		for _, want := range []outcome{{1, nil}, {0, errBroken}} {
			t.Run(how.name, func(t *testing.T) {
				done, calls := 0, 0
				script(t, func(l *wakeful.Loop) {
					r := promise.WithResolvers[int](l)
					settle := func() {
						if want.err != nil {
							r.Reject(want.err)
						} else {
							r.Resolve(want.value)
						}
					}
					if how.name == "already" {
						settle()
					}
					calls = test(t, l, r.Promise(), want, func() { done++ })
					if how.name != "already" {
						how.do(l, settle)
					}
				})
				equal(t, "called", done, calls)
			})
		}
	}
}

// 2.1: a settled promise keeps its state and its value, even if it is settled again.
func TestAplus21States(t *testing.T) {
	aplus(t, func(t *testing.T, l *wakeful.Loop, p *promise.Promise[int], want outcome, done func()) int {
		p.MarkHandled()
		r := promise.WithResolvers[int](l)
		if want.err != nil {
			r.Reject(want.err)
			r.Resolve(5)
		} else {
			r.Resolve(want.value)
			r.Reject(errOther)
		}
		go r.Resolve(6)
		r.Promise().Handle(func(v int, err error) (int, error) {
			done()
			equal(t, "outcome", outcome{v, err}, want)
			return 0, nil
		})
		return 1
	})
}

// 2.2.2, 2.2.3: a reaction is called once, after the promise has settled, with its value or reason.
// The reaction for the other outcome is not called.
func TestAplus222CalledOnce(t *testing.T) {
	aplus(t, func(t *testing.T, _ *wakeful.Loop, p *promise.Promise[int], want outcome, done func()) int {
		p.Handle(func(v int, err error) (int, error) {
			done()
			equal(t, "outcome", outcome{v, err}, want)
			if p.State() == promise.StatePending {
				t.Error("called while the promise is pending")
			}
			return 0, nil
		})
		p.Then(func(int) (int, error) {
			equal(t, "then of", want.err, nil)
			return 0, nil
		}).Catch(func(error) (int, error) { return 0, nil })
		p.Catch(func(error) (int, error) {
			equal(t, "catch of", want.err != nil, true)
			return 0, nil
		})
		return 1
	})
}

// 2.2.4: a reaction is called when the stack is otherwise empty.
func TestAplus224CleanStack(t *testing.T) {
	aplus(t, func(t *testing.T, l *wakeful.Loop, p *promise.Promise[int], _ outcome, done func()) int {
		inside := true
		p.Finally(func() {
			done()
			if inside {
				t.Error("called within the function that gave it")
			}
			nested := true
			p.Finally(func() {
				done()
				if nested {
					t.Error("called within another reaction")
				}
			}).MarkHandled()
			r := promise.WithResolvers[int](l)
			r.Promise().Finally(func() {
				done()
				if nested {
					t.Error("called within resolve")
				}
			})
			r.Resolve(1)
			nested = false
		}).MarkHandled()
		inside = false
		return 3
	})
}

// 2.2.6: several reactions run in the order in which they were added, even if one of them fails or
// adds another.
func TestAplus226Order(t *testing.T) {
	aplus(t, func(t *testing.T, _ *wakeful.Loop, p *promise.Promise[int], _ outcome, done func()) int {
		var j journal
		p.Finally(func() {
			j.add("1")
			p.Finally(func() {
				j.add("4")
				done()
				j.is(t, "1 2 3 4")
			}).MarkHandled()
		}).MarkHandled()
		p.Finally(func() {
			j.add("2")
			panic("fails")
		}).MarkHandled()
		p.Finally(j.note("3")).MarkHandled()
		return 1
	})
}

// 2.2.7: the result or failure of a reaction settles the promise that the reaction made. An outcome
// without a function passes through.
func TestAplus227Results(t *testing.T) {
	aplus(t, func(t *testing.T, _ *wakeful.Loop, p *promise.Promise[int], want outcome, done func()) int {
		expect := func(p *promise.Promise[int], want outcome) {
			p.Handle(func(v int, err error) (int, error) {
				done()
				equal(t, "value", v, want.value)
				matches(t, err, want.err)
				return 0, nil
			})
		}
		expect(p.Handle(func(int, error) (int, error) { return 7, nil }), outcome{7, nil})
		expect(p.Handle(func(int, error) (int, error) { return 7, errOther }), outcome{0, errOther})
		expect(p.Handle(func(int, error) (int, error) { panic(errOther) }), outcome{0, errOther})
		if want.err == nil {
			expect(p.Catch(func(error) (int, error) { return 9, nil }), want)
		} else {
			expect(p.Then(func(int) (int, error) { return 9, nil }), want)
		}
		return 4
	})
}

// 2.3.1: a promise that is resolved with itself is rejected.
func TestAplus231Self(t *testing.T) {
	aplus(t, func(t *testing.T, _ *wakeful.Loop, p *promise.Promise[int], _ outcome, done func()) int {
		settled := p.Handle(func(int, error) (int, error) { return 0, nil })
		var self *promise.Promise[int]
		self = settled.FlatMap(func(int) *promise.Promise[int] { return self })
		self.Catch(func(err error) (int, error) {
			done()
			matches(t, err, promise.ErrSelfResolution)
			return 0, nil
		})
		return 1
	})
}

// 2.3.2: a promise that a reaction or a resolver resolves with another promise stays pending until
// that one settles, and then settles the same way.
func TestAplus232Adopt(t *testing.T) {
	aplus(t, func(t *testing.T, l *wakeful.Loop, p *promise.Promise[int], want outcome, done func()) int {
		r := promise.WithResolvers[int](l)
		r.ResolveWith(p)
		chained := promise.Resolved(l, 0).FlatMap(func(int) *promise.Promise[int] { return p })
		caught := promise.Rejected[int](l, errOther).CatchFlatMap(func(error) *promise.Promise[int] { return p })
		for _, q := range []*promise.Promise[int]{r.Promise(), chained, caught} {
			q.Handle(func(v int, err error) (int, error) {
				done()
				equal(t, "outcome", outcome{v, err}, want)
				return 0, nil
			})
		}
		return 3
	})
}

// 2.3.3 is about thenables: code that calls resolve and reject itself, perhaps both, several times,
// now or later, and then panics. The first call counts.
// several times, at once or later, and then panics. The first call counts.
func TestAplus233Thenables(t *testing.T) {
	aplus(t, func(t *testing.T, l *wakeful.Loop, p *promise.Promise[int], want outcome, done func()) int {
		then := func(resolve func(int), reject func(error)) {
			p.Handle(func(v int, err error) (int, error) {
				if err != nil {
					reject(err)
				} else {
					resolve(v)
				}
				resolve(8)
				reject(errOther)
				panic("after the first call")
			}).MarkHandled()
		}
		promise.New(l, then).Handle(func(v int, err error) (int, error) {
			done()
			equal(t, "outcome", outcome{v, err}, want)
			return 0, nil
		})
		return 1
	})
}

// TestUntyped: a promise of any holds values of every type, as an untyped language needs, and
// adopts other such promises. A bridge unwraps the values that it recognizes as promises.
func TestUntyped(t *testing.T) {
	l := running(t)
	resolve := func(r *promise.Resolvers[any], x any) {
		if p, ok := x.(*promise.Promise[any]); ok {
			r.ResolveWith(p)
			return
		}
		r.Resolve(x)
	}
	then := func(p *promise.Promise[any], fn func(any, error) (any, error)) *promise.Promise[any] {
		r := promise.WithResolvers[any](l)
		p.Handle(func(v any, err error) (struct{}, error) {
			if x, err := fn(v, err); err != nil {
				r.Reject(err)
			} else {
				resolve(r, x)
			}
			return struct{}{}, nil
		})
		return r.Promise()
	}
	p := then(promise.Resolved(l, any(1)), func(v any, _ error) (any, error) {
		return then(promise.Resolved(l, any("two")), func(any, error) (any, error) { return v, nil }), nil
	})
	got, err := p.Await(t.Context())
	check(t, err)
	equal(t, "value", got, any(1))
}
