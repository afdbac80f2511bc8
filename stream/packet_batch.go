package stream

// This file owns how packets are received and sent in batches, where the system can. What SendTo
// gets goes out together, when the socket's own callback has returned or at the end of the turn's
// phase, as for Conn.Write. Loop only.

import (
	"fmt"

	"github.com/wakeful-go/wakeful/internal/turnphase"
)

const (
	// packetsPerTurn bounds the packets that a socket delivers in one turn.
	packetsPerTurn = 64
	// longestJoined is the longest packet that waits for others.
	longestJoined = 4 << 10
)

// packet is one that waits to be sent.
type packet struct {
	bytes []byte
	to    endpoint
}

// packetBatches are shared by the sockets of a loop. There are two, because OnPacket may send while
// packets of its batch are to be delivered.
type packetBatches struct{ received, sending packetBatch }

// outgoing holds the packets of a socket until they are sent.
type outgoing struct {
	packets   []packet
	buffer    []byte // the packets' bytes
	scheduled bool   // flush is called at the end of the phase
}

// join adds a packet to those that wait, and reports whether it could. The caller has checked the
// address.
func (p *packetSocket) join(b []byte, to endpoint) bool {
	o := &p.out
	if !batchesPackets || len(b) > longestJoined || p.set.ended {
		return false
	}
	if !o.scheduled {
		o.scheduled = turnphase.AtEnd(p.set.loop, func() {
			o.scheduled = false
			p.flush()
		})
		if !o.scheduled {
			return false // no phase of a turn is running
		}
	}
	if o.buffer == nil {
		o.buffer = make([]byte, 0, joinLimit)
	}
	if len(o.packets) == sentAtOnce || len(o.buffer)+len(b) > cap(o.buffer) {
		if p.flush(); p.held.has(to) {
			return false // the caller refuses it, because it must not overtake those
		}
	}
	from := len(o.buffer)
	o.buffer = append(o.buffer, b...)
	o.packets = append(o.packets, packet{bytes: o.buffer[from:], to: to})
	return true
}

// flush sends the packets that wait. One that the kernel refuses is dropped, and OnError gets the
// reason. A Unix socket holds those that a receiver has no room for.
func (p *packetSocket) flush() {
	o := &p.out
	for left := o.packets; len(left) > 0; {
		n, err := p.set.packets.sending.send(p.fd, left, p.ipv4)
		left = left[n:]
		switch {
		case err == nil && n > 0:
		case noRoom(err) && p.local.unix():
			left = p.hold(left)
		case noRoom(err):
			p.failed(fmt.Errorf("%w: %d packets were dropped", ErrQueueFull, len(left)))
			left = nil
		default:
			p.failed(opError("sendto", p.local.network, p.LocalAddr(), left[0].to.addr(), err))
			left = left[1:]
		}
	}
	clear(o.packets)
	o.packets, o.buffer = o.packets[:0], o.buffer[:0]
}

// failed has OnError called, not at once, because flush is called where no function of the user may be.
func (p *packetSocket) failed(err error) {
	_ = p.set.loop.AfterCallback(func() {
		if p.onError != nil && !p.closed {
			p.onError(err)
		}
	})
}

// receive delivers packets until there are no more or the limit of a turn is reached.
func (p *packetSocket) receive() {
	for delivered := 0; delivered < packetsPerTurn; {
		n, more, err := p.set.packets.received.receive(p.fd)
		switch {
		case wouldBlock(err):
			p.flush()
			return
		case err == nil:
			p.deliver(0, n)
			delivered += n
		case p.onError != nil:
			delivered++
			p.onError(opError("recvfrom", p.local.network, p.LocalAddr(), nil, err))
		default:
			delivered++
		}
		if p.closed {
			return
		}
		if !more && err == nil {
			break
		}
	}
	p.flush()
}

// deliver passes on the packets of the loop's batch from number i on. If the function panics, the
// others are delivered after the callback, before another socket uses the batch.
func (p *packetSocket) deliver(i, n int) {
	defer func() {
		if i < n {
			_ = p.set.loop.AfterCallback(func() { p.deliver(i, n) })
		}
	}()
	for i < n && !p.closed {
		b, from := p.set.packets.received.packet(i, p.local.network)
		if i++; len(b) < bufferSize {
			p.onPacket(b, from)
		} else {
			p.failed(opError("recvfrom", p.local.network, p.LocalAddr(), from.addr(), errCutOff))
		}
	}
	i = n
}
