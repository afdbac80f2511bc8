package sandbox

// Coroutines: on them the engine runs, so that a script that runs long can be left and continued
// while the loop does other things. WebAssembly has its own stack, so a script cannot be moved from
// the loop's goroutine once it runs. A script that waits has no stack, and uses no coroutine.

import (
	"iter"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
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
	calls map[*call]struct{}
	ended bool
	// away are calls whose scripts were left in the middle, in the order of their next slices. The
	// loop has one task for all of them: between two slices it does everything else that it has, so
	// a new call waits for one slice, however many scripts run long.
	away      []*call
	scheduled bool
}

// later continues a script when it is its turn.
func (r *runner) later(c *call) {
	r.away = append(r.away, c)
	r.schedule(c.loop)
}

func (r *runner) schedule(loop *wakeful.Loop) {
	if r.scheduled || len(r.away) == 0 {
		return
	}
	r.scheduled = true
	err := loop.SubmitUnlimited(func() {
		r.scheduled = false
		c := r.away[0]
		r.away[0] = nil
		r.away = r.away[1:]
		c.resume()
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
	for c := range r.calls {
		c.abort(ErrClosed)
	}
	for _, c := range r.idle {
		c.stop()
	}
	r.idle = nil
}
