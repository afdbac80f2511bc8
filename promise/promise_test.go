package promise_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/promise"
)

// TestStatesAndResults: a promise goes from pending to one outcome. Result returns its value or
// error on any goroutine, and no later call changes it.
func TestStatesAndResults(t *testing.T) {
	l := running(t)
	fulfilled, rejected := promise.WithResolvers[int](l), promise.WithResolvers[int](l)
	rejected.Promise().MarkHandled()
	for what, p := range map[string]*promise.Promise[int]{"to be fulfilled": fulfilled.Promise(), "to be rejected": rejected.Promise()} {
		value, err := p.Result()
		equal(t, what, p.State(), promise.StatePending)
		equal(t, what+": value", value, 0)
		equal(t, what+": error", err, promise.ErrPending)
	}
	for range 2 { // the second time changes nothing
		fulfilled.Resolve(7)
		rejected.Reject(errBroken)
		fulfilled.Reject(errBroken)
		rejected.Resolve(8)
		for _, c := range []struct {
			p     *promise.Promise[int]
			state promise.State
			value int
			err   error
		}{
			{fulfilled.Promise(), promise.StateFulfilled, 7, nil},
			{rejected.Promise(), promise.StateRejected, 0, errBroken},
			{nil, promise.StateRejected, 0, promise.ErrNilPromise},
		} {
			value, err := c.p.Await(t.Context()) // wait until the loop has settled it
			equal(t, "awaited value", value, c.value)
			equal(t, "awaited error", err, c.err)
			equal(t, "state", c.p.State(), c.state)
			value, err = c.p.Result()
			equal(t, "value", value, c.value)
			equal(t, "error", err, c.err)
		}
	}
}

// TestStrings: the text of promises and of their states.
func TestStrings(t *testing.T) {
	l := unrun(t)
	for _, c := range []struct {
		p           *promise.Promise[int]
		state, text string
	}{
		{promise.WithResolvers[int](l).Promise(), "pending", "Promise(pending)"},
		{promise.Resolved(l, 1), "fulfilled", "Promise(fulfilled)"},
		{promise.Rejected[int](l, errBroken).MarkHandled(), "rejected", "Promise(rejected: broken)"},
		{nil, "rejected", "Promise(rejected: " + promise.ErrNilPromise.Error() + ")"},
	} {
		equal(t, "state", c.p.State().String(), c.state)
		equal(t, "promise", c.p.String(), c.text)
	}
	equal(t, "no state", promise.State(9).String(), "State(9)")
	pending := promise.WithResolvers[int](l).Promise()
	link := pending.Then(plusOne)
	check(t, l.Close())
	for _, p := range []*promise.Promise[int]{pending, link} {
		equal(t, "after the end", p.String(), "Promise(rejected: "+promise.ErrAbandoned.Error()+")")
	}
}
