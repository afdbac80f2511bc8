package wakeful

import (
	"fmt"
	"reflect"
	"runtime"
)

// NextTick has fn run after the current callback, before the microtasks, as
// process.nextTick does in Node. It must be called from a callback of the loop;
// otherwise it returns ErrNotOnLoop. A nil fn is ErrNilFunc.
func (l *Loop) NextTick(fn func()) error { return l.local(&l.ticks, fn) }

// QueueMicrotask has fn run after the current callback and its NextTick
// functions, before the loop does anything else. The rules are NextTick's.
func (l *Loop) QueueMicrotask(fn func()) error { return l.local(&l.microtasks, fn) }

// SetImmediate has fn run in this turn after the submitted functions, or in the
// next turn if called from an immediate. It must be called from a callback of
// the loop; otherwise it returns ErrNotOnLoop. What Shutdown finds still runs;
// afterwards the answer is ErrTerminated.
func (l *Loop) SetImmediate(fn func()) error { return l.late(&l.immediates, fn) }

// SetClosing has fn run at the end of the turn, after the immediates, where what
// was closed during the turn announces it, as Node's close events. The rules are
// SetImmediate's.
func (l *Loop) SetClosing(fn func()) error { return l.late(&l.closings, fn) }

// local adds fn to a queue that only callbacks may touch.
func (l *Loop) local(q *fifo, fn func()) error {
	if fn == nil {
		return ErrNilFunc
	}
	if !l.OnLoop() {
		return ErrNotOnLoop
	}
	q.push(fn)
	l.attend = true
	return nil
}

// late is local for a queue that is not filled again once the loop is ending.
func (l *Loop) late(q *fifo, fn func()) error {
	switch {
	case fn == nil:
		return ErrNilFunc
	case !l.OnLoop():
		return ErrNotOnLoop
	case l.stop.Load() != running:
		return l.reject(1, ErrTerminated)
	}
	q.push(fn)
	l.counters.local++
	return nil
}

// settle empties the microtask queues after a callback: all of NextTick's, then
// all microtasks, and again while either has any. Only the budget, Close or a
// panic end it earlier; what is left then runs after the next callback, or at
// once after a panic, which does not begin a new budget.
func (l *Loop) settle() {
	for {
		q := &l.ticks
		if q.n == 0 {
			if q = &l.microtasks; q.n == 0 {
				l.attend = false
				break
			}
		}
		for q.n > 0 {
			if l.stop.Load() == stopping {
				l.chain = 0
				return
			}
			if l.chain == l.microtaskBudget && l.chain > 0 {
				l.chain = 0
				l.overrun(q)
				return
			}
			l.chain++
			l.counters.microtasks++
			q.pop()()
		}
	}
	l.chain = 0
}

// overrun reports a chain of microtasks that used up its budget.
func (l *Loop) overrun(q *fifo) {
	name := "unknown"
	if f := runtime.FuncForPC(reflect.ValueOf(q.ring[q.head]).Pointer()); f != nil {
		file, line := f.FileLine(f.Entry())
		name = fmt.Sprintf("%s (%s:%d)", f.Name(), file, line)
	}
	l.report(&PanicError{
		Value: fmt.Errorf("%w: %d ran after one callback and more are waiting; the next is %s",
			ErrMicrotaskBudget, l.microtaskBudget, name),
		Phase: "microtasks",
	})
}
