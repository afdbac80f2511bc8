package ingress_test

// What memory the queue keeps and releases, and where its fields are.

import (
	"fmt"
	"runtime"
	"strconv"
	"testing"
	"unsafe"
	"weak"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/stress"
	"golang.org/x/sys/cpu"
)

// payload is memory that a function references.
type payload [256]byte

// pushPayload pushes a function that holds on to a payload, which nobody else
// does.
//
//go:noinline
func pushPayload(q *ingress.Queue) weak.Pointer[payload] {
	p := new(payload)
	q.Push(func() { runtime.KeepAlive(p) })
	return weak.Make(p)
}

// callNext takes a function and calls it.
//
//go:noinline
func callNext(q *ingress.Queue) {
	q.Take()()
	q.Done()
}

// collected collects garbage until the payloads are gone. The watchdog ends the process if they
// stay.
func collected[T any](pointers ...weak.Pointer[T]) {
	for _, p := range pointers {
		for p.Value() != nil {
			runtime.GC()
		}
	}
}

// TestClearReleasesFunctions: after Take and Clear a function can be collected, whichever slot it
// was in.
func TestClearReleasesFunctions(t *testing.T) {
	for _, size := range []int{1, 3, ingress.Line, 2*ingress.Line + 1} {
		t.Run(fmt.Sprintf("size=%d", size), func(t *testing.T) {
			stress.Watch(t)
			q := ingress.New(size)
			for range 2*size + 1 {
				p := pushPayload(q)
				callNext(q)
				q.Clear()
				collected(p)
			}
			runtime.KeepAlive(q)
		})
	}
}

// TestDoneReleasesALine: Done clears a line of slots when its last function was taken, and not
// before.
func TestDoneReleasesALine(t *testing.T) {
	stress.Watch(t)
	q := ingress.New(2*ingress.Line + 3)
	for range 2 {
		var line []weak.Pointer[payload]
		for range ingress.Line {
			line = append(line, pushPayload(q))
		}
		for i := range line {
			for _, p := range line[:i] {
				if p.Value() == nil {
					t.Fatal("a function was collected that its slot still holds: this test proves nothing")
				}
			}
			callNext(q)
			if i < len(line)-1 {
				runtime.GC()
			}
		}
		collected(line...)
	}
	runtime.KeepAlive(q)
}

// TestNextSegmentReleasesTheLastOne: slots beyond the last whole line of a
// segment are cleared when the consumer leaves it.
func TestNextSegmentReleasesTheLastOne(t *testing.T) {
	stress.Watch(t)
	q := ingress.New(ingress.Line + 3)
	var all []weak.Pointer[payload]
	for range ingress.Line + 3 {
		all = append(all, pushPayload(q))
	}
	q.Push(func() {})
	for range ingress.Line + 4 {
		callNext(q)
	}
	collected(all...)
	runtime.KeepAlive(q)
}

// TestClosedQueueReleasesMemory: the same for a queue that was closed and drained.
func TestClosedQueueReleasesMemory(t *testing.T) {
	stress.Watch(t)
	q := ingress.New(4)
	var all []weak.Pointer[payload]
	for range 10 {
		all = append(all, pushPayload(q))
	}
	q.Close()
	for q.Ready(1) > 0 {
		callNext(q)
	}
	q.Clear()
	collected(all...)
	runtime.KeepAlive(q)
}

// TestBurstIsReleased: after a burst of a million functions the queue keeps a bounded number of
// arrays, and the others are collected.
func TestBurstIsReleased(t *testing.T) {
	stress.Watch(t)
	const size = 512
	burst := stress.Rounds(1_000_000)
	q, ran := ingress.New(size), 0
	fn := func() { ran++ }
	for range burst {
		q.Push(fn)
	}
	arrays := q.Arrays()
	if len(arrays) < burst/size {
		t.Fatalf("the burst is in %d arrays", len(arrays))
	}
	if n := q.Ready(all); n != burst {
		t.Fatalf("%d are ready of a burst of %d", n, burst)
	}
	for range burst {
		q.Take()()
		q.Done()
	}
	q.Clear()
	if ran != burst {
		t.Errorf("%d ran of a burst of %d", ran, burst)
	}
	if spares := q.Spares(); spares != ingress.MaxSpares {
		t.Errorf("%d spares are kept, want %d", spares, ingress.MaxSpares)
	}
	// One array is in use besides the spares.
	for alive := len(arrays); alive > ingress.MaxSpares+1; {
		runtime.GC()
		alive = 0
		for _, a := range arrays {
			if a.Value() != nil {
				alive++
			}
		}
	}
	runtime.KeepAlive(q)
}

