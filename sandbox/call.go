package sandbox

// A call: one use of an instance, from its first operation to its result. All of it happens on one
// loop. The engine runs on a coroutine of that loop.

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/sandbox/internal/engine"
)

const (
	// slice is how long a script runs before the loop does something else.
	slice = 200 * time.Microsecond
	// grace is how long a script may take to end after a limit, before the engine is ended inside.
	grace = 4 * time.Millisecond
)

// operation enters the engine once. Its result is the status of the script.
type operation func(*engine.Instance) (engine.Status, error)

// call is used by its loop and, while an operation runs, by its coroutine, which are never at work at
// the same time.
type call struct {
	sandbox *Sandbox
	runner  *runner
	loop    *wakeful.Loop
	ctx     context.Context
	// toolCtx is that of the tools, and cancel ends it with the call. Both are nil before the first.
	toolCtx           context.Context
	cancel            context.CancelCauseFunc
	program, function string
	tenant            uint32 // the number of the instance for recordings, 0 for a call without one
	// compiling: a module is being loaded, whose memory later calls start from.
	compiling bool
	modules   *modules
	observe   func(*call) // gets the call before its result is reported; nil: nobody
	instance  *engine.Instance
	// then gets the result and the state of the instance.
	then func(value any, err error, left left)

	begun      time.Time
	place      *list.Element // among the calls of the runner; nil: it has not begun, or has ended
	cpu        time.Duration // of all slices that have ended
	since      time.Time     // when the slice began, without the time of tools
	sliceBegan time.Time     // with it: the loop waits for tools that run on it
	// limit is what the call has reached. The script is ending.
	limit   error
	limited time.Time
	output  int

	coroutine *coroutine // nil: no operation runs
	operation operation
	status    engine.Status
	err       error
	queue     []operation // for when the running one has ended
	done      bool

	loopTime   float64 // when the operation began, in milliseconds since begun
	timerDue   float64 // of the script's next timer, in milliseconds since begun; +Inf: none
	timer      *wakeful.Timer
	stopCancel func() bool
	pending    int // tools that the script waits for
	given      int // bytes of the arguments of tools that run
	tools      []*toolUse
	fetches    map[float64]context.CancelFunc

	// Of calls with a worker process: id is the same on both sides.
	id     uint64
	memory int64
	// The host's side. The worker has ended the call; again: a program is loaded once more, for another
	// worker.
	worker *worker
	wall   *wakeful.Timer // for a worker that does not end the call
	ended  bool
	again  bool
	// The worker's side: the script waits for an answer of the host; it has asked tools.
	parked, asked bool
	reply         []byte
	replyFailed   bool
}

// begin starts the call with its first operation.
func (c *call) begin(first operation) {
	c.begun = time.Now()
	if c.runner.ended {
		c.finish(nil, ErrClosed)
		return
	}
	c.place = c.runner.calls.PushBack(c)
	c.run(first)
}

// run runs an operation, after those that wait.
func (c *call) run(o operation) {
	if c.done {
		return
	}
	if c.coroutine != nil {
		c.queue = append(c.queue, o)
		return
	}
	c.operation = o
	c.coroutine = c.runner.take()
	c.coroutine.task = c.enter
	c.runner.entered++
	c.resume()
}

// enter is the coroutine's task.
func (c *call) enter() {
	defer func() {
		if r := recover(); r != nil {
			c.err = fmt.Errorf("a function of the host panicked: %v", r)
		}
	}()
	c.since = time.Now()
	c.sliceBegan = c.since
	c.loopTime = c.now()
	c.status, c.err = c.operation(c.instance)
	c.cpu += time.Since(c.since)
}

// resume continues the operation. The instance is not running when the coroutine has ended.
func (c *call) resume() {
	if c.coroutine == nil { // ended by abort
		return
	}
	c.tag()
	if !c.coroutine.resume() {
		if c.parked {
			return
		}
		c.runner.later(c)
		return
	}
	c.runner.put(c.coroutine)
	c.coroutine = nil
	c.after()
}

// Yield is called by the engine at intervals, on the coroutine. A script that is being ended has slices
// too: to free what it has made can take milliseconds.
func (c *call) Yield() engine.Action {
	now := time.Now()
	switch {
	case c.limit != nil:
	case c.cpu+now.Sub(c.since) > c.sandbox.config.CPU:
		c.reach(ErrCPU, now)
	case now.Sub(c.begun) > c.sandbox.config.Wall:
		c.reach(ErrWall, now)
	case c.ctx.Err() != nil:
		c.reach(context.Cause(c.ctx), now)
	}
	switch {
	case c.limit != nil && now.Sub(c.limited) > grace:
		return engine.Trap
	case now.Sub(c.sliceBegan) > slice && !c.leave(now):
		return engine.Trap
	case c.limit != nil:
		return engine.Interrupt
	}
	return engine.Continue
}

