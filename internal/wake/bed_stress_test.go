package wake_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/internal/stress"
	"github.com/wakeful-go/wakeful/internal/wake"
)

// A bunk is a bed in which events wake the sleeper as well.
type bunk struct {
	t      *testing.T
	events chan struct{}
	roused chan struct{} // holds one, and a second would block
	taken  uint64        // events; the sleeper's
}

func (b *bunk) Sleep() bool {
	select {
	case <-b.events:
		b.taken++
		return true
	case <-b.roused:
		return false
	}
}

func (b *bunk) Rouse() {
	select {
	case b.roused <- struct{}{}:
	default:
		b.t.Error("roused twice")
	}
}

func (b *bunk) Absorb() { <-b.roused }

// TestStressBed: the sleeper sees all that notifiers count and all events, whether
// it sleeps on the channel or in bed, and no rouse or token is left after a sleep.
func TestStressBed(t *testing.T) {
	stress.Watch(t)
	n := stress.Rounds(50_000)
	s := stress.Seed(t)
	e, work := newEventCount(), new(counter)
	b := &bunk{t: t, events: make(chan struct{}), roused: make(chan struct{}, 1)}
	var visits atomic.Uint64
	var others sync.WaitGroup
	for i := range 4 {
		others.Go(func() {
			random := stress.Random(s, i)
			for range n {
				switch i {
				case 0:
					b.events <- struct{}{}
				case 1:
					if e.Visit(func() { visits.Add(1) }) {
						work.Add(1) // so that the sleeper has a reason
					} else {
						work.Add(1)
						e.Notify()
					}
				default:
					work.Add(1)
					e.Notify()
				}
				stress.Hesitate(random)
			}
		})
	}
	random := stress.Random(s, 1000)
	for seen := uint64(0); seen < uint64(3*n) || b.taken < uint64(n); seen = work.Load() {
		inBed := b.taken < uint64(n) && (seen >= uint64(3*n) || random.IntN(3) > 0)
		if inBed {
			e.PrepareIn(b)
		} else {
			e.Prepare()
		}
		stress.Hesitate(random)
		if work.Load() != seen {
			e.Cancel()
		} else {
			e.Wait()
		}
		if len(b.roused) != 0 || e.Tokens() != 0 || e.Sleeping() {
			t.Fatalf("after a sleep: %d rouses, %d tokens, sleeping: %v", len(b.roused), e.Tokens(), e.Sleeping())
		}
	}
	others.Wait()
}

// TestBed: who claims a sleep in bed rouses the sleeper, whatever else has woken it.
func TestBed(t *testing.T) {
	e := newEventCount()
	b := &bunk{t: t, events: make(chan struct{}, 1), roused: make(chan struct{}, 1)}
	for name, sleep := range map[string]func(){
		"roused":                           func() { e.Notify(); e.Wait() },
		"by an event":                      func() { b.events <- struct{}{}; e.Wait() },
		"by an event, and claimed":         func() { e.Notify(); b.events <- struct{}{}; e.Wait() },
		"called off":                       func() { e.Cancel() },
		"called off, and claimed":          func() { e.Notify(); e.Cancel() },
		"by a visitor":                     func() { e.Visit(func() {}); e.Wait() },
		"called off, and there is a guest": func() { e.Visit(func() {}); e.Cancel() },
	} {
		e.PrepareIn(b)
		sleep()
		if e.Tokens() != 0 || e.Sleeping() || len(b.roused) != 0 {
			t.Errorf("%s: something is left over", name)
		}
		for len(b.events) > 0 {
			<-b.events
		}
		e.Prepare()
		e.Notify()
		e.Wait()
	}
}

var _ wake.Bed = (*bunk)(nil)
