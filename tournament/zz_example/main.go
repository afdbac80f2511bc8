// Command mydesign is a contestant: a loop with a mutex and a slice.
package main

import (
	"context"
	"sync"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/guest"
)

type loop struct {
	mu     sync.Mutex
	wake   sync.Cond
	queue  []func()
	over   bool // nothing more is accepted
	counts contest.Counts
	ended  chan struct{}
}

func newLoop() (contest.Loop, error) {
	l := &loop{ended: make(chan struct{})}
	l.wake.L = &l.mu
	return l, nil
}

func (l *loop) Run(ctx context.Context) error {
	defer close(l.ended)
	defer context.AfterFunc(ctx, func() { l.end(true) })()
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		for len(l.queue) == 0 && !l.over {
			l.wake.Wait()
		}
		batch := l.queue
		if l.queue = nil; len(batch) == 0 {
			return ctx.Err()
		}
		l.mu.Unlock()
		for _, task := range batch {
			task()
		}
		l.mu.Lock()
		l.counts.Executed += uint64(len(batch))
	}
}

func (l *loop) end(discard bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over = true; discard {
		l.counts.Discarded += uint64(len(l.queue))
		l.queue = nil
	}
	l.wake.Signal()
}

func (l *loop) Shutdown(ctx context.Context) error {
	l.end(false)
	select {
	case <-l.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (l *loop) Close() error { l.end(true); return nil }

func (l *loop) Submit(task func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.counts.Submitted++; l.over {
		l.counts.Rejected++
		return contest.ErrClosed
	}
	l.queue = append(l.queue, task)
	l.wake.Signal()
	return nil
}

func (l *loop) SubmitPriority(func()) error { return contest.ErrUnsupported }

func (l *loop) Counts() contest.Counts {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.counts
}

var entry = contest.Entry{
	Name: "mydesign", Summary: "A mutex and a slice.", New: newLoop,
	Can: contest.Loops | contest.SubmitBeforeRun,
}

func main() { guest.Main(entry) }
