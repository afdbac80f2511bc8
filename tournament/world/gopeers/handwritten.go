package gopeers

import (
	"errors"
	"runtime"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file owns the control for "why not write it yourself": a mutex, a slice and a condition
// variable, in forty lines. Its timers are those of the runtime, as such a loop would use.

func handwrittenPeer() peer.Peer {
	return peer.Peer{Name: "handwritten", Version: runtime.Version(), NewLoop: func(bool) (peer.Loop, error) { return newHandwritten(), nil }}
}

type handwritten struct {
	mu    sync.Mutex
	wake  sync.Cond
	queue []func()
	over  bool
	ended chan struct{}
}

func newHandwritten() *handwritten {
	l := &handwritten{ended: make(chan struct{})}
	l.wake.L = &l.mu
	go l.run()
	return l
}

func (l *handwritten) run() {
	defer close(l.ended)
	var batch []func()
	for {
		l.mu.Lock()
		for len(l.queue) == 0 && !l.over {
			l.wake.Wait()
		}
		batch, l.queue = l.queue, batch[:0]
		l.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		for _, task := range batch {
			task()
		}
	}
}

func (l *handwritten) Submit(task func()) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.over {
		return errors.New("the loop has ended")
	}
	l.queue = append(l.queue, task)
	l.wake.Signal()
	return nil
}

func (l *handwritten) Close() error {
	l.mu.Lock()
	l.over = true
	l.wake.Signal()
	l.mu.Unlock()
	<-l.ended
	return nil
}

// AfterFunc submits fn when the runtime's timer fires. Such a loop cannot remove a function from
// its queue, so stop has the limits of the runtime's Stop.
func (l *handwritten) AfterFunc(d time.Duration, fn func()) (func() bool, error) {
	timer := time.AfterFunc(d, func() { _ = l.Submit(fn) }) // after the end nobody waits for it
	return timer.Stop, nil
}
