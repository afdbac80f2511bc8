package peers

import (
	"fmt"
	"sync"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns how the contract's descriptors, which are numbers, become the
// library's registrations.

// readable are the registrations of a loop. The mutex is held while one is made
// or closed: a callback that unregisters itself finds it, and a number can be
// registered again as soon as Unregister has returned.
type readable struct {
	mu   sync.Mutex
	byFD map[int]*wakeful.FDRegistration
}

func (l *wakefulLoop) RegisterReadable(fd int, fn func()) error {
	r := &l.readable
	r.mu.Lock()
	defer r.mu.Unlock()
	registration, err := l.loop.RegisterFD(fd, wakeful.Readable, func(wakeful.Events) { fn() })
	if err != nil {
		return renamed(err)
	}
	if r.byFD == nil {
		r.byFD = map[int]*wakeful.FDRegistration{}
	}
	r.byFD[fd] = registration
	return nil
}

func (l *wakefulLoop) Unregister(fd int) error {
	if !hasDescriptors {
		return contest.ErrUnsupported
	}
	select {
	case <-l.loop.Done():
		return contest.ErrClosed
	default:
	}
	r := &l.readable
	r.mu.Lock()
	defer r.mu.Unlock()
	registration := r.byFD[fd]
	if registration == nil {
		return fmt.Errorf("peers: descriptor %d is not registered", fd)
	}
	delete(r.byFD, fd)
	if err := registration.Close(); err != nil {
		return renamed(err)
	}
	return nil
}
