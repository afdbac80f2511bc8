package native

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestGoroutineNamesTheGoroutine(t *testing.T) {
	here := Goroutine()
	if here == 0 {
		t.Fatal("Goroutine() = 0")
	}
	// A grown stack moves; the name stays.
	if grown := deep(1 << 12); grown != here {
		t.Errorf("after the stack has grown: %#x, before: %#x", grown, here)
	}
	// As many goroutines as are alive at once have different names.
	const n = 100
	names := make(chan uintptr, n)
	var all, release sync.WaitGroup
	release.Add(1)
	for range n {
		all.Go(func() {
			names <- Goroutine()
			release.Wait()
		})
	}
	seen := map[uintptr]bool{here: true}
	for range n {
		name := <-names
		if seen[name] {
			t.Errorf("two goroutines are called %#x", name)
		}
		seen[name] = true
	}
	release.Done()
	all.Wait()
}

// TestStoreRelease: whoever sees the number sees what was written before it. Without the order of
// the stores, a processor with a weaker one would fail this; the race detector checks the pairing.
func TestStoreRelease(t *testing.T) {
	var wide atomic.Uint64
	t.Run("64", func(t *testing.T) {
		testStoreRelease(t, func(n int) { StoreRelease(&wide, uint64(n)) }, func() int { return int(wide.Load()) })
	})
	var narrow atomic.Uint32
	t.Run("32", func(t *testing.T) {
		testStoreRelease(t, func(n int) { StoreRelease32(&narrow, uint32(n)) }, func() int { return int(narrow.Load()) })
	})
}

func testStoreRelease(t *testing.T, store func(n int), load func() int) {
	const last = 20_000
	cells := make([]int, last+1)
	var writer sync.WaitGroup
	writer.Go(func() {
		for n := 1; n <= last; n++ {
			cells[n] = n
			store(n)
		}
	})
	for n := 0; n < last; {
		if n = load(); cells[n] != n {
			t.Fatalf("the number is %d and its cell has %d", n, cells[n])
		}
		runtime.Gosched()
	}
	writer.Wait()
}

// TestYieldThread: a goroutine that yields its thread until another one has run does not wait
// forever.
func TestYieldThread(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	var ran atomic.Bool
	go ran.Store(true)
	for !ran.Load() {
		YieldThread()
	}
}

//go:noinline
func deep(n int) uintptr {
	var space [128]byte
	if n == 0 {
		return Goroutine()
	}
	id := deep(n - 1)
	space[n%128]++
	return id
}

func TestTicksAdvanceWithTheClock(t *testing.T) {
	// The machine may stop the test between any two reads: those of the ticks are
	// enclosed by those of the clock.
	before, began, t0 := time.Now(), Ticks(), time.Now()
	for time.Since(t0) < 10*time.Millisecond {
		Pause()
	}
	t1, ended, after := time.Now(), Ticks(), time.Now()
	counted, least, most := Duration(ended-began), t1.Sub(t0), after.Sub(before)
	if counted < least-least/50 || counted > most+most/50 {
		t.Errorf("the tick counter says %v, the clock says %v to %v", counted, least, most)
	}
}

// TestAllocations leaves out Goroutine, whose plain form has the runtime write a
// line of text.
func TestAllocations(t *testing.T) {
	var sum int64
	Duration(1) // measures the rate
	if got := testing.AllocsPerRun(1000, func() {
		sum += Ticks() + int64(Duration(Ticks()))
		Pause()
	}); got != 0 {
		t.Errorf("%v allocations", got)
	}
}

func BenchmarkNative(b *testing.B) {
	var sum int64
	b.Run("op=goroutine", func(b *testing.B) {
		for b.Loop() {
			sum += int64(Goroutine())
		}
	})
	b.Run("op=pause", func(b *testing.B) {
		for b.Loop() {
			Pause()
		}
	})
	b.Run("op=ticks", func(b *testing.B) {
		for b.Loop() {
			sum += Ticks()
		}
	})
}
