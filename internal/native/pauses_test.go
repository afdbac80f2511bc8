package native_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

func TestTicksInIsTheInverseOfDuration(t *testing.T) {
	for _, d := range []time.Duration{0, time.Microsecond, 100 * time.Microsecond, time.Hour} {
		if got := native.Duration(native.TicksIn(d)); got < d-d/1000-2 || got > d+d/1000+2 {
			t.Errorf("Duration(TicksIn(%v)) = %v", d, got)
		}
	}
}

// As many pauses as were said to take so long take at least a quarter of it: they
// take longer when somebody interrupts them, and are shorter only if the processor
// has become that much quicker.
func TestPausesTakeTheirTime(t *testing.T) {
	defer native.ForgetPauses()()
	const long = 10 * time.Millisecond
	n := native.Pauses(long)
	began := native.Ticks()
	for range n {
		native.Pause()
	}
	if took := native.Duration(native.Ticks() - began); took < long/4 {
		t.Errorf("%d pauses take %v, they were said to take %v", n, took, long)
	}
	if n < 2*native.Pauses(long/4) {
		t.Errorf("%d pauses in %v, %d in a quarter of it", n, long, native.Pauses(long/4))
	}
}

func TestThereIsAlwaysAPause(t *testing.T) {
	for _, d := range []time.Duration{-time.Second, 0, 1} {
		if got := native.Pauses(d); got != 1 {
			t.Errorf("Pauses(%v) = %d, want 1", d, got)
		}
	}
	defer native.ForgetPauses()()
	synctest.Test(t, func(t *testing.T) { // where the clock may stand still
		if got := native.Pauses(time.Microsecond); got < 1 {
			t.Errorf("in fake time Pauses() = %d", got)
		}
	})
}
