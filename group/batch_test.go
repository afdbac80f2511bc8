package group_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// TestBatchesUnderResize: while the number of loops changes, batches and single functions of a
// submitter run exactly once, and for each key in the order in which they were submitted. A key that
// is in a batch twice gets both.
func TestBatchesUnderResize(t *testing.T) {
	const keys, submitters = 60, 3
	rounds, resizes := 1500, 40
	if testing.Short() {
		rounds, resizes = 400, 12
	}
	g := running(t, 2)
	k, err := group.NewKeyedState(g, group.WithNewState(func(int) log { return log{last: map[int]int{}} }))
	check(t, err)
	var submitting, resizing sync.WaitGroup
	var counts [submitters][keys]int // how many functions a key has got
	for by := range submitters {
		random := rand.New(rand.NewPCG(1, uint64(by)))
		next := &counts[by]
		run := func(s *log, key, n int) {
			if s.last[by] != n {
				t.Errorf("key %d, submitter %d: function %d ran when %d was due", key, by, n, s.last[by])
			}
			s.last[by] = n + 1
		}
		submitting.Go(func() {
			for range rounds {
				if key := random.IntN(keys); random.IntN(4) == 0 {
					n := next[key]
					next[key]++
					check(t, k.Submit(key, func(s *log) { run(s, key, n) }))
					continue
				}
				batch, numbers := make([]int, random.IntN(40)), make([]int, 40)
				for i := range batch {
					batch[i] = random.IntN(keys)
					numbers[i] = next[batch[i]]
					next[batch[i]]++
				}
				accepted, err := k.SubmitBatch(batch, func(states iter.Seq2[int, *log]) {
					for i, s := range states {
						run(s, batch[i], numbers[i])
					}
				})
				check(t, err)
				equal(t, "accepted", accepted, len(batch))
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
				equal(t, fmt.Sprintf("functions of key %d, submitter %d", key, by), s.last[by], counts[by][key])
			}
		}))
	}
	check(t, g.Shutdown(context.Background()))
	equal(t, "discarded", g.Metrics().Total.Discarded, 0)
}

// TestBatchRunsOncePerLoop: there is one call for each loop, with the keys of that loop, in order,
// also if the sequence is used twice or not to its end.
func TestBatchRunsOncePerLoop(t *testing.T) {
	g := running(t, 3)
	k, err := group.NewKeyedState[int, int](g)
	check(t, err)
	keys := rand.Perm(500)
	var mu sync.Mutex
	calls := map[*wakeful.Loop][]int{}
	accepted, err := k.SubmitBatch(keys, func(states iter.Seq2[int, *int]) {
		for i, s := range states {
			if i == len(keys) || *s != 0 {
				t.Errorf("index %d, state %d", i, *s)
			}
			break
		}
		var mine []int
		for i, s := range states {
			*s++
			mine = append(mine, i)
		}
		mu.Lock()
		defer mu.Unlock()
		l := k.Loop(keys[mine[0]])
		if !l.OnLoop() || calls[l] != nil || !slices.IsSorted(mine) {
			t.Errorf("on its loop: %v; before: %v; now: %v", l.OnLoop(), calls[l], mine)
		}
		calls[l] = mine
	})
	check(t, err)
	equal(t, "accepted", accepted, len(keys))
	accepted, err = k.SubmitBatch(nil, func(iter.Seq2[int, *int]) { t.Error("there is no key") })
	check(t, err)
	equal(t, "accepted of none", accepted, 0)
	_, err = k.SubmitBatch(keys, nil)
	matches(t, "without a function", err, wakeful.ErrNilFunc)
	for key := range keys {
		check(t, k.Submit(key, func(s *int) { equal(t, "state", *s, 1) }))
	}
	check(t, g.Shutdown(t.Context()))
	equal(t, "loops", len(calls), 3)
	accepted, err = k.SubmitBatch(keys, func(iter.Seq2[int, *int]) { t.Error("the loops have ended") })
	equal(t, "accepted after the end", accepted, 0)
	matches(t, "after the end", err, wakeful.ErrClosed)
}

