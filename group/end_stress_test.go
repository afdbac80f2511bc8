package group_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"testing"

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
	g := running(t, 2)
	k := newCounted(t, g)
	k.submit(t, 3, 20, func() {})
	var resizing sync.WaitGroup
	resized := make(chan struct{})
	resizing.Go(func() {
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
	k.submitters.Wait()
	resizing.Wait()
	<-g.Done()
	m := g.Metrics().Total
	equal(t, name+": submitted - executed - rejected - discarded", int64(m.Submitted-m.Executed-m.Rejected-m.Discarded), 0)
	equal(t, name+": effects that were saved", k.saved.Load(), k.ran.Load())
	lost := k.accepted.Load() - k.ran.Load()
	if lost < 0 || lost > int64(m.Discarded) || name == "shutdown" && lost != 0 {
		t.Errorf("%s: %d functions were accepted and did not run; %d are counted as discarded", name, lost, m.Discarded)
	}
}
