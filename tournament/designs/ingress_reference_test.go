package designs

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file holds every ingress against a slice that cannot be wrong.

// ringSlots is a ring small enough that a test goes round it many times.
const ringSlots = 8

type ingressCase struct {
	name  string
	bound int // 0 for none
	make  func() ingress
}

func ingressCases() (cases []ingressCase) {
	for _, clearing := range []Clearing{ClearUsed, ClearWhole} {
		mutex := func(chunked bool) func() ingress {
			return func() ingress { return newMutexIngress(chunked, clearing) }
		}
		for _, c := range []ingressCase{
			{"slice", 0, mutex(false)},
			{"chunks", 0, mutex(true)},
			{"cas", 0, func() ingress { return newCASIngress(clearing, new(atomic.Uint64)) }},
			{"arena", ringSlots, func() ingress { return newArenaIngress(ringSlots, clearing) }},
		} {
			c.name = fmt.Sprintf("%s/%s", c.name, clearing)
			cases = append(cases, c)
		}
	}
	return cases
}

func TestIngressAgainstSlice(t *testing.T) {
	for _, c := range ingressCases() {
		t.Run(c.name, func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { referenceRun(t, c) }) })
	}
}

func referenceRun(t *rapid.T, c ingressCase) {
	q := c.make()
	var (
		waiting []int // the reference: what was accepted and not taken
		next    int
		closed  bool
		ran     int // what the last task that was called is
	)
	push := func() {
		me := next
		err := q.push(func() { ran = me })
		switch {
		case closed:
			if !errors.Is(err, contest.ErrClosed) {
				t.Fatalf("push after close returned %v", err)
			}
			return
		case c.bound > 0 && len(waiting) == c.bound:
			if !errors.Is(err, contest.ErrFull) {
				t.Fatalf("push to a full queue returned %v", err)
			}
			return
		case err != nil:
			t.Fatalf("push: %v", err)
		}
		waiting = append(waiting, me)
		next++
	}
	t.Repeat(map[string]func(*rapid.T){
		"push": func(t *rapid.T) {
			for range rapid.IntRange(1, 3*chunkSlots).Draw(t, "n") {
				push()
			}
		},
		"push-one": func(*rapid.T) { push() },
		"take": func(t *rapid.T) {
			most := rapid.IntRange(1, 4*chunkSlots).Draw(t, "most")
			lent := q.take(most)
			if len(lent) > most || len(lent) == 0 && len(waiting) > 0 {
				t.Fatalf("take(%d) returned %d of %d tasks", most, len(lent), len(waiting))
			}
			for i, task := range lent {
				if task(); ran != waiting[i] {
					t.Fatalf("took task %d when %d was due", ran, waiting[i])
				}
			}
			waiting = waiting[len(lent):]
		},
		"tier": func(t *rapid.T) {
			if m, ok := q.(*mutexIngress); ok {
				m.setChunked(rapid.Bool().Draw(t, "chunked"))
			}
		},
		"close": func(t *rapid.T) {
			if rapid.IntRange(0, 9).Draw(t, "one in ten") == 0 {
				q.close()
				closed = true
			}
		},
		"": func(t *rapid.T) {
			if got, want := q.empty(), len(waiting) == 0; got != want {
				t.Fatalf("empty is %v with %d tasks waiting", got, len(waiting))
			}
			if got, want := q.allTaken(), len(waiting) == 0; got != want {
				t.Fatalf("spent is %v with %d tasks waiting", got, len(waiting))
			}
		},
	})
	q.close()
	for taken := len(q.take(1)); taken > 0; taken = len(q.take(1)) {
		waiting = waiting[taken:]
	}
	if len(waiting) > 0 || !q.allTaken() {
		t.Fatalf("%d tasks were never handed over", len(waiting))
	}
	if n := remembered(q); n > 0 {
		t.Fatalf("%d tasks that were taken are still referred to", n)
	}
	if got := q.accepted(); got != uint64(next) {
		t.Fatalf("accepted is %d after %d pushes", got, next)
	}
}

// remembered counts the tasks that a queue refers to anywhere. One that was taken
// and is remembered keeps alive what it refers to.
func remembered(q ingress) (n int) {
	count := func(slots []func()) {
		for _, task := range slots[:cap(slots)] {
			if task != nil {
				n++
			}
		}
	}
	switch q := q.(type) {
	case *mutexIngress:
		count(q.hand)
		count(q.slice)
		for _, k := range []*chunk{q.free, q.worn.first, q.chain, q.chunks.first} {
			for ; k != nil; k = k.next {
				count(k.slots[:])
			}
		}
	case *casIngress:
		count(q.buffer[:])
	case *arenaIngress:
		count(q.buffer[:])
		for i := range q.slots {
			count([]func(){q.slots[i].task})
		}
	}
	return n
}

// Producers against one consumer, with a close in the middle: order for each
// producer, nothing lost that was accepted, nothing accepted afterwards.
func TestIngressUnderContention(t *testing.T) {
	for _, c := range ingressCases() {
		t.Run(c.name, func(t *testing.T) {
			for range 20 {
				contend(t, c)
			}
		})
	}
}

func contend(t *testing.T, c ingressCase) {
	t.Helper()
	const producers, each = 4, 500
	q := c.make()
	var accepted, taken [producers]int
	var all sync.WaitGroup
	for p := range producers {
		all.Go(func() {
			for accepted[p] < each {
				me := accepted[p]
				err := q.push(func() {
					if taken[p] != me {
						t.Errorf("producer %d: task %d came when %d was due", p, me, taken[p])
					}
					taken[p]++
				})
				switch {
				case err == nil:
					accepted[p]++
				case errors.Is(err, contest.ErrClosed):
					return
				default:
					runtime.Gosched() // full: the consumer may need this processor
				}
			}
		})
	}
	var total uint64
	for closed := false; ; {
		batch := q.take(100)
		for _, task := range batch {
			task()
		}
		total += uint64(len(batch))
		if len(batch) == 0 {
			runtime.Gosched()
		}
		if !closed && total > producers*each/2 {
			q.close()
			closed = true
		}
		if closed && len(batch) == 0 && q.allTaken() {
			break
		}
	}
	all.Wait()
	if accepted != taken || total != q.accepted() {
		t.Errorf("accepted %v, %d in all; taken %v, %d in all", accepted, q.accepted(), taken, total)
	}
}

// The arena finds its slots again when the number of tasks passes 32 bits.
func TestArenaLapWraps(t *testing.T) {
	q := newArenaIngress(ringSlots, ClearUsed)
	start := uint64(1)<<32*ringSlots - ringSlots // the lap of these slots is the last before 0
	q.tail.Store(start)
	q.head = start
	for i := range 3 * ringSlots {
		ran := false
		if err := q.push(func() { ran = true }); err != nil {
			t.Fatalf("push %d: %v", i, err)
		}
		for _, task := range q.take(1) {
			task()
		}
		if !ran {
			t.Fatalf("task %d did not come out", i)
		}
	}
}

// A worn chunk comes back, so that a steady stream allocates nothing.
func TestChunksAreRecycled(t *testing.T) {
	q := newMutexIngress(true, ClearWhole)
	task := func() {}
	round := func() {
		for range 3 * chunkSlots {
			_ = q.push(task)
		}
		for len(q.take(1000)) > 0 {
		}
	}
	round()
	round()
	if n := testing.AllocsPerRun(50, round); n > 0 {
		t.Errorf("%v allocations in a round of %d tasks", n, 3*chunkSlots)
	}
}