// leave leaves the script until its next slice. It reports false if the script must end.
func (c *call) leave(now time.Time) bool {
	c.cpu += now.Sub(c.since)
	if !c.coroutine.yield(struct{}{}) {
		c.since = now
		return false
	}
	c.since = time.Now()
	c.sliceBegan = c.since
	return true
}

func (c *call) reach(limit error, now time.Time) {
	if c.limit == nil {
		c.limit, c.limited = limit, now
	}
}

// after looks at what an operation has left.
func (c *call) after() {
	switch {
	case c.done:
	case c.err != nil || c.limit != nil || c.instance.Exhausted():
		c.finish(nil, c.failure())
	case c.status == engine.Pending:
		c.wait()
	case c.status == engine.Fulfilled:
		c.finish(c.result())
	default:
		c.finish(nil, c.failure())
	}
}

// wait is for a timer of the script or a tool.
func (c *call) wait() {
	if len(c.queue) > 0 {
		next := c.queue[0]
		c.queue = c.queue[1:]
		c.run(next)
		return
	}
	if c.pending == 0 && math.IsInf(c.timerDue, 1) {
		c.finish(nil, ErrNeverSettles)
		return
	}
	if c.runner.arm(c.loop, 0) != nil {
		c.finish(nil, ErrClosed)
		return
	}
	c.abortWithContext()
	c.setTimer()
}

// abortWithContext ends the call with its context, also while it waits.
func (c *call) abortWithContext() {
	if c.stopCancel == nil && c.ctx.Done() != nil {
		c.stopCancel = context.AfterFunc(c.ctx, func() {
			_ = c.loop.SubmitUnlimited(func() { c.abort(context.Cause(c.ctx)) }) // a loop that has ended has aborted the call
		})
	}
}

// deadline is when the limit of time ends the call.
func (c *call) deadline() time.Time { return c.begun.Add(c.sandbox.config.Wall) }

func (c *call) setTimer() {
	if math.IsInf(c.timerDue, 1) {
		return
	}
	due := c.begun.Add(time.Duration(c.timerDue * float64(time.Millisecond)))
	var err error
	if c.timer == nil {
		c.timer, err = c.loop.AfterFunc(time.Until(due), c.timersDue)
	} else {
		err = c.timer.Reset(time.Until(due))
	}
	if err != nil {
		c.finish(nil, ErrClosed)
	}
}

func (c *call) timersDue() {
	c.run(func(i *engine.Instance) (engine.Status, error) { return i.Timers(c.loopTime) })
}

// now is the script's time in milliseconds.
func (c *call) now() float64 { return float64(time.Since(c.begun).Microseconds()) / 1000 }

// settle settles the promise of a slot.
func (c *call) settle(slot int, ok bool, value []byte) {
	if c.worker != nil {
		c.settleInWorker(slot, ok, value)
		return
	}
	c.run(func(i *engine.Instance) (engine.Status, error) {
		c.pending-- // until now the script has waited for the tool
		return i.Settle(slot, ok, value)
	})
}

// abort ends the call from outside.
func (c *call) abort(err error) {
	if c.done {
		return
	}
	if c.coroutine != nil { // the script was left in the middle
		c.reach(err, time.Now())
		c.coroutine.stop()
		c.coroutine = nil
	}
	c.finish(nil, err)
}

// finish ends the call. The engine is not running.
func (c *call) finish(value any, err error) {
	if c.done {
		return
	}
	c.done = true
	if c.place != nil {
		c.runner.calls.Remove(c.place)
		c.place = nil
	}
	for _, timer := range []*wakeful.Timer{c.timer, c.wall} {
		if timer != nil {
			timer.Stop()
		}
	}
	if c.stopCancel != nil {
		c.stopCancel()
	}
	if c.instance != nil {
		c.memory = int64(c.instance.MemorySize())
	}
	if c.worker != nil {
		kind := frameCancel
		if c.ended {
			kind = frameDone
		}
		c.worker.forget(kind, c.id)
	}
	c.auditWaiting()
	c.report(err)
	if c.observe != nil {
		c.observe(c)
	}
	c.then(value, err, c.left(err))
	if c.cancel != nil {
		c.cancel(errCallEnded)
	}
}

// left is what a call has left of its instance.
type left int

const (
	broken left = iota // the engine was ended inside, or memory is exhausted
	used               // there may be timers and promises of tools
	clean              // nothing can run any more
)

func (c *call) left(err error) left {
	var script *ScriptError
	switch {
	case c.limit != nil || c.err != nil || err != nil && !errors.As(err, &script):
		return broken
	case c.toolCtx != nil || c.asked || !math.IsInf(c.timerDue, 1) || err != nil:
		return used
	}
	return clean
}

var errCallEnded = errors.New("the script's call has ended")

func (c *call) report(err error) {
	if c.sandbox.config.Report == nil || c.again {
		return
	}
	c.sandbox.config.Report(Usage{c.program, c.function, c.cpu, time.Since(c.begun), c.memory, c.output, err})
}
