package group_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// TestEndUnderResize: a group that ends while keys move loses nothing uncounted: what was accepted
// ran or is counted as discarded, and every state is evicted once, with the effect of all functions
// that ran.
func TestEndUnderResize(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 20
	}
	for range rounds {
		for name, end := range map[string]func(*group.Group) error{
			"close":    (*group.Group).Close,
			"shutdown": func(g *group.Group) error { return g.Shutdown(context.Background()) },
		} {
			endUnderResize(t, name, end)
		}
	}
}

func endUnderResize(t *testing.T, name string, end func(*group.Group) error) {
	var accepted, ran, saved atomic.Int64
	g := running(t, 2)
	k, err := group.NewKeyed(g, group.WithEviction(time.Hour, func(_ int, n *int64) error {
		saved.Add(*n)
		*n = 0
		return nil
	}))
	check(t, err)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			for key := 0; ; key++ {
				err := k.Do(key%20, func(n *int64) {
					*n++
					ran.Add(1)
				})
				if err != nil {
					matches(t, "Do", err, wakeful.ErrClosed)
					return
				}
				accepted.Add(1)
			}
		})
	}
	resized := make(chan struct{})
	all.Go(func() {
		for i := 0; ; i++ {
			if err := g.Resize(context.Background(), 1+rand.IntN(4)); err != nil {
				if !errors.Is(err, wakeful.ErrClosed) {
					t.Error(err)
				}
				return
			}
			if i == 1 {
				close(resized)
			}
		}
	})
	<-resized
	check(t, end(g))
	all.Wait()
	<-g.Done()
	m := g.Metrics().Total
	equal(t, name+": submitted - executed - rejected - discarded", int64(m.Submitted-m.Executed-m.Rejected-m.Discarded), 0)
	equal(t, name+": effects that were saved", saved.Load(), ran.Load())
	lost := accepted.Load() - ran.Load()
	if lost < 0 || lost > int64(m.Discarded) || name == "shutdown" && lost != 0 {
		t.Errorf("%s: %d functions were accepted and did not run; %d are counted as discarded", name, lost, m.Discarded)
	}
}
