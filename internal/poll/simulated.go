package poll

// A simulated queue of readiness, for a loop whose driver calls it. No goroutine waits for it.

import "errors"

// A Kernel is a simulated queue of readiness. Its owner has the loop called when something becomes
// ready, so it has no way to wait.
type Kernel interface {
	// Add begins to watch fd. It returns false if there is no such descriptor.
	Add(fd int, generation uint32, events Events, mode Mode) bool
	// Modify changes what fd is watched for, and reports current readiness again. It returns false
	// if fd is not watched.
	Modify(fd int, generation uint32, events Events, mode Mode) bool
	// Remove ends it.
	Remove(fd int)
	// Collect returns up to room ready descriptors, in a slice that is valid until the next call.
	Collect(room int) []Report
}

// A Report is a descriptor that is ready.
type Report struct {
	FD         int
	Generation uint32
	Events     Events
}

// OpenSimulated is Open for a simulated kernel. The watcher must not be armed.
func OpenSimulated[T any](k Kernel) *Poller[T] {
	return newPoller[T](simulated{k}, nil, func() {})
}

var errNotOpen = errors.New("bad file descriptor")

// simulated is the backend.
type simulated struct{ kernel Kernel }

func (s simulated) add(fd int, generation uint32, events Events, mode Mode) error {
	if !s.kernel.Add(fd, generation, events, mode) {
		return errNotOpen
	}
	return nil
}

func (s simulated) modify(fd int, generation uint32, events Events, mode Mode) error {
	if !s.kernel.Modify(fd, generation, events, mode) {
		return errAbsent
	}
	return nil
}

func (s simulated) remove(fd int) error {
	s.kernel.Remove(fd)
	return nil
}

func (s simulated) collect(into []event) int {
	all := s.kernel.Collect(len(into))
	for i, r := range all {
		into[i] = event{int32(r.FD), r.Generation, r.Events}
	}
	return len(all)
}

func (simulated) waitReady() bool       { return false }
func (simulated) canPark() bool         { return false }
func (simulated) park(func() bool) bool { return false }
func (simulated) unpark()               {}
func (simulated) consumeUnpark()        {}
func (simulated) descriptor() int       { return -1 }
func (simulated) close() error          { return nil }
