package observe_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// TestRingStress copies a small ring while it is written. The words of each event belong together, the
// events are in order without gaps, and only the last one may be unfinished.
func TestRingStress(t *testing.T) {
	const events = 20_000
	r := observe.NewRing(64*observe.EventBytes, true)
	r.Attach(0)
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	var writer sync.WaitGroup
	writer.Go(func() {
		random := rand.New(rand.NewPCG(seed, 0))
		for n := int64(1); n <= events; n++ {
			// All fields of event n say n.
			r.Begin(2*n, uint64(n), int(n%100), int(n), uint32(n), observe.Untimed{})
			if random.IntN(4) == 0 {
				r.Name("a name") // the table is copied meanwhile
			}
			r.End(2*n+1, uint64(n+events), int(n%100))
		}
	})
	readers, done := sync.WaitGroup{}, make(chan struct{})
	for range 2 {
		readers.Go(func() {
			for last := uint64(0); ; {
				select {
				case <-done:
					return
				default:
				}
				c := r.Snapshot(observe.Read())
				if c.Lost < last {
					t.Errorf("%d events were lost, after %d", c.Lost, last)
				}
				last = c.Lost
				check(t, c, events)
			}
		})
	}
	writer.Wait()
	close(done)
	readers.Wait()
	c := r.Snapshot(observe.Read())
	check(t, c, events)
	if len(c.Events) != 63 || c.Lost != events-63 {
		t.Errorf("%d events and %d lost at the end, want 63, because the next one may be written meanwhile", len(c.Events), c.Lost)
	}
}

// check checks a copy of the ring.
func check(t *testing.T, c observe.Copy, events uint64) {
	for i, e := range c.Events {
		n := c.Lost + uint64(i) + 1
		finished := e.Duration == 1 && (e.Value == n+events)
		running := e.Duration == observe.Unfinished && (e.Value == n || e.Value == n+events) && i == len(c.Events)-1
		if !finished && !running || e.Start != int64(2*n) || e.Kind != observe.KindCallback || uint64(e.Detail) != n%100 ||
			uint64(e.Queue) != n || uint64(e.Extra) != n {
			t.Errorf("event %d of %d, number %d, is %+v", i, len(c.Events), n, e)
			return
		}
	}
}

func TestRingTables(t *testing.T) {
	r := observe.NewRing(0, true)
	r.Attach(0)
	for i := range 2000 {
		name := string(rune('a' + i%26))
		if i >= 100 {
			name = string(rune(0x4e00 + i))
		}
		if n := r.Name(name); n&observe.IsName == 0 || n != r.Name(name) && i < 500 {
			t.Fatalf("name %d has the number %#x and then %#x", i, n, r.Name(name))
		}
		r.Park(int64(2*i), observe.Untimed{})
		r.Unpark(int64(2*i+1), observe.WokenTimer, &observe.Stack{uintptr(i + 1)}, 0, observe.NotKnown)
	}
	c := r.Snapshot(observe.Read())
	if len(c.Names) != 1024 || len(c.Stacks) != 1024 {
		t.Errorf("%d names and %d stacks are kept, want 1024 of each", len(c.Names), len(c.Stacks))
	}
	if last := c.Events[len(c.Events)-1]; last.Kind != observe.KindPark || last.Value != 0 {
		t.Errorf("the last park is %+v, want one without a stack", last)
	}
}
