package wakeful_test

import (
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// heapInUse returns the number of bytes in use after a collection.
func heapInUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Queues that callbacks fill release the memory of a burst, even if a few functions that queue
// themselves again keep the queues from becoming empty.
func TestMemoryOfABurstOfCallbacks(t *testing.T) {
	const burst = 200_000
	for name, add := range map[string]func(l *wakeful.Loop, fn func()) error{
		"AfterSubmitted": (*wakeful.Loop).AfterSubmitted,
		"AtTurnEnd":      (*wakeful.Loop).AtTurnEnd,
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			turns := 0
			settled := make(chan struct{})
			var again func()
			again = func() {
				if turns++; turns == 10*3 {
					close(settled)
				}
				if turns < 1_000_000 { // the loop has ended first
					_ = add(l, again)
				}
			}
			nothing := func() {}
			before := heapInUse()
			on(t, l, func() {
				for range 3 {
					check(t, add(l, again))
				}
				for range burst {
					check(t, add(l, nothing))
				}
			})
			<-settled
			var kept int64
			on(t, l, func() { kept = heapInUse() - before })
			if kept > 1<<20 {
				t.Errorf("%d bytes are kept after a burst of %d", kept, burst)
			}
			check(t, l.Close())
		})
	}
}
