package stream

// How many handshakes run at the same time. Each has a goroutine with a stack of some 16 KiB, so
// their number is limited, and the others wait without one.

import (
	"container/list"
	"errors"
	"time"

	"github.com/wakeful-go/wakeful"
)

const (
	defaultHandshakeTimeout = 10 * time.Second
	defaultMaxHandshakes    = 1000
)

// handshakeGrace is how long a handshake may wait for its peer although others wait for its place.
// Without it, a few peers that stop in the middle would keep everybody out until the timeout.
var handshakeGrace = time.Second

// errTooManyHandshakes ends a handshake in favour of one that waits.
var errTooManyHandshakes = errors.New("the peer was silent, and other handshakes were waiting")

// handshakes are the handshakes of a listener, or those of a loop that belong to no listener. Loop
// only.
type handshakes struct {
	loop    *wakeful.Loop
	limit   int
	running list.List // of *tlsLayer, the oldest first
	waiting list.List // of *tlsLayer, the oldest first
	timer   *wakeful.Timer
	set     bool // the timer is waiting
}

// request starts the handshake of t, now or when there is room.
func (h *handshakes) request(t *tlsLayer) {
	if h.running.Len() < h.limit {
		h.start(t)
		return
	}
	t.opener.place = h.waiting.PushBack(t)
	h.arm()
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

// done is called when the goroutine of t has ended.
func (h *handshakes) done(t *tlsLayer) {
	h.running.Remove(t.opener.place)
	t.opener.place = nil
	if first := h.waiting.Front(); first != nil && h.running.Len() < h.limit {
		h.start(h.waiting.Remove(first).(*tlsLayer))
	}
}

// arm sets the timer for the oldest handshake, unless it is set.
func (h *handshakes) arm() {
	oldest := h.running.Front()
	if h.set || oldest == nil || h.waiting.Len() == 0 {
		return
	}
	after := max(handshakeGrace/8, handshakeGrace-time.Since(oldest.Value.(*tlsLayer).opener.started))
	var err error
	if h.timer == nil {
		if h.timer, err = h.loop.AfterFunc(after, h.makeRoom); err == nil {
			h.timer.Unref() // the connections keep an auto-exit loop running
		}
	} else {
		err = h.timer.Reset(after)
	}
	h.set = err == nil // otherwise the loop is ending
}

// makeRoom ends as many of the handshakes that wait for their peer as others wait for a place.
func (h *handshakes) makeRoom() {
	h.set = false
	wanted := h.waiting.Len()
	var silent []*tlsLayer
	for e := h.running.Front(); e != nil && len(silent) < wanted; e = e.Next() {
		t := e.Value.(*tlsLayer)
		if time.Since(t.opener.started) < handshakeGrace {
			break
		}
		if t.state == tlsEnded || t.wire.exchange.awaitsPeer() {
			silent = append(silent, t)
		}
	}
	h.arm()
	for _, t := range silent {
		t.conn.fail("handshake", errTooManyHandshakes) // nothing happens if it has ended
	}
}
