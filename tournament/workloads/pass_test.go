package workloads

import (
	"errors"
	"runtime"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/wakeful-go/wakeful/tournament/internal/system"
)

// The sizer's clock is simulated: a batch of n takes n times perOp.
func TestSizerFindsTheWantedLength(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perOp := rapid.Float64Range(0.5, 1e6).Draw(t, "perOp")
		length := time.Duration(rapid.Int64Range(int64(time.Millisecond), int64(time.Second)).Draw(t, "length"))
		var w watch
		var batches []int
		z := sizer{watch: &w, perform: func(n int) error {
			batches = append(batches, n)
			w.wall = time.Duration(float64(n) * perOp)
			return nil
		}}
		for range 2 {
			got, err := z.pass(length)
			if err != nil {
				t.Fatal(err)
			}
			if last := batches[len(batches)-1]; got.ops != last {
				t.Fatalf("the pass says %d operations, the last batch had %d", got.ops, last)
			}
			if n := got.ops; n < minBatch || n > maxBatch {
				t.Fatalf("a batch of %d operations is out of bounds", n)
			}
			if w.wall < length/2 && got.ops < maxBatch {
				t.Fatalf("a pass of %v instead of %v", w.wall, length)
			}
		}
		if w.wall > length+length/10 && batches[len(batches)-1] > minBatch {
			t.Fatalf("the calibrated pass took %v instead of %v", w.wall, length)
		}
	})
}

// A disturbance of the warm-up must not make the timed pass too short.
func TestSizerRepeatsABatchThatWasFarTooShort(t *testing.T) {
	var w watch
	speed := 1000.0 // during the warm-up
	z := sizer{watch: &w, perform: func(n int) error {
		w.wall = time.Duration(float64(n) * speed)
		return nil
	}}
	if _, err := z.pass(10 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	speed = 10
	if _, err := z.pass(50 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if w.wall < 25*time.Millisecond {
		t.Errorf("the timed pass took %v; want about 50ms", w.wall)
	}
}

func TestSizerPassesErrorsOn(t *testing.T) {
	var w watch
	want := errors.New("no")
	z := sizer{watch: &w, perform: func(int) error { return want }}
	if _, err := z.pass(time.Millisecond); !errors.Is(err, want) {
		t.Errorf("the error is %v", err)
	}
}

func TestSharesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, p := rapid.IntRange(0, maxBatch).Draw(t, "n"), rapid.IntRange(1, 200).Draw(t, "p")
		sum := 0
		for i := range p {
			part := share(n, p, i)
			if part < n/p || part > n/p+1 {
				t.Fatalf("producer %d of %d submits %d of %d", i, p, part, n)
			}
			sum += part
		}
		if sum != n {
			t.Fatalf("the shares of %d producers add up to %d instead of %d", p, sum, n)
		}
	})
}

var sink []byte

func TestTheWatchSeesAllocations(t *testing.T) {
	var w watch
	w.start()
	for range 100 {
		sink = make([]byte, 1000)
	}
	w.stop()
	w.readMemory()
	if w.allocations < 100 || w.bytes < 100_000 || w.wall <= 0 {
		t.Errorf("%d allocations of %d bytes in %v; want at least 100 of 100,000", w.allocations, w.bytes, w.wall)
	}
}

// Processor time grows while a goroutine computes, and never decreases.
func TestProcessorTimeGrowsWithWork(t *testing.T) {
	before := system.CPUTime()
	for now := before; now == before; now = system.CPUTime() {
		runtime.Gosched()
	}
	if after := system.CPUTime(); after <= before {
		t.Errorf("processor time went from %v to %v", before, after)
	}
}
