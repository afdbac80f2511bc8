package ring

import (
	"runtime"
	"slices"
	"testing"
	"weak"

	"pgregory.net/rapid"
)

// A buffer does what a slice does, whatever its length has been.
func TestAgainstSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b Buffer[int]
		var want []int
		next := 0
		for range rapid.IntRange(1, 20).Draw(t, "phases") {
			pushes := rapid.SampledFrom([]int{0, 1, 7, 8, 9, 1000, 1024, 1025, 5000}).Draw(t, "pushes")
			for range pushes {
				b.Push(next)
				want = append(want, next)
				next++
				if *b.Back() != want[len(want)-1] {
					t.Fatalf("Back %d, want %d", *b.Back(), want[len(want)-1])
				}
			}
			left := rapid.SampledFrom([]int{0, 1, 3, 127, 128, 129, 4000}).Draw(t, "left")
			for len(want) > left {
				if *b.Front() != want[0] {
					t.Fatalf("Front %d, want %d", *b.Front(), want[0])
				}
				if got := b.Pop(); got != want[0] {
					t.Fatalf("Pop %d, want %d", got, want[0])
				}
				want = want[1:]
			}
			if b.Len() != len(want) {
				t.Fatalf("Len %d, want %d", b.Len(), len(want))
			}
			if len(b.slots) > kept && b.Len() <= len(b.slots)/8 {
				t.Fatalf("%d values keep %d slots", b.Len(), len(b.slots))
			}
		}
		if got := drain(&b); !slices.Equal(got, want) {
			t.Fatalf("left %v, want %v", got, want)
		}
	})
}

func drain[T any](b *Buffer[T]) (all []T) {
	for b.Len() > 0 {
		all = append(all, b.Pop())
	}
	return all
}

// A queue that was long once and is never empty again does not keep its memory.
func TestMemoryOfABurst(t *testing.T) {
	const burst, few = 200_000, 3
	for _, turns := range []int{burst, 10 * burst} {
		var b Buffer[func()]
		for range burst {
			b.Push(nil)
		}
		for range burst - few {
			b.Pop()
		}
		for range turns { // a few that come back
			b.Push(b.Pop())
		}
		if b.Len() != few || len(b.slots) > kept {
			t.Errorf("after a burst of %d, %d values keep %d slots", burst, b.Len(), len(b.slots))
		}
	}
}

// A short queue is not copied when its length goes up and down.
func TestShortQueueKeepsItsBuffer(t *testing.T) {
	var b Buffer[int]
	// The first round, which grows the buffer, is not counted.
	if n := testing.AllocsPerRun(10, func() {
		for i := range kept {
			b.Push(i)
		}
		for b.Len() > 0 {
			b.Pop()
		}
	}); n > 0 {
		t.Errorf("%v allocations per round", n)
	}
}

// A value that was taken is not kept.
func TestTakenValuesAreReleased(t *testing.T) {
	var b Buffer[*[64]byte]
	var taken []weak.Pointer[[64]byte]
	for range 20 {
		v := new([64]byte)
		taken = append(taken, weak.Make(v))
		b.Push(v)
	}
	b.Push(nil)
	for range 20 {
		b.Pop()
	}
	runtime.GC()
	for i, p := range taken {
		if p.Value() != nil {
			t.Errorf("value %d is kept", i)
		}
	}
	runtime.KeepAlive(&b)
}
