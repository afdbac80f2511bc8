package sandbox

// Coroutines: on them the engine runs, so that a script that runs long can be left and continued
// while the loop does other things. WebAssembly has its own stack, so a script cannot be moved from
// the loop's goroutine once it runs. A script that waits has no stack, and uses no coroutine.

import (
	"container/list"
	"iter"
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/sandbox/internal/engine"
)

// coroutine runs tasks one after another. Loop only.
type coroutine struct {
	next func() (struct{}, bool)
	stop func()
	// yield leaves the task. It returns false when the task must end. Only the task calls it.
	yield func(struct{}) bool
	task  func()
}

func newCoroutine() *coroutine {
	c := &coroutine{}
	c.next, c.stop = iter.Pull(func(yield func(struct{}) bool) {
		c.yield = yield
		for {
			c.task()
			c.task = nil
			if !yield(struct{}{}) {
				return
			}
		}
	})
	return c
}

// resume runs the task until it ends or leaves. It reports whether it has ended.
func (c *coroutine) resume() bool {
	c.next()
	return c.task == nil
}

// runner runs the calls of one loop. Fields and methods: loop only, except where they say more.
type runner struct {
	tags  *observe.Tags
	idle  []*coroutine
	calls list.List // of *call, in the order in which they began, which is that of their deadlines
	ended bool
	// deadlines is the timer of the first deadline. It stays set when that call ends, so that calls that
	// wait for tools do not each set and stop a timer of the runtime, which can wake a thread.
	deadlines *wakeful.Timer
	armed     bool
	// away are calls whose scripts were left in the middle, in the order of their next slices. Short are
	// snapshots that lack a clone. The loop has one task for all of them, which comes after other calls.
	away      []*call
	short     []*engine.Snapshot
	scheduled bool
	// entered counts how often a call has entered the engine, and seen is what it was when the task was
	// last reached, at lastSeen if it had changed.
	entered, seen       uint
	lastSeen, sliceEnds time.Time
	waiting             []metrics.Sample // reused by yield
}

// Calls that end within a slice come before scripts that were left. Such a call often waits for a tool and
// needs the loop again soon, so a left script has its next slice when no other call has entered the engine
// for anticipation, and after patience in any case.
const (
	anticipation = 100 * time.Microsecond
	patience     = 2 * time.Millisecond
)

// tag records for whom the callback runs.
func (c *call) tag() {
	if t := c.runner.tags; t.On() {
		t.Tag(observe.TagTenant, c.tenant, 0, t.Label(c.program))
	}
}

// later continues a script when it is its turn.
func (r *runner) later(c *call) {
	r.away = append(r.away, c)
	r.schedule(c.loop)
}

func (r *runner) schedule(loop *wakeful.Loop) {
	if r.scheduled || len(r.away)+len(r.short) == 0 {
		return
	}
	r.scheduled = true
	err := loop.SubmitUnlimited(func() {
		r.scheduled = false
		now := time.Now()
		if r.entered != r.seen {
			r.seen, r.lastSeen = r.entered, now
		}
		if now.Sub(r.lastSeen) < anticipation && now.Sub(r.sliceEnds) < patience {
			r.schedule(loop)
			return
		}
		if last := len(r.short) - 1; last >= 0 {
			s := r.short[last]
			r.short = r.short[:last]
			s.Prepare()
		} else {
			c := r.away[0]
			r.away[0] = nil
			r.away = r.away[1:]
			c.resume()
		}
		r.sliceEnds, r.seen = time.Now(), r.entered
		r.yield()
		r.schedule(loop)
	})
	if err != nil { // the loop has ended
		r.scheduled = false
		away := r.away
		r.away = nil
		for _, c := range away {
			c.abort(ErrClosed)
		}
	}
}

// yield lets other goroutines run if some wait for a processor, tools for example. A loop that computes would
// keep its processor for 20 ms. If none waits, a yield would wake a thread, which takes a tenth of the time.
func (r *runner) yield() {
	if r.waiting == nil {
		r.waiting = []metrics.Sample{{Name: "/sched/goroutines/runnable:goroutines"}}
	}
	if metrics.Read(r.waiting); r.waiting[0].Value.Uint64() > 0 {
		runtime.Gosched()
	}
}

// maxShort is the number of snapshots that wait for a clone. A call that finds none makes its own.
const maxShort = 4

// replace closes a clone that a limit has ended. Another one is made when no call needs the loop, which takes
// as long as several short calls.
func (r *runner) replace(loop *wakeful.Loop, i *engine.Instance) {
	i.Close()
	if s := i.Origin(); s != nil && len(r.short) < maxShort && !r.ended {
		r.short = append(r.short, s)
		r.schedule(loop)
	}
}

// arm sets the timer of deadlines if it is not set, not to fire before some time has passed. A call that
// begins to wait uses it.
func (r *runner) arm(loop *wakeful.Loop, least time.Duration) (err error) {
	first := r.calls.Front()
	if r.armed || first == nil {
		return nil
	}
	r.armed = true
	after := max(least, time.Until(first.Value.(*call).deadline()))
	if r.deadlines != nil {
		return r.deadlines.Reset(after)
	}
	if r.deadlines, err = loop.AfterFunc(after, func() { r.overdue(loop) }); err == nil {
		r.deadlines.Unref() // what a call waits for keeps the loop running
	}
	return err
}

// overdue ends the calls that wait and whose time is over. A script that was left in the middle ends
// itself in its next slice, where its position is known.
func (r *runner) overdue(loop *wakeful.Loop) {
	r.armed = false
	now := time.Now()
	var next *list.Element
	for e := r.calls.Front(); e != nil && !now.Before(e.Value.(*call).deadline()); e = next {
		next = e.Next()
		if c := e.Value.(*call); c.coroutine == nil {
			c.abort(&LimitError{Limit: ErrWall})
		}
	}
	_ = r.arm(loop, time.Millisecond) // an ending loop ends the calls
}

// maxIdle is the number of coroutines that wait for tasks. More exist while scripts are left.
const maxIdle = 4

func (r *runner) take() *coroutine {
	if n := len(r.idle); n > 0 {
		c := r.idle[n-1]
		r.idle = r.idle[:n-1]
		return c
	}
	return newCoroutine()
}

func (r *runner) put(c *coroutine) {
	if len(r.idle) < maxIdle && !r.ended {
		r.idle = append(r.idle, c)
		return
	}
	c.stop()
}

// end ends all calls and coroutines.
func (r *runner) end() {
	r.ended = true
	for e := r.calls.Front(); e != nil; e = r.calls.Front() {
		e.Value.(*call).abort(ErrClosed)
	}
	if r.deadlines != nil {
		r.deadlines.Stop()
	}
	for _, c := range r.idle {
		c.stop()
	}
	r.idle = nil
}
