package world

import (
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file owns the control for "why not write it yourself": a mutex, a slice that the loop swaps as
// a whole, and a channel that wakes it, in forty lines. Its timers are those of the runtime, as such
// a loop would use.

func handwrittenPeer() peer.Peer {
	return peer.Peer{Name: "handwritten", Version: runtime.Version(), NewLoop: func(bool) (peer.Loop, error) { return newHandwritten(), nil }}
}

type handwritten struct {
	mu    sync.Mutex
	queue []func()
	over  bool
	_     [64]byte      // separates what producers write from what the loop writes
	wake  chan struct{} // one slot
	ended chan struct{}
}

func newHandwritten() *handwritten {
	l := &handwritten{wake: make(chan struct{}, 1), ended: make(chan struct{})}
	go l.run()
	return l
}

func (l *handwritten) run() {
	defer close(l.ended)
	for spare := []func(){}; ; {
		l.mu.Lock()
		batch := l.queue
		if len(batch) == 0 {
			over := l.over
			l.mu.Unlock()
			if over {
				return
			}
			<-l.wake
			continue
		}
		l.queue = spare[:0]
		l.mu.Unlock()
		for i, task := range batch {
			batch[i] = nil
			task()
		}
		spare = batch
	}
}

// Submit adds a function. Only the first one of a batch wakes the loop.
func (l *handwritten) Submit(task func()) error {
	l.mu.Lock()
	if l.over {
		l.mu.Unlock()
		return errors.New("the loop has ended")
	}
	l.queue = append(l.queue, task)
	first := len(l.queue) == 1
	l.mu.Unlock()
	if first {
		l.notify()
	}
	return nil
}

func (l *handwritten) notify() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

func (l *handwritten) Close() error {
	l.mu.Lock()
	l.over = true
	l.mu.Unlock()
	l.notify()
	<-l.ended
	return nil
}

// AfterFunc submits fn when the runtime's timer fires. Such a loop cannot remove a function from
// its queue, so stop has the limits of the runtime's Stop.
func (l *handwritten) AfterFunc(d time.Duration, fn func()) (func() bool, error) {
	timer := time.AfterFunc(d, func() { _ = l.Submit(fn) }) // after the end nobody waits for it
	return timer.Stop, nil
}
