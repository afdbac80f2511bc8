package peers

import (
	"context"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/tournament/contest"
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
		l := &channelLoop{tasks: make(chan func(), channelCapacity), collected: make(chan struct{})}
		l.lifecycle = newLifecycle(l)
		return l, nil
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
	lifecycle

	collected chan struct{} // closed after the loop's last look into the channel
	// left counts, by identity, the tasks that nobody will run and whose
	// senders have not asked for them yet. With life held.
	left map[identity]int
}

// Submit blocks while the channel is full. So a task that submits to its own full loop blocks
// forever, as with a bare channel.
func (l *channelLoop) Submit(task func()) error {
	if l.stage.Load() != running {
		return l.refused()
	}
	l.tasks <- task
	if l.stage.Load() == finished && l.claim(task) {
		return l.refused()
	}
	return nil
}

// claim reports whether a task that was sent while the loop ended was left
// behind. Equal functions are interchangeable: when two senders sent the same
// one and one of them was left behind, it does not matter who is told so.
func (l *channelLoop) claim(task func()) bool {
	<-l.collected
	l.life.Lock()
	defer l.life.Unlock()
	for _, other := range l.take() {
		if l.left == nil {
			l.left = make(map[identity]int)
		}
		l.left[identityOf(other)]++
	}
	mine := identityOf(task)
	if l.left[mine] == 0 {
		return false
	}
	l.left[mine]--
	return true
}

// Run receives and runs tasks until Shutdown, Close or the end of ctx.
func (l *channelLoop) Run(ctx context.Context) error {
	return l.run(ctx, func() {
		for l.stage.Load() == running {
			if task := <-l.tasks; task != nil {
				l.fire(task)
			}
		}
		l.finish()
	})
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
	for _, task := range l.take() {
		l.fire(task)
	}
	l.stage.Store(finished)
	rest := l.take()
	close(l.collected)
	for _, task := range rest {
		l.fire(task)
	}
}

// take takes everything that is in the channel.
func (l *channelLoop) take() (tasks []func()) {
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

func (l *channelLoop) refuse() { l.stage.CompareAndSwap(running, ending) }

// drain leaves nothing to the loop, whose task may be waiting for a sender that waits for room.
func (l *channelLoop) drain() int { return len(l.take()) }

func (l *channelLoop) empty() bool { return len(l.tasks) == 0 }

func (l *channelLoop) abandon() { l.finish() }

// wake sends no task. A full channel needs no wake-up: the loop looks at the stage after each task.
func (l *channelLoop) wake() {
	select {
	case l.tasks <- nil:
	default:
	}
}
