package workloads

import (
	"context"
	"sync"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// simpleLoop is an obviously correct loop: a slice, a mutex and a condition. Each of its fields
// introduces one fault.
type simpleLoop struct {
	limit  int             // ErrFull when this many tasks wait; 0 for no limit
	wrong  func(n int) int // how often the n-th task runs, starting at 1; nil for once
	counts func(contest.Counts) contest.Counts

	mu      sync.Mutex
	changed sync.Cond
	tasks   []func()
	ending  bool
	discard bool
	tally   contest.Counts
	taken   int
	stopped chan struct{}
}

func newSimpleLoop() *simpleLoop {
	l := &simpleLoop{stopped: make(chan struct{})}
	l.changed.L = &l.mu
	return l
}

func (l *simpleLoop) Submit(task func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tally.Submitted++
	if l.ending {
		l.tally.Rejected++
		return contest.ErrClosed
	}
	if l.limit > 0 && len(l.tasks) >= l.limit {
		l.tally.Rejected++
		return contest.ErrFull
	}
	l.tasks = append(l.tasks, task)
	l.changed.Signal()
	return nil
}

func (l *simpleLoop) SubmitPriority(func()) error { return contest.ErrUnsupported }

func (l *simpleLoop) Run(context.Context) error {
	defer close(l.stopped)
	for {
		l.mu.Lock()
		for len(l.tasks) == 0 && !l.ending {
			l.changed.Wait()
		}
		if len(l.tasks) == 0 || l.discard {
			l.tally.Discarded += uint64(len(l.tasks))
			l.mu.Unlock()
			return nil
		}
		task := l.tasks[0]
		l.tasks = l.tasks[1:]
		l.taken++
		times := 1
		if l.wrong != nil {
			times = l.wrong(l.taken)
		}
		l.mu.Unlock()
		for range times {
			task()
		}
		l.mu.Lock()
		l.tally.Executed++
		l.mu.Unlock()
	}
}

func (l *simpleLoop) Shutdown(ctx context.Context) error {
	l.requestStop(false)
	select {
	case <-l.stopped:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *simpleLoop) Close() error {
	l.requestStop(true)
	return nil
}

func (l *simpleLoop) requestStop(discard bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ending, l.discard = true, l.discard || discard
	l.changed.Signal()
}

func (l *simpleLoop) Counts() contest.Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts != nil {
		return l.counts(l.tally)
	}
	return l.tally
}

// entryOf makes an entry of a simple loop that spoil has made faulty.
func entryOf(spoil func(*simpleLoop)) contest.Entry {
	return contest.Entry{
		Name: "simple", Kind: contest.Design, Can: contest.Loops,
		New: func() (contest.Loop, error) {
			l := newSimpleLoop()
			if spoil != nil {
				spoil(l)
			}
			return l, nil
		},
	}
}
