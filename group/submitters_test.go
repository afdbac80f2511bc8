package group_test

// This file owns what the stress tests of the end of a Keyed share: goroutines that give it functions
// until it refuses, and the counts of what became of them.

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// counted is a Keyed whose functions count themselves in the state of their key. The state is saved
// when it is evicted.
type counted struct {
	*group.Keyed[int, int64]

	accepted, ran, saved atomic.Int64
	submitters           sync.WaitGroup
}

func newCounted(t *testing.T, g *group.Group) *counted {
	t.Helper()
	c := new(counted)
	var err error
	c.Keyed, err = group.NewKeyed(g, group.WithEviction(time.Hour, func(_ int, n *int64) error {
		c.saved.Add(*n)
		return nil
	}))
	check(t, err)
	return c
}

// submit starts goroutines that give functions to the keys, one key after the other, until Do refuses
// one. Each calls begun when it has gone through the keys once.
func (c *counted) submit(t *testing.T, goroutines, keys int, begun func()) {
	for range goroutines {
		c.submitters.Go(func() {
			for i := 0; ; i++ {
				if err := c.Do(i%keys, func(n *int64) {
					*n++
					c.ran.Add(1)
				}); err != nil {
					matches(t, "Do", err, wakeful.ErrClosed)
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
