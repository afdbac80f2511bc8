package group_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
)

// TestCloseKeyedUnderResize: a KeyedState that is closed while its keys move and functions arrive
// runs what it has accepted, and evicts each state after the last function of its key.
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
	const goroutines, keys = 3, 30
	g := running(t, 2)
	k := newCounted(t, g)
	var begun, resizing sync.WaitGroup
	begun.Add(goroutines)
	k.submit(t, goroutines, keys, begun.Done)
	ctx, stop := context.WithCancel(t.Context())
	resizing.Go(func() {
		for ctx.Err() == nil {
			check(t, g.Resize(t.Context(), 1+rand.IntN(3)))
		}
	})
	begun.Wait()
	check(t, k.Close())
	k.submitters.Wait()
	stop()
	resizing.Wait()
	check(t, g.Shutdown(t.Context()))
	equal(t, "functions that ran", k.ran.Load(), k.accepted.Load())
	equal(t, "effects that were saved", k.saved.Load(), k.ran.Load())
}
