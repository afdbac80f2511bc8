package latency

import (
	"runtime"
	"testing"
	"time"
)

// All threads of a sample with Together run on one processor. Afterwards the process has its old
// affinity.
func TestASampleOnOneProcessor(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := affinity()
	if before < 2 {
		t.Skip("NOT RUN: this process may use one processor only, and is on it already")
	}
	elsewhere := make(chan int)
	undo, err := keepTogether()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		runtime.LockOSThread() // not unlocked: the changed thread ends here, so no other test runs on it
		elsewhere <- affinity()
	}()
	if here, there := affinity(), <-elsewhere; here != 1 || there != 1 {
		t.Errorf("%d and %d processors for two threads that are kept on one", here, there)
	}
	if err := undo(); err != nil || affinity() != before {
		t.Errorf("%d processors afterwards, %d before: %v", affinity(), before, err)
	}
	o := Order{Lane: "wakeful-adaptive", Workload: Arrival, Gap: 20 * time.Microsecond, Iterations: 3, Together: true}
	sample, err := Take(t.Context(), o)
	if err != nil || sample.Ops < 3 || affinity() != before {
		t.Errorf("%+v, %v, with %d processors afterwards", sample, err, affinity())
	}
}
