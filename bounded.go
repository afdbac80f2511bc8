package wakeful

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// A FullPolicy says what happens to a function that is submitted to a full
// queue, see WithQueueLimit.
type FullPolicy int

const (
	// Reject refuses it with ErrQueueFull.
	Reject FullPolicy = iota
	// Wait makes the submitter wait until there is room, the loop ends, or
	// SubmitContext's context ends. The loop's own callbacks cannot wait for
	// themselves: theirs are refused with ErrQueueFull.
	Wait
	// DropOldest accepts it and discards the oldest one, which is counted.
	DropOldest
)

// String returns the policy's name.
func (p FullPolicy) String() string {
	switch p {
	case Reject:
		return "Reject"
	case Wait:
		return "Wait"
	case DropOldest:
		return "DropOldest"
	}
	return fmt.Sprintf("FullPolicy(%d)", int(p))
}

// bounded is the queue of a loop made WithQueueLimit: a ring under a lock. It is
// exact about its limit, which the lock-free queue could be only at the price of
// a counter that every producer and the loop write.
type bounded struct {
	limit  int
	policy FullPolicy

	mu      sync.Mutex
	closed  bool
	ring    []bound // grows up to limit
	head, n int
	// size is n for those who do not hold the lock. Written under it, before the
	// submitter notifies; read by the loop after Prepare.
	size     atomic.Int64
	room     chan struct{} // closed when room is made, then replaced; nil when nobody waits
	accepted uint64
	dropped  uint64
}

// bound is a function in a bounded queue.
type bound struct {
	fn func()
	// dropped, if there is one, is called when fn is discarded to make room. The
	// lock is held.
	dropped func()
}

func newBounded(limit int, policy FullPolicy) *bounded {
	return &bounded{limit: limit, policy: policy}
}

// submitBounded accepts all of fns or none. See bound for dropped.
func (l *Loop) submitBounded(ctx context.Context, dropped func(), fns ...func()) error {
	b := l.bounded
	for {
		room, err := b.push(dropped, fns)
		switch {
		case err != nil:
			return l.reject(len(fns), err)
		case room == nil:
			l.wake.Notify()
			return nil
		case l.OnLoop():
			return l.reject(len(fns), fmt.Errorf("%w: a callback cannot wait for its own loop", ErrQueueFull))
		}
		select {
		case <-room:
		case <-ctx.Done():
			return l.reject(len(fns), fmt.Errorf("%w: %w", ErrQueueFull, context.Cause(ctx)))
		}
	}
}

// push adds all of fns, or returns an error, or a channel that is closed when it
// is worth trying again.
func (b *bounded) push(dropped func(), fns []func()) (room <-chan struct{}, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return nil, ErrTerminated
	case len(fns) > b.limit:
		return nil, fmt.Errorf("%w: a batch of %d can never fit the limit of %d", ErrQueueFull, len(fns), b.limit)
	}
	if over := b.n + len(fns) - b.limit; over > 0 {
		switch b.policy {
		case Reject:
			return nil, fmt.Errorf("%w: limit %d", ErrQueueFull, b.limit)
		case Wait:
			if b.room == nil {
				b.room = make(chan struct{})
			}
			return b.room, nil
		case DropOldest:
			for range over {
				if oldest := b.remove(); oldest.dropped != nil {
					oldest.dropped()
				}
			}
			b.dropped += uint64(over)
		}
	}
	for _, fn := range fns {
		if b.n == len(b.ring) {
			b.grow()
		}
		b.ring[(b.head+b.n)%len(b.ring)] = bound{fn, dropped}
		b.n++
	}
	b.size.Store(int64(b.n))
	b.accepted += uint64(len(fns))
	return nil, nil
}

func (b *bounded) grow() {
	ring := make([]bound, min(max(16, 2*len(b.ring)), b.limit))
	k := copy(ring, b.ring[b.head:])
	copy(ring[k:], b.ring[:b.head])
	b.ring, b.head = ring, 0
}

// remove takes the oldest function out. The lock is held and there is one.
func (b *bounded) remove() bound {
	oldest := b.ring[b.head]
	b.ring[b.head] = bound{}
	b.head = (b.head + 1) % len(b.ring)
	b.n--
	return oldest
}

// take removes and returns the oldest function, nil when there is none.
func (b *bounded) take() func() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.n == 0 {
		return nil
	}
	b.release()
	fn := b.remove().fn
	b.size.Store(int64(b.n))
	return fn
}

// release lets those who wait for room try again. The lock is held.
func (b *bounded) release() {
	if b.room != nil {
		close(b.room)
		b.room = nil
	}
}

// len returns how many functions there are. Any goroutine.
func (b *bounded) len() int { return int(b.size.Load()) }

// close refuses all further functions; with onlyIfEmpty it does so only if there
// are none. It reports whether the queue is closed.
func (b *bounded) close(onlyIfEmpty bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !onlyIfEmpty || b.n == 0 {
		b.closed = true
		b.release()
	}
	return b.closed
}
