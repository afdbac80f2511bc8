package group_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// TestCloseKeyedUnderResize: a Keyed that is closed while its keys move and functions arrive runs
// what it has accepted, and evicts each state after the last function of its key.
func TestCloseKeyedUnderResize(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 15
	}
	for range rounds {
		closeUnderResize(t)
	}
}

func closeUnderResize(t *testing.T) {
	const keys = 30
	var accepted, ran, saved atomic.Int64
	g := running(t, 2)
	k, err := group.NewKeyed(g, group.WithEviction(time.Hour, func(_ int, n *int64) error {
		saved.Add(*n)
		return nil
	}))
	check(t, err)
	var submitting, resizing sync.WaitGroup
	begun := make(chan struct{}, 3)
	for range cap(begun) {
		submitting.Go(func() {
			for key := 0; ; key++ {
				if err := k.Do(key%keys, func(n *int64) {
					*n++
					ran.Add(1)
				}); err != nil {
					matches(t, "Do", err, wakeful.ErrClosed)
					return
				}
				if accepted.Add(1); key == keys {
					begun <- struct{}{}
				}
			}
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	resizing.Go(func() {
		for ctx.Err() == nil {
			check(t, g.Resize(t.Context(), 1+rand.IntN(3)))
		}
	})
	for range cap(begun) {
		<-begun
	}
	check(t, k.Close())
	submitting.Wait()
	stop()
	resizing.Wait()
	check(t, g.Shutdown(t.Context()))
	equal(t, "functions that ran", ran.Load(), accepted.Load())
	equal(t, "effects that were saved", saved.Load(), ran.Load())
}
