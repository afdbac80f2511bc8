package wake_test

import (
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/internal/stress"
	"github.com/wakeful-go/wakeful/internal/wake"
)

// A testParker is a Parker that events end as well.
type testParker struct {
	t       *testing.T
	events  chan struct{}
	unparks chan struct{} // holds one, and a second would block
	taken   uint64        // events; sleeper only
}

func (b *testParker) Park() bool {
	select {
	case <-b.events:
		b.taken++
		return true
	case <-b.unparks:
		return false
	}
}

func (b *testParker) Unpark() {
	select {
	case b.unparks <- struct{}{}:
	default:
		b.t.Error("unparked twice")
	}
}

func (b *testParker) ConsumeUnpark() { <-b.unparks }

// TestStressParker: the sleeper sees all that notifiers count and all events, whether it
// parks on the channel or on a Parker, and no unpark or token is left after a park.
func TestStressParker(t *testing.T) {
	stress.Watch(t)
	n := stress.Rounds(50_000)
	s := stress.Seed(t)
	e, work := newEventCount(), new(counter)
	b := &testParker{t: t, events: make(chan struct{}), unparks: make(chan struct{}, 1)}
	var others sync.WaitGroup
	for i := range 4 {
		others.Go(func() {
			random := stress.Random(s, i)
			for range n {
				switch i {
				case 0:
					b.events <- struct{}{}
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
		onParker := b.taken < uint64(n) && (seen >= uint64(3*n) || random.IntN(3) > 0)
		if onParker {
			e.PrepareOn(b)
		} else {
			e.Prepare()
		}
		stress.Hesitate(random)
		if work.Load() != seen {
			e.Cancel()
		} else {
			e.Wait()
		}
		if len(b.unparks) != 0 || e.Tokens() != 0 || e.Announced() {
			t.Fatalf("after a park: %d unparks, %d tokens, announced: %v", len(b.unparks), e.Tokens(), e.Announced())
		}
	}
	others.Wait()
}

// TestParker: a notifier that claims a park on a Parker unparks the sleeper, whatever
// else has unparked it.
func TestParker(t *testing.T) {
	e := newEventCount()
	b := &testParker{t: t, events: make(chan struct{}, 1), unparks: make(chan struct{}, 1)}
	for name, park := range map[string]func(){
		"unparked":                 func() { e.Notify(); e.Wait() },
		"by an event":              func() { b.events <- struct{}{}; e.Wait() },
		"by an event, and claimed": func() { e.Notify(); b.events <- struct{}{}; e.Wait() },
		"cancelled":                func() { e.Cancel() },
		"cancelled, and claimed":   func() { e.Notify(); e.Cancel() },
	} {
		e.PrepareOn(b)
		park()
		if e.Tokens() != 0 || e.Announced() || len(b.unparks) != 0 {
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

var _ wake.Parker = (*testParker)(nil)
