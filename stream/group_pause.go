package stream

// Pausing the listener of a group.

import (
	"errors"

	"github.com/wakeful-go/wakeful"
)

// Pause stops accepting on all loops, as Listener.Pause does on one. A loop whose callback calls it
// stops at once, the others soon; Pause does not wait for them. Connections that were accepted
// before still reach their loop. Loops that a Resize adds begin paused. With WithAcceptorPerLoop
// the kernel continues to distribute connections, and each socket has a backlog of its own. After
// Close, Pause returns ErrClosed.
func (l *GroupListener) Pause() error { return l.setPaused(true) }

// Resume reverses Pause. After Close it returns ErrClosed.
func (l *GroupListener) Resume() error { return l.setPaused(false) }

func (l *GroupListener) setPaused(paused bool) (err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ErrClosed
	}
	l.paused = paused
	for loop, listener := range l.listeners {
		switch {
		case listener == nil: // it looks at l.paused when it is made
		case loop.OnLoop():
			err = listener.setPaused(paused)
		default:
			// A loop that refuses it has closed the listener, or is doing so.
			_ = loop.SubmitUnlimited(func() { l.apply(listener) })
		}
	}
	return err
}

// apply pauses or resumes a listener, by the last call that there was. Loop only.
func (l *GroupListener) apply(listener *Listener) {
	l.mu.Lock()
	paused := l.paused
	l.mu.Unlock()
	if err := listener.setPaused(paused); err != nil && !errors.Is(err, ErrClosed) && !errors.Is(err, wakeful.ErrClosed) {
		listener.report(err)
	}
}
