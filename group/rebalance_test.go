package group_test

import (
	"iter"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/group"
)

// TestRebalancing: of the keys of a busy loop some move to an idle one, with nothing lost and in
// order, whether their functions come one by one or in batches. The test gives work to the keys
// until that happens. The confirmations are the default, because the load of keys is not known before.
func TestRebalancing(t *testing.T) {
	bubble(t, "Submit", func(t *testing.T) {
		rebalancing(t, func(k *group.KeyedState[int, int], keys []int, fn func(key int, n *int)) {
			for _, key := range keys {
				check(t, k.Submit(key, func(n *int) { fn(key, n) }))
			}
		})
	})
	bubble(t, "SubmitBatch", func(t *testing.T) {
		rebalancing(t, func(k *group.KeyedState[int, int], keys []int, fn func(key int, n *int)) {
			_, err := k.SubmitBatch(keys, func(states iter.Seq2[int, *int]) {
				for i, n := range states {
					fn(keys[i], n)
				}
			})
			check(t, err)
		})
	})
}

// bubble runs a part of a test in fake time.
func bubble(t *testing.T, name string, test func(t *testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}

func rebalancing(t *testing.T, submit func(k *group.KeyedState[int, int], keys []int, fn func(key int, n *int))) {
	const keys = 40
	const rounding = 1e-9 // the parts of the slots are added in another order
	moves := make(chan group.Move, 1)
	counted := make(chan struct{})
	g := running(t, 2, group.WithRebalancing(group.Rebalancing{
		Interval: 5 * time.Millisecond, Cooldown: 1,
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
		submit(k, mine, func(key int, n *int) {
			time.Sleep(20 * time.Microsecond) //nolint:forbidigo // in fake time: so long the function takes
			if *n != round {
				t.Errorf("key %d: function %d ran when %d was due", key, round, *n)
			}
			*n++
			ran.Add(1)
		})
		for ran.Load() < int64(len(mine)*rounds) { // at most two rounds wait
			select {
			case m = <-moves:
			default:
			}
			time.Sleep(time.Microsecond) //nolint:forbidigo // in fake time
		}
		if m.From != nil && (m.From != from || m.To != to || m.Moved > m.Planned+rounding) {
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
