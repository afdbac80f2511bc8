package group

// This file owns the end of a Keyed whose group goes on. It is the first half of a move: every slot
// leads to a transit that has ended, and then each box gets a message, behind all functions that it
// has accepted. No loop is waited for.

import (
	"fmt"

	"github.com/wakeful-go/wakeful"
)

// errKeyedClosed is the result of Do after Close.
var errKeyedClosed = fmt.Errorf("%w: the group.Keyed was closed", wakeful.ErrClosed)

// Close ends k, while its group goes on. Functions that were accepted run. Do returns an error that
// matches wakeful.ErrClosed from then on. The states are dropped after the last function of their
// loop. With WithEviction they are evicted first, as at the end of a loop: nobody looks at the error.
// Close does not wait for that: Group.Shutdown does.
//
// Close waits for a Resize that is going on, and for a step of the rebalancing. So it returns
// ErrOnLoop in a callback of one of the group's loops. Any other goroutine may call it any number of
// times. At the end of the group, Close is not needed.
func (k *Keyed[K, S]) Close() error {
	g := k.group
	if g.onLoop() {
		return ErrOnLoop
	}
	select {
	case g.moving <- struct{}{}:
		defer func() { <-g.moving }()
	case <-g.done:
		return nil
	}
	boxes := k.refuse()
	g.mu.Lock()
	ending := g.ending
	if !ending {
		remove(&g.keyed, keyed(k))
		lost := k.discarded() // nothing moves, so there will not be more
		g.retired.Submitted += lost
		g.retired.Discarded += lost
	}
	g.mu.Unlock()
	if ending {
		return nil // the loops evict all, and finish does the rest
	}
	for _, b := range boxes {
		b.sendClose()
	}
	return nil
}

// refuse publishes a table in which no slot leads to a box, and returns the boxes, none the second
// time. The caller holds the group's moving, so nothing moves.
func (k *Keyed[K, S]) refuse() map[*member]*box[K, S] {
	nowhere := destination[K, S]{transit: &transit[K, S]{keyed: k, refusal: errKeyedClosed}}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return nil
	}
	k.closed = true
	next := new(table[K, S])
	for slot := range next {
		next[slot] = nowhere
	}
	k.table.Store(next)
	boxes := k.boxes
	k.boxes = nil
	return boxes
}

// sendClose has the box closed on its loop. If the loop refuses, it is ending, and evicts all.
func (b *box[K, S]) sendClose() {
	_ = b.mailbox.Send(message[K, S]{kind: control, fn: func(*S) { b.close() }})
}

// close ends the states of the box, a few in each callback. Loop only. Nothing is sent to the box
// any more.
func (b *box[K, S]) close() {
	finished := false
	defer func() {
		if !finished { // also after a panic in the user's function
			b.sendClose()
		}
	}()
	evict := b.keyed.settings.evict
	rest := evictionsPerCallback
	for ; b.closedBelow < slotCount; b.closedBelow++ {
		if !b.owns(b.closedBelow) {
			continue
		}
		s := &b.keyed.slots[b.closedBelow]
		for e := s.first; e != nil && evict != nil; e = s.first {
			if rest == 0 {
				return
			}
			rest--
			s.remove(e) // first, so that it is not evicted again after a panic
			e.unlink()
			_ = evict(e.key, &e.state) // as documented, an error delays nothing
		}
		*s = slot[K, S]{}
		b.own(b.closedBelow, false)
	}
	finished = true
	if b.stopEviction != nil {
		b.stopEviction()
	}
	b.mailbox.Close()
}