// TestBatchEvicts: a batch uses the states of its keys, as Submit does.
func TestBatchEvicts(t *testing.T) {
	inBubble(t, 2, func(t *testing.T, g *group.Group) {
		s := &store{saved: map[string]int{}}
		k, err := group.NewKeyedState(g, group.WithNewState(s.load), group.WithEviction(time.Minute, s.evict))
		check(t, err)
		both := func(states iter.Seq2[int, *int]) {
			for _, n := range states {
				*n++
			}
		}
		_, err = k.SubmitBatch([]string{"busy", "idle"}, both)
		check(t, err)
		for range 10 {
			_, err = k.SubmitBatch([]string{"busy"}, both)
			check(t, err)
			time.Sleep(30 * time.Second) //nolint:forbidigo // the bubble's clock
		}
		equal(t, "evicted", fmt.Sprint(s.log()), "[idle 1]")
		equal(t, "states", k.Len(), 1)
	})
}

// TestDeleteFunc: what is deleted is gone, and a look makes no state.
func TestDeleteFunc(t *testing.T) {
	g := running(t, 2)
	k, err := group.NewKeyedState(g, group.WithEviction(time.Hour, func(string, *int) error { return nil }))
	check(t, err)
	var seen []string
	look := func(del bool) func(*int) bool {
		return func(n *int) bool {
			if n == nil {
				seen = append(seen, "none")
			} else {
				seen = append(seen, fmt.Sprint(*n))
			}
			return del
		}
	}
	check(t, k.DeleteFunc("a", look(true)))
	check(t, k.Submit("a", increment))
	check(t, k.DeleteFunc("a", look(false)))
	check(t, k.DeleteFunc("a", look(true)))
	check(t, k.DeleteFunc("a", look(true)))
	check(t, k.Submit("a", increment))
	check(t, k.DeleteFunc("a", look(false)))
	matches(t, "without a function", k.DeleteFunc("a", nil), wakeful.ErrNilFunc)
	check(t, k.Submit("b", increment))
	keys, err := k.Keys(t.Context())
	check(t, err)
	slices.Sort(keys)
	equal(t, "keys", fmt.Sprint(keys), "[a b]")
	equal(t, "number of keys", k.Len(), 2)
	check(t, g.Shutdown(t.Context()))
	equal(t, "seen", fmt.Sprint(seen), "[none 1 1 none 1]")
	equal(t, "number of keys after the end", k.Len(), 0) // all were evicted
	matches(t, "DeleteFunc after the end", k.DeleteFunc("a", look(true)), wakeful.ErrClosed)
}

// TestKeysUnderResize: the keys that have a state all the time are all there, and none twice.
func TestKeysUnderResize(t *testing.T) {
	const stay = 300
	g := running(t, 2)
	k, err := group.NewKeyedState[int, int](g)
	check(t, err)
	for key := range stay {
		check(t, k.Submit(key, increment))
	}
	var over atomic.Bool
	var coming sync.WaitGroup
	coming.Go(func() {
		for !over.Load() {
			check(t, k.Submit(stay, increment))
			check(t, k.DeleteFunc(stay, func(*int) bool { return true }))
			check(t, g.Resize(t.Context(), 1+rand.IntN(4)))
		}
	})
	for range 10 {
		keys, err := k.Keys(t.Context())
		check(t, err)
		slices.Sort(keys)
		for i := range stay {
			if i >= len(keys) || keys[i] != i {
				t.Fatalf("key %d is missing or there twice: %v", i, keys)
			}
		}
	}
	over.Store(true)
	coming.Wait()
	equal(t, "number of keys", k.Len(), stay)
}

// TestKeysEnds: Keys does not wait for a loop that does not run, for a callback of its own loop, or
// for the end of a closed KeyedState.
func TestKeysEnds(t *testing.T) {
	g := made(t, 1)
	k, err := group.NewKeyedState[int, int](g)
	check(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = k.Keys(ctx)
	matches(t, "the context has ended", err, context.Canceled)
	_, err = k.Keys(nil) //nolint:staticcheck // that is the test
	matches(t, "without a context", err, wakeful.ErrNilContext)
	go run(t, g)
	started(t, g)
	_, err = g.Loops()[0].Call(t.Context(), func() (int, error) {
		_, err := k.Keys(t.Context())
		return 0, err
	})
	matches(t, "in a callback", err, group.ErrOnLoop)
	check(t, k.Close())
	_, err = k.Keys(t.Context())
	matches(t, "after Close", err, wakeful.ErrClosed)
}
