package spin_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/internal/spin"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TakeSlot counts a goroutine once, and one without a slot is counted until End all the
// same.
func TestSlots(t *testing.T) {
	before := spin.Spinners()
	first, second := spin.NewPolicy(before+1), spin.NewPolicy(before+1)
	for range 2 {
		if !first.TakeSlot() {
			t.Error("no slot for the first goroutine")
		}
	}
	if second.TakeSlot() {
		t.Error("a slot for a second goroutine")
	}
	if first.TakeSlot() {
		t.Error("the first goroutine does not see the second")
	}
	second.End()
	second.End()
	if !first.TakeSlot() {
		t.Error("no slot after the second goroutine has ended its wait")
	}
	first.End()
	if got := spin.Spinners(); got != before {
		t.Errorf("%d goroutines are counted as spinning, %d before", got, before)
	}
}

// maxUnserved is counted from when the last processor became busy, not from the last
// yield: often the sender of the next message has made it busy.
func TestUnservedBeginsWhenNoProcessorIsIdle(t *testing.T) {
	p := spin.NewPolicy(1)
	long := 1000 * p.MaxUnserved()
	for _, read := range []struct {
		at             int64
		idle, unserved bool
	}{
		{p.MaxUnserved(), false, false}, {p.MaxUnserved() + 1, false, true},
		{long, true, false}, {long + 1, false, false}, {long + p.MaxUnserved(), false, false}, {long + p.MaxUnserved() + 1, false, true},
		{long + p.MaxUnserved() + 2, true, false},
	} {
		if got := p.Unserved(read.at, read.idle); got != read.unserved {
			t.Errorf("at %d, with an idle processor %v: unserved is %v", read.at, read.idle, got)
		}
	}
}

// Without a slot a goroutine yields each time, and is told that others need the processor.
func TestShareWithoutSlot(t *testing.T) {
	before := spin.Spinners()
	yields := 0
	p := spin.NewPolicy(before)
	p.OnYield(func() { yields++ })
	p.Begin(0)
	for n := range int64(3) {
		if _, shared := p.Share(1 << 40 * (n + 1)); !shared || yields != int(n)+1 || !p.Contended() {
			t.Errorf("share %d: shared %v, %d yields, contended %v", n, shared, yields, p.Contended())
		}
	}
	p.End()
	if p.Begin(1 << 50); p.Contended() {
		t.Error("a new wait begins contended")
	}
}
