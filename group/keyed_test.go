package group_test

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/group"
)

// log is the state of a key in the test of order: the last number of each submitter.
type log struct {
	last map[int]int
}

// TestKeyedUnderResize: while the number of loops changes, every function runs exactly once, in the
// order of its submitter, with the state of its key.
func TestKeyedUnderResize(t *testing.T) {
	const keys, submitters = 50, 4
	rounds, resizes := 2000, 40
	if testing.Short() {
		rounds, resizes = 500, 12
	}
	g := running(t, 2)
	k, err := group.NewKeyedState(g, group.WithNewState(func(int) log { return log{last: map[int]int{}} }))
	if err != nil {
		t.Fatal(err)
	}
	var submitting, resizing sync.WaitGroup
	for by := range submitters {
		submitting.Go(func() {
			for n := range rounds {
				for key := range keys {
					check(t, k.Submit(key, func(s *log) {
						if s.last[by] != n {
							t.Errorf("key %d, submitter %d: function %d ran when %d was due", key, by, n, s.last[by])
						}
						s.last[by] = n + 1
					}))
				}
			}
		})
	}
	resizing.Go(func() {
		for range resizes {
			check(t, g.Resize(context.Background(), 1+rand.IntN(5)))
		}
	})
	submitting.Wait()
	resizing.Wait()
	for key := range keys {
		check(t, k.Submit(key, func(s *log) {
			for by := range submitters {
				if s.last[by] != rounds {
					t.Errorf("key %d, submitter %d: %d functions ran, want %d", key, by, s.last[by], rounds)
				}
			}
		}))
	}
	check(t, g.Shutdown(context.Background()))
	m := g.Metrics().Total
	equal(t, "discarded", m.Discarded, 0)
	equal(t, "submitted - executed - rejected", m.Submitted-m.Executed-m.Rejected, 0)
}
