package designs

// This file owns the microtasks: what runs to empty after each task. They come
// from the task itself, so the loop's goroutine is the only one here.

// MicrotaskKind names the queue of microtasks.
type MicrotaskKind string

const (
	// MicroSlice is an unbounded slice.
	MicroSlice MicrotaskKind = "slice"
	// MicroRing is a lock-free ring of 4,096 slots that are allocated once; a
	// full one is an error.
	MicroRing MicrotaskKind = "ring"
)

const microRingSlots = 1 << 12

func newMicrotasks(k MicrotaskKind, clearing Clearing) ingress {
	if k == MicroRing {
		return newArenaIngress(microRingSlots, clearing)
	}
	return newMutexIngress(false, clearing)
}

// QueueMicrotask runs fn after the present task and the microtasks queued before
// it, ahead of the next task. Only inside a task, a timer or a descriptor's
// function. It fails with contest.ErrFull when the design has a ring and
// it is full.
func (l *Loop) QueueMicrotask(fn func()) error {
	if fn == nil {
		return ErrNilTask
	}
	if err := l.micro.in.push(fn); err != nil {
		return err
	}
	l.micros = true
	return nil
}

// runMicrotasks runs microtasks to empty, the ones that they queue as well. It
// is called within runBatch, whose deferred function contains a panic; the queue
// is then gone on with by the next call.
func (l *Loop) runMicrotasks() {
	f := &l.micro
	for f.left() > 0 || f.next(unlimited) {
		fn := f.batch[*f.cursor]
		*f.cursor++
		fn()
		if phase(l.hot.phase.Load()) == closing {
			return
		}
	}
	l.micros = false
}
