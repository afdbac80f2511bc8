package group

// This file owns the end of a KeyedState whose group continues. It is the first half of a move: the
// table maps every slot to a transit that has ended, and then each shard gets a message after all
// functions that it has accepted. Close does not wait for a loop.

import (
	"fmt"

	"github.com/wakeful-go/wakeful"
)

// errKeyedClosed is the result of Submit after Close.
var errKeyedClosed = fmt.Errorf("%w: the group.KeyedState was closed", wakeful.ErrClosed)

// Close ends k, while its group continues. Functions that were accepted run. From then on Submit
// returns an error that matches wakeful.ErrClosed. The states are dropped after the last function
// of their loop. With WithEviction they are evicted first. As at the end of a loop, an error of the
// eviction is ignored. Close does not wait for the functions and the evictions. Group.Shutdown
// does.
//
// Close waits for a running Resize, and for a step of the rebalancing. So it returns
// ErrOnLoop in a callback of one of the group's loops. Any other goroutine may call it any number
// of times. At the end of the group, Close is not needed.
func (k *KeyedState[K, S]) Close() error {
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
	shards := k.refuse()
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
	for _, sh := range shards {
		sh.sendClose()
	}
	return nil
}

// refuse publishes a table that maps no slot to a shard, and returns the shards. A second call
// returns none. The caller holds the group's moving, so nothing moves.
func (k *KeyedState[K, S]) refuse() map[*member]*shard[K, S] {
	nowhere := destination[K, S]{transit: &transit[K, S]{keyed: k, refusal: errKeyedClosed}}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return nil
	}
	k.closed = true
	all := make(map[uint32]destination[K, S], slotCount)
	for slot := range uint32(slotCount) {
		all[slot] = nowhere
	}
	k.publish(all)
	shards := k.shards
	k.shards = nil
	return shards
}

// sendClose sends the shard the message that closes it. A loop that refuses the message is ending
// and evicts all states.
func (sh *shard[K, S]) sendClose() {
	_ = sh.mailbox.Send(message[K, S]{kind: control, fn: func(*S) { sh.close() }})
}

// close ends the states of the shard, a few in each callback. Loop only. Nothing is sent to the
// shard any more.
func (sh *shard[K, S]) close() {
	finished := false
	defer func() {
		if !finished { // also after a panic in the user's function
			sh.sendClose()
		}
	}()
	evict := sh.keyed.settings.evict
	rest := evictionsPerCallback
	for ; sh.closedBelow < slotCount; sh.closedBelow++ {
		if !sh.owns(sh.closedBelow) {
			continue
		}
		s := &sh.keyed.slots[sh.closedBelow]
		for e := s.first; e != nil && evict != nil; e = s.first {
			if rest == 0 {
				return
			}
			rest--
			sh.keyed.remove(e)         // first, so that it is not evicted again after a panic
			_ = evict(e.key, &e.state) // as documented, an error delays nothing
		}
		sh.keyed.count.Add(int64(-s.count))
		*s = slot[K, S]{}
		sh.own(sh.closedBelow, false)
	}
	finished = true
	sh.release()
}

// release removes what the loop has of the shard. Any goroutine may call it.
func (sh *shard[K, S]) release() {
	if sh.stopEviction != nil {
		sh.stopEviction()
	}
	sh.mailbox.Close()
}
