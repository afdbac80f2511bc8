package designs

// This file owns the contract between a loop and the queue that its tasks come
// in by. The kinds are in ingress_mutex.go, ingress_cas.go and ingress_arena.go;
// a loop has one for Submit and one for the priority queue.

// An ingress is a queue with many producers and one consumer.
//
// Producers call push. One goroutine at a time, the consumer, calls take, empty
// and allTaken; what one consumer did happens before what the next one does.
// close, accepted: anybody.
type ingress interface {
	// push adds a task, or returns contest.ErrClosed after close or contest.ErrFull if there is no
	// room. The task is visible to empty before push returns, so a producer that then finds the
	// loop awake may rely on the loop's next check.
	push(task func()) error
	// take returns between 1 and most of the next tasks in order, or none if there are none. The
	// slice belongs to the consumer until its next take, which clears it according to the clearing.
	take(most int) []func()
	// empty reports whether take would return nothing. It may miss a push that has not returned.
	empty() bool
	// allTaken reports whether everything accepted was taken, including pushes in progress. After
	// close it stays true.
	allTaken() bool
	// close makes every later push fail with contest.ErrClosed.
	close()
	// accepted counts the pushes that succeeded. Exact once allTaken and closed.
	accepted() uint64
}

// chunkSlots is how many tasks one chunk holds, and how many tasks the queues
// that copy hand over at a time.
const chunkSlots = 128

// IngressKind names a queue for submitted tasks.
type IngressKind string

const (
	// MutexSlice is a slice under a mutex, swapped whole by the loop.
	MutexSlice IngressKind = "mutex-slice"
	// MutexChunks is a chain of 128-slot chunks under a mutex.
	MutexChunks IngressKind = "mutex-chunks"
	// MutexTiered is MutexSlice while no descriptor is registered and
	// MutexChunks when one is, under one mutex.
	MutexTiered IngressKind = "mutex-tiered"
	// CASList is a lock-free list onto which producers compare-and-swap.
	CASList IngressKind = "cas-list"
	// ArenaRing is a lock-free ring of 65,536 slots that are allocated once; it
	// refuses a task with contest.ErrFull when no slot is free.
	ArenaRing IngressKind = "arena-ring"
)

// Clearing says how much is cleared when tasks have run.
type Clearing string

const (
	// ClearUsed clears the slots that held a task.
	ClearUsed Clearing = "used"
	// ClearWhole clears all slots of a chunk, used or not.
	ClearWhole Clearing = "whole"
)

// clearBuffer clears the used slots of a queue's buffer, so that the collector can free what the
// tasks refer to.
func (c Clearing) clearBuffer(buffer *[chunkSlots]func(), used int) {
	if c == ClearWhole {
		used = len(buffer)
	}
	clear(buffer[:used])
}
