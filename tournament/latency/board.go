package latency

import (
	"fmt"
	"sync/atomic"
	"time"
)

// board is where the receiver notes what has arrived and when. The receiver
// writes, the sender reads.
type board struct {
	_     [64]byte // separates what both read from whatever lies before it
	start time.Time
	// ack, when not nil, gets a value for each arrival: the sender of a handover
	// waits for it.
	ack chan struct{}

	_ [64]byte // separates what both read from what the receiver writes
	// at is when the latest message arrived. The receiver stores it before last, the
	// sender loads it after it has seen last: in the other order it would take an
	// older one. That it is atomic costs nothing that is timed, and tells the race
	// detector what messages over descriptors do not.
	at atomic.Int64
	// wrong is the receiver's until it has stored failed.
	wrong error
	// last is the number of the latest arrival, for which the sender waits.
	last atomic.Uint64
	// failed is stored after wrong, once; the sender gives up when it sees it.
	failed atomic.Bool
	_      [64]byte
}

// now is the time since the start, by the monotonic clock.
func (b *board) now() int64 { return int64(time.Since(b.start)) }

// arrive notes the arrival of a message. The receiver alone calls it, as the first
// thing it does with the message.
func (b *board) arrive(number uint64) { b.note(b.now(), number) }

// arriveAs is arrive for a message that says the remainder of its number alone,
// divided by so many.
func (b *board) arriveAs(remainder, of uint64) {
	now := b.now()
	next := b.last.Load() + 1
	b.note(now, next-next%of+remainder)
}

func (b *board) note(now int64, number uint64) {
	if want := b.last.Load() + 1; number != want {
		b.fail(fmt.Errorf("message %d arrived instead of %d: one was lost, or came twice", number, want))
		return
	}
	b.at.Store(now)
	b.last.Store(number)
	if b.ack != nil {
		b.ack <- struct{}{}
	}
}

// fail tells the sender that nothing will arrive any more. The receiver calls it.
func (b *board) fail(err error) {
	if b.failed.Load() {
		return
	}
	b.wrong = err
	b.failed.Store(true)
	if b.ack != nil {
		b.ack <- struct{}{}
	}
}

// arrived reports whether a message has arrived, or why it never will. The sender
// calls it.
func (b *board) arrived(number uint64) (bool, error) {
	if b.failed.Load() {
		return false, b.wrong // even if this one has come: an earlier one came twice
	}
	return b.last.Load() >= number, nil
}
