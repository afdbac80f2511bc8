package promise_test

// All, AllSettled, Race and Any.

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/promise"
)

// gathering describes one use of a verb: how each input settles, and in which order. "1" fulfills
// input 1 with 1. "-1" rejects it with the error broken 1. Steps before "|" run before the verb is
// called.
type gathering struct{ inputs, events, want string }

func (g gathering) run(t *testing.T, verb func(*wakeful.Loop, []*promise.Promise[int]) *promise.Promise[string]) {
	t.Helper()
	script(t, func(l *wakeful.Loop) {
		var inputs []*promise.Resolvers[int]
		var promises []*promise.Promise[int]
		for _, c := range g.inputs {
			r := promise.WithResolvers[int](l)
			inputs = append(inputs, r)
			if c == 'n' {
				promises = append(promises, nil)
			} else {
				promises = append(promises, r.Promise())
			}
		}
		var result *promise.Promise[string]
		for _, e := range g.events {
			switch at := int(e - '0'); {
			case e == '|':
				result = verb(l, promises)
			case e >= 'a': // rejects
				inputs[e-'a'].Reject(fmt.Errorf("broken %d", e-'a'))
			default:
				inputs[at].Resolve(at)
			}
		}
		text := result.Handle(func(s string, err error) (string, error) {
			if err != nil {
				s = "error: " + err.Error()
			}
			return s, nil
		})
		l.AfterSubmitted(func() {
			got := "pending"
			if text.State() == promise.StateFulfilled {
				got, _ = text.Result()
			}
			equal(t, g.events, got, g.want)
		})
	})
}

func TestAll(t *testing.T) {
	for _, g := range []gathering{
		{"", "|", "[]"},
		{"...", "|", "pending"},
		{"...", "012|", "[0 1 2]"},
		{"...", "|012", "[0 1 2]"},
		{"...", "|210", "[0 1 2]"},
		{"...", "1|20", "[0 1 2]"},
		{"...", "|01", "pending"},
		{"...", "b|", "error: broken 1"},
		{"...", "|b", "error: broken 1"},
		{"...", "|0cb", "error: broken 2"},
		{"...", "cb|", "error: broken 1"}, // the first settled input in order
		{".n.", "|", "error: " + promise.ErrNilPromise.Error()},
	} {
		g.run(t, func(l *wakeful.Loop, all []*promise.Promise[int]) *promise.Promise[string] {
			return promise.All(l, all...).Then(func(v []int) (string, error) { return fmt.Sprint(v), nil })
		})
	}
}

func TestAllSettled(t *testing.T) {
	for _, g := range []gathering{
		{"", "|", "[]"},
		{"...", "0|c", "pending"},
		{"...", "0|c1", "[{0 <nil>} {1 <nil>} {0 broken 2}]"},
		{"...", "abc|", "[{0 broken 0} {0 broken 1} {0 broken 2}]"},
		{"n.", "|1", "[{0 " + promise.ErrNilPromise.Error() + "} {1 <nil>}]"},
	} {
		g.run(t, func(l *wakeful.Loop, all []*promise.Promise[int]) *promise.Promise[string] {
			return promise.AllSettled(l, all...).Then(func(v []promise.Outcome[int]) (string, error) { return fmt.Sprint(v), nil })
		})
	}
}

func TestRace(t *testing.T) {
	for _, g := range []gathering{
		{"", "|", "error: " + promise.ErrNoPromises.Error()},
		{"...", "|", "pending"},
		{"...", "|2", "2"},
		{"...", "|b0", "error: broken 1"},
		{"...", "2b|", "error: broken 1"}, // the first settled input in order
		{"...", "|2ab", "2"},              // the rejected losers are handled
		{"..n", "|", "error: " + promise.ErrNilPromise.Error()},
	} {
		g.run(t, func(l *wakeful.Loop, all []*promise.Promise[int]) *promise.Promise[string] {
			return promise.Race(l, all...).Then(func(v int) (string, error) { return fmt.Sprint(v), nil })
		})
	}
}

func TestAny(t *testing.T) {
	for _, g := range []gathering{
		{"", "|", "error: promise: none of no promises was fulfilled"},
		{".", "|a", "error: promise: the only promise was rejected: broken 0"},
		{"...", "|ab", "pending"},
		{"...", "|ab2", "2"},
		{"...", "21|", "1"},
		{"...", "|cab", "error: promise: all 3 promises were rejected; the first: broken 0"},
		{"...", "ab|c", "error: promise: all 3 promises were rejected; the first: broken 0"},
		{"n.", "|1", "1"},
	} {
		g.run(t, func(l *wakeful.Loop, all []*promise.Promise[int]) *promise.Promise[string] {
			return promise.Any(l, all...).Then(func(v int) (string, error) { return fmt.Sprint(v), nil })
		})
	}
}

// TestAggregate: errors.Is matches every reason.
func TestAggregate(t *testing.T) {
	l := running(t)
	var p *promise.Promise[int]
	on(t, l, func() {
		p = promise.Any(l, promise.Rejected[int](l, errBroken), promise.Rejected[int](l, errOther)).MarkHandled()
	})
	_, err := p.Await(t.Context())
	matches(t, err, errBroken, errOther)
	var e *promise.AggregateError
	if !errors.As(err, &e) || len(e.Errors) != 2 || e.Errors[1] != errOther { //nolint:errorlint // this very error
		t.Errorf("error %#v, want both reasons in order", err)
	}
}

// TestGatherFromGoroutine: the caller may reuse the slice when the verb returns.
func TestGatherFromGoroutine(t *testing.T) {
	l := unrun(t)
	rs := []*promise.Resolvers[int]{promise.WithResolvers[int](l), promise.WithResolvers[int](l)}
	promises := []*promise.Promise[int]{rs[0].Promise(), rs[1].Promise()}
	all := promise.All(l, promises...)
	clear(promises)
	launch(t, l)
	rs[1].Resolve(1)
	rs[0].Resolve(0)
	got, err := all.Await(t.Context())
	check(t, err)
	equal(t, "values", fmt.Sprint(got), "[0 1]")
}

// TestNested: combinators are nested deeper than the limit of direct calls.
func TestNested(t *testing.T) {
	const depth = 10_000
	l := running(t)
	var last *promise.Promise[int]
	on(t, l, func() {
		r := promise.WithResolvers[int](l)
		last = r.Promise()
		for range depth {
			last = promise.Race(l, last)
		}
		r.Resolve(7)
	})
	got, err := last.Await(t.Context())
	check(t, err)
	equal(t, "value", got, 7)
}

// TestAllOfMany: every value is at its index, in whatever order the inputs settle.
func TestAllOfMany(t *testing.T) {
	random := seeded(t)
	l := running(t)
	n := rounds(100_000)
	var all *promise.Promise[[]int]
	on(t, l, func() {
		rs := make([]*promise.Resolvers[int], n)
		ps := make([]*promise.Promise[int], n)
		for i := range rs {
			rs[i] = promise.WithResolvers[int](l)
			ps[i] = rs[i].Promise()
		}
		order := random.Perm(n)
		for _, i := range order[:n/2] {
			rs[i].Resolve(i)
		}
		all = promise.All(l, ps...)
		for _, i := range order[n/2:] {
			rs[i].Resolve(i)
		}
	})
	got, err := all.Await(t.Context())
	check(t, err)
	if len(got) != n || !slices.IsSorted(got) || got[n-1] != n-1 {
		t.Errorf("%d values, sorted %t", len(got), slices.IsSorted(got))
	}
}
