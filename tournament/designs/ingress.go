package designs

// This file owns the contract between a loop and the queue that its tasks come
// in by. The kinds are in ingress_mutex.go, ingress_cas.go and ingress_arena.go;
// a loop has one for Submit and one for the priority queue.

// An ingress is a queue with many producers and one consumer.
//
// Producers call push. One goroutine at a time, the consumer, calls take, empty
// and spent; what one consumer did happens before what the next one does.
// close, accepted: anybody.
type ingress interface {
	// push adds a task, or says why not: contest.ErrClosed after close,
	// contest.ErrFull when there is no room. It is visible to empty before push
	// returns: a producer that goes on to find the loop awake may rely on the
	// loop's next look.
	push(task func()) error
	// take hands over the next tasks in order, between 1 and most of them, or
	// none when there are none. The slice is the consumer's until its next
	// take, which clears it as the clearing says.
	take(most int) []func()
	// empty reports that take would return nothing. A push that has not
	// returned may be missing.
	empty() bool
	// spent reports that everything accepted has been taken, pushes under way
	// included. After close it stays true once it is.
	spent() bool
	// close makes every later push fail with contest.ErrClosed.
	close()
	// accepted counts the pushes that succeeded. Exact once spent and closed.
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

// clearBuffer forgets the tasks in the first used slots of a queue's buffer, so
// that the collector can free what they refer to.
func (c Clearing) clearBuffer(buffer *[chunkSlots]func(), used int) {
	if c == ClearWhole {
		used = len(buffer)
	}
	clear(buffer[:used])
}
