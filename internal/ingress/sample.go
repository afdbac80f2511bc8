package ingress

import (
	"runtime"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
)

// This file owns samples: who has pushed a function, and when.
//
// The consumer requests that a push which it has not seen yet is described. A push compares a length
// with checkAt anyway, and the request lowers checkAt. So pushes pay nothing for it while there is no
// request, and only the described one afterwards.

// A Sample describes a push. Its memory belongs to whoever has requested it.
type Sample struct {
	// Clock returns the time for At. It is set before the request.
	Clock func() int64

	// Position is the number of functions that were pushed before, and At when it was pushed.
	Position uint64
	At       int64
	// Goroutine is the identity of the goroutine that has pushed it, and Stack its program counters.
	Goroutine uintptr
	Stack     [12]uintptr
	// done is set after the other fields, with the lock held in which the function is pushed. So a
	// consumer that has swapped the function finds it set.
	done atomic.Bool
}

// Done reports whether s describes a push. Consumer only.
func (s *Sample) Done() bool { return s.done.Load() }

// Describe requests that s describes the push that comes after so many others. The consumer may use s
// again when it is Done. Consumer only.
func (q *Queue) Describe(s *Sample, after int) {
	s.done.Store(false)
	q.lock.acquire()
	defer q.lock.release()
	q.sampling, q.sample, q.sampleAt = true, s, q.swapped+uint64(q.waiting()+after)
	q.checkAt = min(q.checkAt, len(q.pushes)+after)
}

// describePush describes the push of the caller if that was requested. The caller holds the lock, which
// is released meanwhile, because walking the stack takes as long as many pushes.
func (q *Queue) describePush() {
	if q.closed || q.swapped+uint64(q.waiting()) < q.sampleAt {
		return
	}
	s := q.sample
	q.sampling = false
	q.lock.release()
	clear(s.Stack[:])
	runtime.Callers(3, s.Stack[:]) // without Callers, describePush and PushLocked
	s.Goroutine, s.At = native.Goroutine(), s.Clock()
	q.lock.acquire()
	s.Position = q.swapped + uint64(q.waiting())
	s.done.Store(true)
}

// sampleCheck returns the length of pushes at which the requested push comes, if that is before limit,
// otherwise limit. The caller holds the lock.
func (q *Queue) sampleCheck(limit int) int {
	if !q.sampling {
		return limit
	}
	return min(limit, int(q.sampleAt-q.swapped)-len(q.full)*chunk)
}
