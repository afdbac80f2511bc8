package peers

import (
	"context"
	"sync"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var sliceEntry = contest.Entry{
	Name:    "slice",
	Kind:    contest.Floor,
	Summary: "What one writes by hand in 40 lines: a mutex, a slice that the loop swaps as a whole, and a channel that wakes it.",
	Can:     contest.Loops | contest.SubmitBeforeRun,
	New: func() (contest.Loop, error) {
		l := &sliceLoop{woken: make(chan struct{}, 1)}
		l.lifecycle = newLifecycle(l)
		return l, nil
	},
}

// sliceLoop is a queue that is written by hand. Submit and the inner loop of Run are what a program would
// have; the rest is the contract of package contest.
type sliceLoop struct {
	mu     sync.Mutex
	tasks  []func()
	closed bool // Submit refuses
	lifecycle
	woken chan struct{}
}

// Submit adds a task. Only the first one of a batch wakes the loop.
func (l *sliceLoop) Submit(task func()) error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return l.refused()
	}
	l.tasks = append(l.tasks, task)
	first := len(l.tasks) == 1
	l.mu.Unlock()
	if first {
		l.wake()
	}
	return nil
}

// Run runs tasks until Shutdown, Close or the end of ctx.
func (l *sliceLoop) Run(ctx context.Context) error {
	return l.run(ctx, func() {
		for spare := []func(){}; ; {
			l.mu.Lock()
			batch := l.tasks
			if len(batch) == 0 {
				closed := l.closed
				l.mu.Unlock()
				if closed {
					return
				}
				<-l.woken
				continue
			}
			l.tasks = spare[:0]
			l.mu.Unlock()
			for i, task := range batch {
				batch[i] = nil
				if l.discard.Load() {
					l.discarded++
					continue
				}
				task()
				l.executed++
			}
			spare = batch
		}
	})
}

func (l *sliceLoop) refuse() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
}

func (l *sliceLoop) drain() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	n := len(l.tasks)
	l.tasks = nil
	return n
}

func (l *sliceLoop) empty() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.tasks) == 0
}

// abandon does nothing: all tasks were drained.
func (*sliceLoop) abandon() {}

func (l *sliceLoop) wake() {
	select {
	case l.woken <- struct{}{}:
	default:
	}
}
