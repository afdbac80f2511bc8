package peers

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/goroutine"
)

// channelCapacity is the capacity of the floor's channel. Submit blocks while
// that many tasks are waiting.
const channelCapacity = 1024

var channelEntry = contest.Entry{
	Name:    "channel",
	Kind:    contest.Floor,
	Summary: "A bare channel of 1,024 functions and one goroutine that receives from it: the least that could do the work.",
	Can:     contest.Loops,
	Blocks:  channelCapacity,
	New: func() (contest.Loop, error) {
		return &channelLoop{
			tasks:     make(chan func(), channelCapacity),
			collected: make(chan struct{}),
			stopped:   make(chan struct{}),
		}, nil
	},
}

// The stages of a channelLoop, in order.
const (
	running  int32 = iota
	ending         // Shutdown or Close was called: Submit refuses, the loop still receives
	finished       // only senders that were already past their first look still send
)

// channelLoop is the floor. Submit is one send between two loads of a value that
// nobody writes while the loop runs; there is no counter in it and no select.
//
// Ending such a loop is the only hard part. Closing the channel under its senders
// is a data race, a select over a second channel costs as much again as the send,
// and announcing each send with an atomic addition costs a sixth of it. So the
// senders look again after the send: who still finds the loop unfinished knows
// that the loop's last look into the channel is yet to come; who finds it finished
// looks in the channel itself (see claim), and that happens only during the end.
type channelLoop struct {
	tasks chan func()
	// stage is written by Shutdown, Close and the loop; Submit loads it before
	// and after its send. The loop stores finished before its last look into
	// the channel: without that order a task could be accepted and left behind.
	stage atomic.Int32
	// discard is stored by Close and loaded by the loop for each task: a task
	// that the loop takes after Close has returned is discarded.
	discard  atomic.Bool
	rejected atomic.Uint64

	// Loop goroutine only, until stopped is closed.
	executed, discarded uint64

	collected chan struct{} // closed after the loop's last look into the channel
	stopped   chan struct{} // closed when nothing will run any more

	mu      sync.Mutex
	started bool
	cause   error  // what Run returns
	owner   uint64 // the goroutine in Run
	dropped uint64 // tasks that Close itself discarded
	// left counts, by identity, the tasks that nobody will run and whose
	// senders have not asked for them yet.
	left map[identity]int
}

// Submit blocks while the channel is full. So a task that submits to its own full loop blocks
// forever, as with a bare channel.
func (l *channelLoop) Submit(task func()) error {
	if l.stage.Load() != running {
		return l.refuse()
	}
	l.tasks <- task
	if l.stage.Load() == finished && l.claim(task) {
		return l.refuse()
	}
	return nil
}

func (l *channelLoop) refuse() error {
	l.rejected.Add(1)
	return contest.ErrClosed
}

// claim reports whether a task that was sent while the loop ended was left
// behind. Equal functions are interchangeable: when two senders sent the same
// one and one of them was left behind, it does not matter who is told so.
func (l *channelLoop) claim(task func()) bool {
	<-l.collected
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		select {
		case other := <-l.tasks:
			if l.left == nil {
				l.left = make(map[identity]int)
			}
			if other != nil {
				l.left[identityOf(other)]++
			}
			continue
		default:
		}
		break
	}
	mine := identityOf(task)
	if l.left[mine] == 0 {
		return false
	}
	l.left[mine]--
	return true
}

// SubmitPriority is not supported, because a channel has one queue.
func (l *channelLoop) SubmitPriority(func()) error { return contest.ErrUnsupported }

// Run receives and runs tasks until Shutdown, Close or the end of ctx, which
// discards as Close does. A loop that was closed before returns nil at once.
func (l *channelLoop) Run(ctx context.Context) error {
	l.mu.Lock()
	if l.started {
		l.mu.Unlock()
		return errRanAlready
	}
	l.started, l.owner = true, goroutine.ID()
	over := l.stage.Load() == finished
	l.mu.Unlock()
	if over {
		return nil
	}
	unhook := context.AfterFunc(ctx, func() { l.requestStop(true, ctx.Err()) })
	defer unhook()

	for l.stage.Load() == running {
		if task := <-l.tasks; task != nil {
			l.fire(task)
		}
	}
	l.finish()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cause
}

// fire runs or discards one task from the channel.
func (l *channelLoop) fire(task func()) {
	if l.discard.Load() {
		l.discarded++
		return
	}
	task()
	l.executed++
}

// finish runs or discards what was accepted and marks the end. The tasks of the
// last look are run after collected is closed, so that no sender ever waits for
// a task.
func (l *channelLoop) finish() {
	for _, task := range l.drain() {
		l.fire(task)
	}
	l.stage.Store(finished)
	rest := l.drain()
	close(l.collected)
	for _, task := range rest {
		l.fire(task)
	}
	close(l.stopped)
}

// drain takes everything that is in the channel.
func (l *channelLoop) drain() (tasks []func()) {
	for {
		select {
		case task := <-l.tasks:
			if task != nil {
				tasks = append(tasks, task)
			}
		default:
			return tasks
		}
	}
}

// Shutdown refuses further tasks and waits until the loop has run the accepted
// ones; inside a task it does not wait. Before Run it ends an empty loop, and
// leaves what was accepted to a later Run.
func (l *channelLoop) Shutdown(ctx context.Context) error {
	if l.requestStop(false, nil) {
		return nil
	}
	return await(ctx, l.stopped)
}

// Close discards what has not started. It does not wait for a running task.
func (l *channelLoop) Close() error {
	l.requestStop(true, nil)
	return nil
}

// requestStop starts the end, or makes one that has been started discard, and wakes the
// loop. A full channel needs no wake-up: the loop looks at the stage after each
// task. It reports whether its caller is a task of the loop.
func (l *channelLoop) requestStop(discard bool, cause error) (inside bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stage.Load() == finished || discard && l.discard.Load() {
		return false
	}
	l.stage.CompareAndSwap(running, ending)
	if discard {
		l.discard.Store(true)
		l.cause = cause
		// Drain here and not in the loop, whose task may be waiting for a sender that waits for
		// room.
		l.dropped += uint64(len(l.drain()))
	}
	if !l.started {
		if discard || len(l.tasks) == 0 {
			// Nothing runs here: who gets in now is discarded.
			l.discard.Store(true)
			l.finish()
		}
		return false
	}
	select {
	case l.tasks <- nil:
	default:
	}
	return l.owner == goroutine.ID()
}

// Counts is valid once Run has returned.
func (l *channelLoop) Counts() contest.Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	return ended(l.executed, l.rejected.Load(), l.discarded+l.dropped)
}
