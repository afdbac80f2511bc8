package stream

// The roster: what of this package is open on one loop, so that nothing stays
// open when the loop ends, and what its connections share.

import (
	"context"
	"sync"

	"github.com/wakeful-go/wakeful"
)

// bufferSize is how much one read takes at most. One buffer per loop is enough,
// since its bytes are only lent for the time of a callback.
const bufferSize = 64 << 10

// member is something that holds a descriptor.
type member interface {
	// release closes the descriptor. The loop has ended, so nobody is told.
	release()
}

// roster is what is open on a loop. The loop's goroutine alone touches it, and
// once Done is closed the goroutine of await alone.
type roster struct {
	loop    *wakeful.Loop
	members map[member]struct{}
	buffer  []byte
	blocks  [blocksPerWrite][]byte // scratch of flush
	ctx     context.Context        // ends with the loop
	closed  chan struct{}          // closed when every member is released
}

// rosters finds the roster of a loop. It holds loops that are running, or were an
// instant ago.
var rosters sync.Map // *wakeful.Loop to *roster

// rosterOf returns the roster of a loop. Loop only, so the loop runs, and await
// ends with it.
func rosterOf(l *wakeful.Loop) *roster {
	if found, ok := rosters.Load(l); ok {
		return found.(*roster)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &roster{
		loop: l, members: map[member]struct{}{}, buffer: make([]byte, bufferSize),
		ctx: ctx, closed: make(chan struct{}),
	}
	rosters.Store(l, r)
	go r.await(cancel)
	return r
}

// await closes what the loop has left open.
func (r *roster) await(cancel context.CancelFunc) {
	<-r.loop.Done()
	cancel()
	for m := range r.members {
		m.release()
	}
	r.members = nil
	close(r.closed)
	rosters.Delete(r.loop)
}

func (r *roster) join(m member)  { r.members[m] = struct{}{} }
func (r *roster) leave(m member) { delete(r.members, m) }

// Done returns a channel that is closed when the loop has ended and every
// descriptor of this package that was open on it is closed too, an instant after
// the loop's own Done. Wait for it before listening on the same address again.
// Any goroutine may call it.
func Done(l *wakeful.Loop) <-chan struct{} {
	if found, ok := rosters.Load(l); ok {
		return found.(*roster).closed
	}
	return l.Done()
}
