package designs

// This file owns the microtasks, which all run after each task. Tasks queue them, so only the
// loop's goroutine is involved.

const microRingSlots = 1 << 12

func newMicrotasks(ring bool, clearing Clearing) ingress {
	if ring {
		return newArenaIngress(microRingSlots, clearing)
	}
	return newMutexIngress(false, clearing)
}

// QueueMicrotask runs fn after the current task and earlier microtasks, before the next task. Call
// it only inside a task, a timer or a descriptor's function. It fails with contest.ErrFull if the
// design has a ring and it is full.
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

// runMicrotasks runs microtasks until there are none, including those that they queue. It is called
// within runBatch, whose deferred function contains a panic. The next call then continues the
// queue.
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
