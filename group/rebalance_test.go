package group_test

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/group"
)

// TestRebalancing: of the keys of a busy loop some move to an idle one, with nothing lost and in
// order. The test gives work to the keys until that happens.
func TestRebalancing(t *testing.T) {
	const keys = 40
	moves := make(chan group.Move, 1)
	counted := make(chan struct{})
	g := running(t, 2, group.WithRebalancing(group.Rebalancing{
		Interval: 5 * time.Millisecond, Confirmations: 1, Cooldown: 1,
		OnMove: func(m group.Move) {
			if m.Moved > 0 {
				select {
				case moves <- m:
					<-counted // no other move may follow before
				default:
				}
			}
		},
	}))
	k, err := group.NewKeyedState[int, int](g)
	check(t, err)
	from, to := g.Loops()[0], g.Loops()[1]
	var mine []int // keys of the first loop
	for key := 0; len(mine) < keys; key++ {
		if k.Loop(key) == from {
			mine = append(mine, key)
		}
	}
	var ran atomic.Int64
	rounds := 0
	for m := (group.Move{}); m.From == nil; rounds++ {
		round := rounds
		for _, key := range mine {
			check(t, k.Submit(key, func(n *int) {
				for began := time.Now(); time.Since(began) < 20*time.Microsecond; {
				}
				if *n != round {
					t.Errorf("key %d: function %d ran when %d was due", key, round, *n)
				}
				*n++
				ran.Add(1)
			}))
		}
		for ran.Load() < int64(len(mine)*rounds) { // at most two rounds wait
			select {
			case m = <-moves:
			default:
			}
			runtime.Gosched() // the loops may need this processor, or they look idle
		}
		if m.From != nil && (m.From != from || m.To != to || m.Moved > m.Planned) {
			t.Errorf("the first move: %+v", m)
		}
	}
	moved := 0
	for _, key := range mine {
		if k.Loop(key) == to {
			moved++
		}
	}
	close(counted)
	if moved == 0 || moved == keys {
		t.Errorf("%d of %d keys have moved", moved, keys)
	}
	check(t, g.Shutdown(t.Context()))
	equal(t, "functions that ran", ran.Load(), int64(keys*rounds))
}
