package stream

// This file owns the connection set of a loop: everything of this package that is open
// on the loop, and what its connections share. When the loop ends, the set finishes and
// closes them.

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// bufferSize is how much one read takes at most. One buffer per loop is enough,
// because callbacks may use it only until they return.
const bufferSize = 64 << 10

// member is something that holds a descriptor, or a connection whose OnClose has
// not been called yet.
type member interface {
	// release closes the descriptor when the loop ends, and calls OnClose.
	release()
}

// connSet holds what is open on a loop. Only the loop's goroutine touches it.
type connSet struct {
	loop    *wakeful.Loop
	tags    *observe.Tags
	members map[member]uint64 // with the order in which they joined
	joined  uint64            // how many have joined
	sockets sockets
	buffer  []byte
	blocks  [blocksPerWrite][]byte // scratch space of flush
	drain   context.Context        // from beginDrain on; ends when Shutdown gives up
	ended   bool                   // the loop has run its last callback
	sealed  bool                   // end waits for the drainers: nothing more is accepted
	joins   joinQueue
	packets *packetBatches // nil until there is a socket for packets
}

// sets are the connection sets of loops.
var sets = wakeful.NewLoopLocal(func(l *wakeful.Loop) *connSet {
	s := &connSet{loop: l, tags: observe.Open(l).Tags(), members: map[member]uint64{}, sockets: socketsOf(l), buffer: make([]byte, bufferSize)}
	s.joins.loop, s.joins.endPhase = l, func() {
		s.joins.scheduled = false
		s.joins.send()
	}
	_, err := l.OnDrain(s.beginDrain)
	if err == nil {
		_, err = l.OnShutdown(s.closeMembers)
	}
	s.ended = err != nil
	return s
})

// setOf returns the connection set of a loop, ErrClosed if the loop is ending.
// Loop only.
func setOf(l *wakeful.Loop) (*connSet, error) {
	if l.Context().Err() == nil {
		if s := sets.Get(l); !s.ended {
			return s, nil
		}
	}
	return nil, wakeful.ErrClosed
}

func (s *connSet) join(m member) {
	s.joined++
	s.members[m] = s.joined
}

func (s *connSet) leave(m member) { delete(s.members, m) }

// ordered returns the members in the order in which they joined, so that the end of a loop calls
// the functions of its connections in that order.
func (s *connSet) ordered() []member {
	return slices.SortedFunc(maps.Keys(s.members), func(a, b member) int {
		return cmp.Compare(s.members[a], s.members[b])
	})
}

// refusesWrites reports whether what is queued now would never be sent.
func (s *connSet) refusesWrites() bool {
	if s.drain != nil && !s.sealed {
		return s.drain.Err() != nil
	}
	return s.ended
}

// beginDrain is called when Shutdown has run the submitted functions. Nothing more is
// accepted. The queues are sent while work of Loop.RunBlocking may still run.
func (s *connSet) beginDrain(ctx context.Context) {
	s.drain = ctx
	for _, m := range s.ordered() {
		switch m := m.(type) {
		case *Listener:
			s.leave(m)
			m.release()
		case *Conn:
			m.sendJoined()
			switch {
			case m.layer != nil && m.layer.opening():
				m.fail("handshake", wakeful.ErrClosed)
			case m.queue.size > 0:
				m.startDrain()
			}
		}
	}
}

// closeMembers finishes and closes what is open, when the loop has run its last callback. If a
// user's function panics in it, the loop calls it again for the others.
func (s *connSet) closeMembers() {
	s.ended = true
	defer func() {
		if len(s.members) == 0 {
			s.buffer = nil
		} else {
			// The loop accepts it, because it is ending right now.
			_, _ = s.loop.OnShutdown(s.closeMembers)
		}
	}()
	// First the members without unsent bytes. Their OnClose may write to others.
	for _, m := range s.ordered() {
		if c, ok := m.(*Conn); !ok || !c.hasUnsent() {
			s.leave(m) // first, so that it is not released again after a panic
			m.release()
		}
	}
	// From here on nothing more is accepted: a connection that starts to drain later would
	// never get its finishDrain. OnClose of the draining ones may try to write to others.
	s.sealed = true
	for _, m := range s.ordered() {
		if c, ok := m.(*Conn); ok {
			c.finishDrain()
		}
	}
	for _, m := range s.ordered() {
		s.leave(m)
		m.release()
	}
}
