package native_test

// In fake time the tick counter goes on and the clock does not: there is no rate
// to measure.

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
)

func TestFakeTimeDoesNotChangeTheRate(t *testing.T) {
	defer native.Forget()()
	synctest.Test(t, func(t *testing.T) {
		if got := native.Duration(1000); got != 1000 {
			t.Errorf("in fake time 1000 ticks are %v, want 1µs", got)
		}
	})
	if native.Measured() {
		t.Error("a rate was measured in fake time")
	}
	t0, c0 := time.Now(), native.Ticks()
	for time.Since(t0) < time.Millisecond {
		native.Pause()
	}
	if counted := native.Duration(native.Ticks() - c0); counted > time.Minute {
		t.Errorf("after fake time a millisecond is %v", counted)
	}
}
