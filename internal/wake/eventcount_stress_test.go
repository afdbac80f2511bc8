package wake_test

// Many notifiers and one sleeper, who share a counter. Run it with -race and
// -cpu 1,2,8.

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful/internal/stress"
	"github.com/wakeful-go/wakeful/internal/wake"
)

// A counter is the work that a notifier makes visible.
type counter struct{ atomic.Uint64 }

// await parks on e by the protocol until the counter is at least n.
func (c *counter) await(e *wake.EventCount, n uint64) {
	for c.Load() < n {
		if e.Prepare(); c.Load() >= n {
			e.Cancel()
			return
		}
		e.Wait()
	}
}

// TestStressNoWakeUpIsLost: the sleeper sees all that the notifiers count, and
// finds no token and no announcement left after each park. The last of
// it is announced by a notifier that then ends, so a lost wake-up hangs the test.
func TestStressNoWakeUpIsLost(t *testing.T) {
	for _, notifiers := range []int{1, 2, 8, 32} {
		t.Run(fmt.Sprintf("notifiers=%d", notifiers), func(t *testing.T) {
			stress.Watch(t)
			n := stress.Rounds(100_000)
			s := stress.Seed(t)
			e, work := newEventCount(), new(counter)
			var working sync.WaitGroup
			for i := range notifiers {
				working.Go(func() {
					random := stress.Random(s, i)
					for range n / notifiers {
						work.Add(1)
						e.Notify()
						stress.Hesitate(random)
					}
				})
			}
			goal := uint64(n / notifiers * notifiers)
			var ended parks
			random := stress.Random(s, 1000)
			for seen := uint64(0); seen < goal; {
				ended.once(t, e, func() bool { return work.Load() != seen }, random)
				seen = work.Load()
			}
			working.Wait()
			t.Logf("%+v", ended)
			if e.Tokens() != 0 || e.Announced() {
				t.Errorf("at the end: %d tokens, announced: %v", e.Tokens(), e.Announced())
			}
		})
	}
}

// TestStressOneToken: of two notifiers that come at once, one claims the
// announcement and sends a token.
func TestStressOneToken(t *testing.T) {
	collide(t, (*wake.EventCount).Notify, (*wake.EventCount).Notify,
		func(e *wake.EventCount) bool { return e.Tokens() == 1 && !e.Announced() })
}

// TestStressCancel: a sleeper that cancels consumes the token of a
// notifier that comes at the same time, or takes the announcement back before it.
func TestStressCancel(t *testing.T) {
	var notified, cancelled int
	cancel := func(e *wake.EventCount) {
		if e.Cancel() {
			notified++
		} else {
			cancelled++
		}
	}
	collide(t, (*wake.EventCount).Notify, cancel,
		func(e *wake.EventCount) bool { return e.Tokens() == 0 && !e.Announced() })
	t.Logf("%d announcements were claimed by the notifier, %d taken back by the sleeper", notified, cancelled)
}

// collide prepares many event counts, has one and other do their step on each at
// the same time, and checks what holds then.
func collide(t *testing.T, one, other func(*wake.EventCount), holds func(*wake.EventCount) bool) {
	t.Helper()
	stress.Watch(t)
	const n = 500
	random := stress.Random(stress.Seed(t), 0)
	for round := range stress.Rounds(100) {
		var counts [n]wake.EventCount
		for i := range counts {
			counts[i].Init()
			counts[i].Prepare()
		}
		stress.Collide(n, random.Uint64(),
			func(i int) { one(&counts[i]) },
			func(i int) { other(&counts[i]) })
		for i := range counts {
			if e := &counts[i]; !holds(e) {
				t.Fatalf("count %d of round %d: %d tokens; announced: %v", i, round, e.Tokens(), e.Announced())
			}
		}
	}
}

// parks counts how parks ended.
type parks struct{ Waited, Spurious, Cancelled, Notified int }

// once is one attempt to park unless there is work.
func (s *parks) once(t *testing.T, e *wake.EventCount, work func() bool, random *rand.Rand) {
	t.Helper()
	e.Prepare()
	stress.Hesitate(random)
	switch {
	case !work():
		e.Wait()
		s.Waited++
		if !work() {
			s.Spurious++ // by a notifier whose work was seen in another way
		}
	case e.Cancel():
		s.Notified++
	default:
		s.Cancelled++
	}
	if e.Tokens() != 0 || e.Announced() {
		t.Fatalf("after a park: %d tokens, announced: %v", e.Tokens(), e.Announced())
	}
}
