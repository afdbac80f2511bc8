package group_test

// This file owns what the stress tests of the end of a KeyedState share: goroutines that give it
// functions until it refuses, and the counts of what became of them.

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// counted is a KeyedState whose functions count themselves in the state of their key. The state is
// saved when it is evicted.
type counted struct {
	*group.KeyedState[int, int64]

	accepted, ran, saved atomic.Int64
	submitters           sync.WaitGroup
}

func newCounted(t *testing.T, g *group.Group) *counted {
	t.Helper()
	c := new(counted)
	var err error
	c.KeyedState, err = group.NewKeyedState(g, group.WithEviction(time.Hour, func(_ int, n *int64) error {
		c.saved.Add(*n)
		return nil
	}))
	check(t, err)
	return c
}

// submit starts goroutines that give functions to the keys, one key after the other, until Submit
// refuses one. Each calls begun when it has gone through the keys once.
func (c *counted) submit(t *testing.T, goroutines, keys int, begun func()) {
	for range goroutines {
		c.submitters.Go(func() {
			for i := 0; ; i++ {
				if err := c.Submit(i%keys, func(n *int64) {
					*n++
					c.ran.Add(1)
				}); err != nil {
					matches(t, "Submit", err, wakeful.ErrClosed)
					return
				}
				c.accepted.Add(1)
				if i == keys {
					begun()
				}
			}
		})
	}
}
