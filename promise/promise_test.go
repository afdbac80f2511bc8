package promise_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/promise"
)

// TestStrings: what promises and their states print as.
func TestStrings(t *testing.T) {
	l := unrun(t)
	for _, c := range []struct {
		p           *promise.Promise[int]
		state, text string
	}{
		{promise.WithResolvers[int](l).Promise(), "pending", "Promise(pending)"},
		{promise.Resolved(l, 1), "fulfilled", "Promise(fulfilled)"},
		{promise.Rejected[int](l, errBroken).Handled(), "rejected", "Promise(rejected: broken)"},
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
