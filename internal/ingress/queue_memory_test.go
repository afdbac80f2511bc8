package ingress_test

// What memory the queue keeps and releases, and where its fields are.

import (
	"runtime"
	"testing"
	"unsafe"
	"weak"

	"github.com/wakeful-go/wakeful/internal/ingress"
	"github.com/wakeful-go/wakeful/internal/stress"
	"golang.org/x/sys/cpu"
)

// payload is memory that a function references.
type payload [256]byte

// pushPayload pushes a function that holds on to a payload, which nobody else does.
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
func callNext(q *ingress.Queue) { q.Take()() }

// callNextOf calls a function of Next.
//
//go:noinline
func callNextOf(q *ingress.Queue) {
	q.Next(1)
	q.TakeNext()()
}

// collected collects garbage until the values are gone. The watchdog ends the process if they stay.
func collected[T any](pointers ...weak.Pointer[T]) {
	for _, p := range pointers {
		for p.Value() != nil {
			runtime.GC()
		}
	}
}

// TestTakenFunctionsAreReleased: a function can be collected as soon as it was taken, and not
// before.
func TestTakenFunctionsAreReleased(t *testing.T) {
	for name, call := range map[string]func(*ingress.Queue){"Take": callNext, "TakeNext": callNextOf} {
		t.Run(name, func(t *testing.T) {
			stress.Watch(t)
			q := new(ingress.Queue)
			for range 3 {
				var left []weak.Pointer[payload]
				for range 20 {
					left = append(left, pushPayload(q))
				}
				for i := range left {
					call(q)
					collected(left[i])
					for _, p := range left[i+1:] {
						if p.Value() == nil {
							t.Fatal("a function was collected that its slot still holds: this test proves nothing")
						}
					}
				}
			}
			runtime.KeepAlive(q)
		})
	}
}

// TestClosedQueueReleasesFunctions: the same for a queue that was closed.
func TestClosedQueueReleasesFunctions(t *testing.T) {
	stress.Watch(t)
	q := new(ingress.Queue)
	var left []weak.Pointer[payload]
	for range 10 {
		left = append(left, pushPayload(q))
	}
	q.Close()
	for q.Ready(1) > 0 {
		callNext(q)
	}
	collected(left...)
	runtime.KeepAlive(q)
}

// kept is how many chunks a queue may keep: those of run, pushes and spare.
const kept = 3

// TestBacklogIsReleased: the memory of a backlog is freed while it is taken, and after it the queue
// keeps a bounded number of slots, although nothing is pushed any more.
func TestBacklogIsReleased(t *testing.T) {
	stress.Watch(t)
	backlog := stress.Rounds(1_000_000)
	q, ran := new(ingress.Queue), 0
	fn := func() { ran++ }
	for range backlog {
		q.Push(fn)
	}
	if n := q.Ready(all); n != backlog {
		t.Fatalf("%d are ready of a backlog of %d", n, backlog)
	}
	arrays := q.Arrays()
	if len(arrays) < backlog/ingress.Chunk {
		t.Fatalf("the backlog is in %d arrays", len(arrays))
	}
	released := func(most int) {
		for alive := len(arrays); alive > most; {
			runtime.GC()
			alive = 0
			for _, a := range arrays {
				if a.Value() != nil {
					alive++
				}
			}
		}
	}
	for range backlog / 2 {
		q.Take()()
	}
	released(len(arrays)/2 + kept)
	for range backlog - backlog/2 {
		q.Take()()
	}
	if ran != backlog {
		t.Errorf("%d ran of a backlog of %d", ran, backlog)
	}
	released(kept)
	// append makes a slice a little larger than a chunk.
	if slots := q.Slots(); slots > kept*(ingress.Chunk+ingress.Chunk/2) {
		t.Errorf("the queue keeps %d slots after a backlog", slots)
	}
	runtime.KeepAlive(q)
}

// TestAllocations: a queue that was used does not allocate.
func TestAllocations(t *testing.T) {
	for _, n := range []int{1, 1000, ingress.Chunk, 2 * ingress.Chunk} {
		q := new(ingress.Queue)
		fn := func() {}
		burst := func() {
			for range n {
				q.Push(fn)
			}
			for range q.Ready(all) {
				q.Take()()
			}
		}
		burst()
		burst() // now both slices are large enough
		want := 0.0
		if n > ingress.Chunk {
			want = 1 // the list of chunks
		}
		if got := testing.AllocsPerRun(50, burst); got > want {
			t.Errorf("%v allocations per burst of %d, want %v", got, n, want)
		}
	}
	if slots := new(ingress.Queue).Slots(); slots != 0 {
		t.Errorf("a new queue has %d slots", slots)
	}
}

// TestLayout: a push finds the lock and what it guards on one cache line, and fields that the
// consumer writes for each function are on another one.
func TestLayout(t *testing.T) {
	at, cacheLine := ingress.LayoutOf(), unsafe.Sizeof(cpu.CacheLinePad{})
	if at.Lock != 0 || at.HasPushes > 8 {
		t.Errorf("the lock is at offset %d and hasPushes at %d", at.Lock, at.HasPushes)
	}
	if at.Consumer < at.EndOfProducers+cacheLine {
		t.Errorf("the producers' fields end at offset %d, and the consumer's begin at %d", at.EndOfProducers, at.Consumer)
	}
}
