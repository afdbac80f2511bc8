package designs

import "time"

// This file owns the contract that every system's poller meets. One backend per
// file: poller_epoll.go, poller_kqueue.go, poller_none.go; the means to wake it
// are in wakefd_*.go.

// A poller is a kernel queue of readiness. Only the loop's goroutine calls wait. The other methods
// may run concurrently with it, one at a time, and not after close.
type poller interface {
	// wait blocks until a descriptor is ready, until wake, or until limit has passed, rounded up to
	// the system's unit. A negative limit means none, 0 does not block. Wake-ups are not among the
	// events. The events belong to the caller until the next wait.
	wait(limit time.Duration) []event
	// wake ends one wait, the current or the next one.
	wake()
	// add watches fd for reading, level-triggered.
	add(fd int, generation uint32) error
	// remove stops watching fd. If the descriptor was already closed, this is not an error.
	remove(fd int) error
	close()
}

// An event says that a descriptor is readable, at its end, or broken.
type event struct {
	fd int
	// generation is what add was given, 0 where the system cannot carry it.
	generation uint32
}

// eventsPerWait bounds the events of one wait; the rest comes with the next.
const eventsPerWait = 256
