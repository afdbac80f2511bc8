package stream

// This file owns the packets that a Unix socket has no room for. UDP drops those. A Unix socket
// keeps them, because its senders do not expect a loss: a blocking sender waits. The kernel does not
// report when a receiver of an unconnected socket has room, so they are tried again after a while.
// Loop only.

import (
	"bytes"
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful"
)

const (
	shortestRetry = 100 * time.Microsecond
	longestRetry  = 50 * time.Millisecond
)

// heldPackets are the packets of a socket that their receivers have no room for.
type heldPackets struct {
	receivers map[string]*heldReceiver // by path
	retry     *wakeful.Timer           // nil until a packet was held
	delay     time.Duration            // of retry
}

type heldReceiver struct {
	packets [][]byte
	since   time.Time // the receiver has taken none since then
}

func (h *heldPackets) has(to endpoint) bool { return h.receivers[to.path] != nil }

func (h *heldPackets) end() {
	h.receivers = nil
	if h.retry != nil {
		h.retry.Stop()
	}
}

// hold keeps those of the packets that have the receiver of the first one, and returns the others.
func (p *packetSocket) hold(packets []packet) (others []packet) {
	h, to := &heldReceiver{since: time.Now()}, packets[0].to
	others = packets[:0]
	for _, q := range packets {
		if q.to.path == to.path {
			h.packets = append(h.packets, bytes.Clone(q.bytes))
		} else {
			others = append(others, q)
		}
	}
	if p.held.receivers == nil {
		p.held.receivers = map[string]*heldReceiver{}
	}
	p.held.receivers[to.path] = h
	p.retryAfter(shortestRetry)
	return others
}

func (p *packetSocket) retryAfter(delay time.Duration) {
	h := &p.held
	h.delay = delay
	var err error
	if h.retry == nil {
		h.retry, err = p.set.loop.AfterFunc(delay, func() {
			if !p.closed {
				p.sendHeld()
			}
		})
	} else {
		err = h.retry.Reset(delay)
	}
	if p.unref && err == nil {
		h.retry.Unref()
	} // an error is the loop's end, and release tries once more
}

// sendHeld tries the packets again, those of a receiver in their order.
func (p *packetSocket) sendHeld() {
	h, delay := &p.held, min(2*p.held.delay, longestRetry)
	for path, r := range h.receivers {
		to := endpoint{network: p.local.network, path: path}
		var err error
		for len(r.packets) > 0 && err == nil {
			if err = sendTo(p.fd, r.packets[0], to, false); err == nil {
				r.packets, r.since, delay = r.packets[1:], time.Now(), shortestRetry
			}
		}
		if noRoom(err) && time.Since(r.since) < closeTimeout {
			continue
		}
		delete(h.receivers, path)
		if noRoom(err) {
			err = ErrQueueFull
		}
		if err != nil {
			p.failed(fmt.Errorf("%d packets were dropped: %w", len(r.packets),
				opError("sendto", p.local.network, p.LocalAddr(), to.addr(), err)))
		}
	}
	if len(h.receivers) > 0 {
		p.retryAfter(delay)
	}
}
