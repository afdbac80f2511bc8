package wake_test

// The protocol, step by step, by one goroutine: no step of it may block where the
// table does not say so.

import (
	"fmt"
	"testing"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/stress"
	"github.com/wakeful-go/wakeful/internal/wake"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newEventCount() *wake.EventCount {
	e := new(wake.EventCount)
	e.Init()
	return e
}

func TestProtocol(t *testing.T) {
	const (
		prepare = "Prepare"
		notify  = "Notify"
		cancel  = "Cancel finds nothing"
		taken   = "Cancel takes the token"
		wait    = "Wait"
	)
	for _, row := range []struct {
		steps    []string
		sleeping bool // afterwards
		tokens   int
	}{
		{[]string{}, false, 0},
		{[]string{notify}, false, 0},
		{[]string{notify, notify, notify}, false, 0},
		{[]string{prepare}, true, 0},
		{[]string{notify, prepare}, true, 0},
		{[]string{prepare, notify}, false, 1},
		{[]string{prepare, notify, notify}, false, 1},
		{[]string{prepare, notify, wait}, false, 0},
		{[]string{prepare, notify, notify, wait}, false, 0},
		{[]string{prepare, notify, taken}, false, 0},
		{[]string{prepare, notify, notify, taken}, false, 0},
		{[]string{prepare, cancel}, false, 0},
		{[]string{prepare, cancel, notify}, false, 0},
		{[]string{prepare, cancel, prepare}, true, 0},
		{[]string{prepare, cancel, prepare, notify, wait}, false, 0},
		{[]string{prepare, notify, taken, notify, prepare, notify, wait}, false, 0},
		{[]string{prepare, notify, wait, notify, prepare, cancel}, false, 0},
		{[]string{prepare, notify, wait, prepare, notify, notify}, false, 1},
	} {
		t.Run(fmt.Sprint(row.steps), func(t *testing.T) {
			stress.Watch(t)
			e := newEventCount()
			for i, step := range row.steps {
				switch step {
				case prepare:
					e.Prepare()
				case notify:
					e.Notify()
				case wait:
					e.Wait()
				case cancel, taken:
					if got := e.Cancel(); got != (step == taken) {
						t.Errorf("step %d: Cancel() = %v", i, got)
					}
				}
			}
			if e.Announced() != row.sleeping {
				t.Errorf("Announced() = %v", e.Announced())
			}
			if e.Tokens() != row.tokens {
				t.Errorf("%d tokens are left, want %d", e.Tokens(), row.tokens)
			}
		})
	}
}

// TestAllocations: nothing that a loop does per turn or a producer per function
// costs memory.
func TestAllocations(t *testing.T) {
	e := newEventCount()
	for name, cycle := range map[string]func(){
		"Notify of a sleeper that is awake": e.Notify,
		"Prepare and Cancel":                func() { e.Prepare(); e.Cancel() },
		"a park":                            func() { e.Prepare(); e.Notify(); e.Wait() },
		"a park that is cancelled":          func() { e.Prepare(); e.Notify(); e.Cancel() },
	} {
		if got := testing.AllocsPerRun(1000, cycle); got != 0 {
			t.Errorf("%s: %v allocations", name, got)
		}
	}
}

// BenchmarkNotify is what a producer pays for the protocol, and BenchmarkWake
// what a park and an unpark cost both sides together.
func BenchmarkNotify(b *testing.B) {
	e := newEventCount()
	for b.Loop() {
		e.Notify()
	}
	if e.Tokens() != 0 {
		b.Errorf("%d tokens were sent to one who is awake", e.Tokens())
	}
}

func BenchmarkWake(b *testing.B) {
	e, reply := newEventCount(), newEventCount()
	var asked, answered counter
	ended := make(chan struct{})
	n := uint64(b.N)
	go func() {
		defer close(ended)
		for i := uint64(1); i <= n; i++ {
			asked.await(e, i)
			answered.Add(1)
			reply.Notify()
		}
	}()
	for i := uint64(1); i <= n; i++ {
		asked.Add(1)
		e.Notify()
		answered.await(reply, i)
	}
	<-ended
	if asked.Load() != n || answered.Load() != n || e.Tokens()+reply.Tokens() != 0 {
		b.Errorf("%d calls, %d answers for %d, %d tokens left", asked.Load(), answered.Load(), n, e.Tokens()+reply.Tokens())
	}
}

// A sleeper that asks for it learns when it was claimed, for each park anew.
func TestClaimedAt(t *testing.T) {
	e := newEventCount()
	e.Prepare()
	e.Notify()
	e.Wait()
	if got := e.ClaimedAt(); got != 0 {
		t.Errorf("ClaimedAt() = %d, though StampClaims was not set", got)
	}
	e = newEventCount()
	e.StampClaims = true
	e.Prepare()
	before := native.Ticks()
	e.Notify()
	after := native.Ticks()
	e.Wait()
	claimed := e.ClaimedAt()
	if claimed < before || claimed > after {
		t.Errorf("ClaimedAt() = %d, claimed from %d to %d", claimed, before, after)
	}
	e.StampClaims = false
	e.Prepare()
	e.Notify()
	e.Wait()
	if got := e.ClaimedAt(); got != claimed {
		t.Errorf("ClaimedAt() = %d after a park without StampClaims, and %d before", got, claimed)
	}
}
