package latency

import (
	"runtime"
	"testing"
	"time"
)

// A sample whose process is kept together runs on one processor, whichever thread
// it is on, and leaves the process as it was.
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
		runtime.LockOSThread() // not the test's thread, nor one for others: it ends here
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
