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

// member is something that holds a descriptor, or a connection whose OnClose is
// still to be called.
type member interface {
	// release closes the descriptor, at the end of the loop, and tells who is to be
	// told.
	release()
}

// roster is what is open on a loop. The loop's goroutine alone touches it.
type roster struct {
	loop    *wakeful.Loop
	members map[member]struct{}
	buffer  []byte
	blocks  [blocksPerWrite][]byte // scratch of flush
	ctx     context.Context        // ends with the loop
	cancel  context.CancelFunc
	over    bool // the loop ends: nobody joins any more
}

// rosters finds the roster of a loop. It holds loops that have not ended.
var rosters sync.Map // *wakeful.Loop to *roster

// rosterOf returns the roster of a loop, ErrTerminated if the loop is at its end.
// Loop only.
func rosterOf(l *wakeful.Loop) (*roster, error) {
	if found, ok := rosters.Load(l); ok {
		r := found.(*roster)
		if r.over {
			return nil, wakeful.ErrTerminated
		}
		return r, nil
	}
	r := &roster{loop: l, members: map[member]struct{}{}, buffer: make([]byte, bufferSize)}
	if _, err := l.AtEnd(r.end); err != nil {
		return nil, err
	}
	r.ctx, r.cancel = context.WithCancel(context.Background())
	rosters.Store(l, r)
	return r, nil
}

// end closes what is open when the loop ends. A user's function that panics ends
// it early, and the loop calls it again for the others.
func (r *roster) end() {
	r.over = true
	r.cancel()
	defer func() {
		if len(r.members) == 0 {
			rosters.Delete(r.loop)
		} else {
			// It is called while the loop ends, which then takes it.
			_, _ = r.loop.AtEnd(r.end)
		}
	}()
	for m := range r.members {
		r.leave(m) // first: it is not released again
		m.release()
	}
}

func (r *roster) join(m member)  { r.members[m] = struct{}{} }
func (r *roster) leave(m member) { delete(r.members, m) }
