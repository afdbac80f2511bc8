package stream

// How many handshakes run at the same time, and which of them end for others.
//
// A running handshake has a goroutine and takes some 33 KiB, so their number is limited. It keeps
// the goroutine while it waits for its peer, because crypto/tls cannot suspend it. So peers that
// stop after their first message could take all places and keep everybody else out.
//
// Rejected: a share for each address. It does not help if the silent peers have the address of the
// others, as behind a proxy, and an attacker has many addresses.

import (
	"container/list"
	"errors"
	"time"

	"github.com/wakeful-go/wakeful"
)

const (
	defaultHandshakeTimeout = 10 * time.Second
	defaultMaxHandshakes    = 1000
	// clientGrace is longer than handshakeGrace: the program itself has asked for these handshakes,
	// and their peers may be busy.
	clientGrace = time.Second
)

// handshakeGrace is how long the peer of a server's handshake may be silent although others wait for
// its place. It is longer than most round trips, so that a crowd of clients that answer does not
// end each other's handshakes. With n places, n/handshakeGrace silent peers per second keep nobody
// out.
var handshakeGrace = 250 * time.Millisecond

// errTooManyHandshakes ends a handshake in favour of one that waits.
var errTooManyHandshakes = errors.New("the peer was silent, and other handshakes were waiting")

// handshakes are the handshakes of a listener, or those of one side of a loop that belong to no
// listener. Loop only.
type handshakes struct {
	loop    *wakeful.Loop
	limit   int
	grace   time.Duration
	running list.List // of *tlsLayer, the oldest first
	waiting list.List // of *tlsLayer, the oldest first
	timer   *wakeful.Timer
}

// request starts the handshake of t, now or when there is room.
func (h *handshakes) request(t *tlsLayer) {
	if h.running.Len() < h.limit {
		h.start(t)
		return
	}
	t.opener.place = h.waiting.PushBack(t)
	h.arm(0)
}

func (h *handshakes) start(t *tlsLayer) {
	t.opener.place = h.running.PushBack(t)
	t.start()
}

// withdraw removes one that still waits.
func (h *handshakes) withdraw(t *tlsLayer) {
	h.waiting.Remove(t.opener.place)
	t.opener.place = nil
}

// done is called when the goroutine of t has ended. The newest that waits gets the place. If more
// come than places become free, the oldest would have waited until its client gave up, and so would
// each one after it.
func (h *handshakes) done(t *tlsLayer) {
	h.running.Remove(t.opener.place)
	t.opener.place = nil
	if newest := h.waiting.Back(); newest != nil && h.running.Len() < h.limit {
		h.start(h.waiting.Remove(newest).(*tlsLayer))
	}
}

// arm sets the timer for when the oldest handshake can be ended. It is a timer also when that is
// now, so that what several events of a turn request is done once.
func (h *handshakes) arm(atLeast time.Duration) {
	oldest := h.running.Front()
	if oldest == nil || h.waiting.Len() == 0 {
		return
	}
	after := max(atLeast, h.grace-time.Since(oldest.Value.(*tlsLayer).opener.started))
	if h.timer != nil {
		_ = h.timer.Reset(after) // it fails if the loop is ending
		return
	}
	if timer, err := h.loop.AfterFunc(after, h.makeRoom); err == nil {
		timer.Unref() // the connections keep an auto-exit loop running
		h.timer = timer
	}
}

// makeRoom ends as many of the handshakes whose peers are silent as others wait for a place, the
// oldest first. One that has ended and whose goroutine has not counts as well.
func (h *handshakes) makeRoom() {
	wanted := h.waiting.Len()
	var silent []*tlsLayer
	for e := h.running.Front(); e != nil && len(silent) < wanted; e = e.Next() {
		t := e.Value.(*tlsLayer)
		if time.Since(t.opener.started) < h.grace {
			break
		}
		if t.state == tlsEnded || t.wire.exchange.silentFor(t.opener.started) >= h.grace {
			silent = append(silent, t)
		}
	}
	h.arm(h.grace / 8) // again, if that was not enough
	for _, t := range silent {
		t.conn.fail("handshake", errTooManyHandshakes) // nothing happens if it has ended
	}
}
