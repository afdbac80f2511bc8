package ingress_test

// The queue against a mutex and a slice: the same calls by one goroutine must have the same
// results, and the same load by many goroutines must pass the same check.

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/stress"
	"pgregory.net/rapid"
)

func TestReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, reference := new(ingress.Queue), new(mutexSlice)
		var c called
		next := 0
		agree := func(what string, got, want any) {
			if got != want {
				t.Fatalf("%s = %v, want %v", what, got, want)
			}
		}
		push := func(n int) {
			for range n {
				fn := c.numbered(next)
				next++
				agree("Push", q.Push(fn), reference.Push(fn))
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"push": func(t *rapid.T) { push(rapid.IntRange(1, 40).Draw(t, "n")) },
			"push a chunk": func(t *rapid.T) {
				// Most sequences have few of them, because they take long.
				if rapid.IntRange(0, 9).Draw(t, "really") == 0 {
					push(ingress.Chunk + rapid.IntRange(-2, 2).Draw(t, "n"))
				}
			},
			"take": func(t *rapid.T) {
				limit := rapid.SampledFrom([]int{-1, 0, 1, 2, 5, 40, ingress.Chunk, all}).Draw(t, "limit")
				n := reference.Ready(limit)
				agree("Ready", q.Ready(limit), n)
				for range n {
					agree("Take", c.take(q), c.take(reference))
				}
			},
			"take next": func(t *rapid.T) {
				if reference.Ready(1) == 0 {
					return
				}
				for end := q.Next(rapid.IntRange(1, 40).Draw(t, "limit")); q.Before(end); {
					agree("TakeNext", c.number(q.TakeNext()), c.take(reference))
				}
			},
			"ready": func(*rapid.T) { agree("Ready", q.Ready(all), reference.Ready(all)) },
			"close if empty": func(t *rapid.T) {
				// Skip most calls that would close, so that most sequences continue.
				if rapid.IntRange(0, 9).Draw(t, "really") == 0 || reference.Ready(1) > 0 {
					agree("CloseIfEmpty", q.CloseIfEmpty(), reference.CloseIfEmpty())
				}
			},
			"close": func(t *rapid.T) {
				if rapid.IntRange(0, 9).Draw(t, "really") == 0 {
					agree("Close", q.Close(), reference.Close())
				}
			},
			"": func(*rapid.T) {
				agree("Pushed", q.Pushed(), reference.Pushed())
				agree("Empty", q.Empty(), reference.Ready(1) == 0)
			},
		})
	})
}

func TestDelivery(t *testing.T) {
	for _, impl := range correct {
		for _, producers := range []int{1, 4, 32} {
			t.Run(fmt.Sprintf("impl=%s/producers=%d", impl.name, producers), func(t *testing.T) {
				stress.Watch(t)
				if err := deliver(impl.new(), producers, stress.Rounds(20000)/producers, stress.Seed(t)); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestDeliveryFindsFaults shows that the check of TestDelivery can fail.
func TestDeliveryFindsFaults(t *testing.T) {
	for name, q := range map[string]mpsc{"a stack": new(stack), "a queue that repeats": new(stutter), "a closed queue": closed()} {
		stress.Watch(t)
		if deliver(q, 2, 1000, stress.Seed(t)) == nil {
			t.Errorf("%s delivers in order, each function once", name)
		}
	}
}

// order checks that each producer's functions come in order and once.
type order struct {
	next map[int]int // by producer
	err  error       // the first error
}

func (o *order) add(producer, number int) {
	if o.next == nil {
		o.next = make(map[int]int)
	}
	if want := o.next[producer]; number != want && o.err == nil {
		o.err = fmt.Errorf("producer %d: number %d came where %d was due", producer, number, want)
	}
	o.next[producer] = number + 1
}

// complete returns an error unless each producer has pushed n functions.
func (o *order) complete(producers, n int) error {
	for p := range producers {
		if o.next[p] != n && o.err == nil {
			o.err = fmt.Errorf("producer %d: %d of %d functions came", p, o.next[p], n)
		}
	}
	return o.err
}

// deliver runs producers that push n functions each, and takes them on the calling goroutine. It
// returns an error unless all functions come once and in the order of their producer.
func deliver(q mpsc, producers, n int, seed uint64) error {
	var o order
	var pushing sync.WaitGroup
	var refused atomic.Int64
	for p := range producers {
		pushing.Go(func() {
			random := stress.Random(seed, p)
			for i := range n {
				if !q.Push(func() { o.add(p, i) }) {
					refused.Add(1)
				}
				stress.Hesitate(random)
			}
		})
	}
	var pushed atomic.Bool
	go func() {
		pushing.Wait()
		pushed.Store(true)
	}()
	consume(q, stress.Random(seed, -1), pushed.Load)
	if r := refused.Load(); r > 0 {
		return fmt.Errorf("%d functions were refused", r)
	}
	return o.complete(producers, n)
}

// consume takes and calls functions, a random number at a time, until none is left after done.
func consume(q mpsc, random *rand.Rand, done func() bool) {
	for {
		last := done()
		limit := all
		if !last && random.IntN(2) == 0 {
			limit = random.IntN(20)
		}
		n := q.Ready(limit)
		for range n {
			q.Take()()
		}
		if last && n == 0 {
			return
		}
		stress.Hesitate(random)
	}
}