// TestUsedSegmentsAreReleased: used headers and arrays are collected while the queue is in use,
// because the list of segments only links forward.
func TestUsedSegmentsAreReleased(t *testing.T) {
	stress.Watch(t)
	q := ingress.New(2)
	var past []weak.Pointer[ingress.Segment]
	for range 1000 {
		past = append(past, weak.Make(q.Tail()))
		for range 2 {
			q.Push(func() {})
			q.Take()()
			q.Done()
		}
	}
	// The last two may be the head and the tail.
	collected(past[:len(past)-2]...)
	runtime.KeepAlive(q)
}

// TestSparesReleaseUsedSegments: the list of spares does not keep a segment that was taken from it,
// which would keep all later ones.
func TestSparesReleaseUsedSegments(t *testing.T) {
	stress.Watch(t)
	q, fn := ingress.New(1), func() {}
	push := func(n int) {
		for range n {
			q.Push(fn)
		}
	}
	take := func(n int) {
		for range n {
			q.Take()
		}
	}
	push(10)
	take(10) // ten spares
	push(5)
	left := weak.Make(q.Tail()) // not the last of the spares to be used, nor the first
	push(3)                     // from now on there are fewer spares than there were
	for range 20 {
		push(1)
		take(1)
	}
	collected(left)
	runtime.KeepAlive(q)
}

// TestAllocations: a push allocates only its share of the next header, a 64-byte object per
// segment.
func TestAllocations(t *testing.T) {
	for _, size := range []int{64, 512} {
		q := ingress.New(size)
		fn := func() {}
		segment := func() {
			for range size {
				q.Push(fn)
				q.Take()()
				q.Done()
			}
			q.Clear()
		}
		segment()
		segment() // now there is a spare array
		if got := testing.AllocsPerRun(100, segment); got != 1 {
			t.Errorf("segments of %d: %v allocations per %d pushes, want 1", size, got, size)
		}
		if got := testing.AllocsPerRun(10*size, func() { q.Push(fn); q.Take()(); q.Done() }); got != 0 {
			t.Errorf("segments of %d: %v allocations per push", size, got)
		}
		if n := q.Spares(); n > 2 {
			t.Errorf("segments of %d: %d spares for a queue that is always nearly empty", size, n)
		}
	}
}

// TestLayout: fields that producers write, fields that the consumer writes and the lock of both are
// on separate cache lines, and so is each header.
func TestLayout(t *testing.T) {
	at, cacheLine := ingress.LayoutOf(), unsafe.Sizeof(cpu.CacheLinePad{})
	if at.Consumer-at.Tail < cacheLine {
		t.Errorf("the tail and the consumer's fields are %d bytes apart", at.Consumer-at.Tail)
	}
	if at.Lock-at.HeadBase < cacheLine {
		t.Errorf("the consumer's fields and the lock are %d bytes apart", at.Lock-at.HeadBase)
	}
	if at.HeadBase%8 != 0 {
		t.Errorf("the 64-bit atomic is at offset %d: 32-bit machines need a multiple of 8", at.HeadBase)
	}
	if strconv.IntSize == 64 {
		// The allocator has a size class of 48 bytes, and one of 64, which it aligns to 64.
		if at.Segment <= 48 || at.Segment > 64 {
			t.Errorf("a header has %d bytes, which is not one line of 64", at.Segment)
		}
	}
	for range 200 {
		q := ingress.New(1)
		address := q.Tail().Address()
		if strconv.IntSize == 64 && address%64 != 0 {
			t.Errorf("a header is at %#x and shares its line", address)
		}
	}
}

// TestAlignment: the 64-bit atomic is aligned wherever a queue is embedded, or
// machines of 32 bits could not use it.
func TestAlignment(t *testing.T) {
	type odd struct {
		flag  bool
		first ingress.Queue
		other uint32
		then  ingress.Queue
	}
	for range 100 {
		o := new(odd)
		for _, q := range []*ingress.Queue{&o.first, &o.then} {
			q.Init(1)
			if a := q.HeadBaseAddress(); a%8 != 0 {
				t.Fatalf("the 64-bit atomic is at %#x", a)
			}
			q.Push(func() {})
			q.Take()
			if !q.CloseIfEmpty() { // moves on to the next segment and writes it
				t.Error("an empty queue was not closed")
			}
		}
		runtime.KeepAlive(o.flag || o.other > 0)
	}
}
