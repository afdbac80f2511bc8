package latency

import (
	"fmt"
	"sync/atomic"
	"time"
)

// board records what has arrived and when. The receiver writes it and the sender reads it.
type board struct {
	_     [64]byte // separates the fields that both read from whatever precedes the structure
	start time.Time
	// ack, when not nil, gets a value for each arrival. The sender of a handover waits for it.
	ack chan struct{}

	_ [64]byte // separates the fields that both read from those that the receiver writes
	// at is the time of the latest arrival. The receiver stores it before last, and the sender
	// loads it after it has seen last. In the other order the sender could load an older time. It
	// is atomic to tell the race detector about the order, which messages over descriptors do not.
	// This adds nothing to the measured time.
	at atomic.Int64
	// wrong belongs to the receiver until it has stored failed.
	wrong error
	// last is the number of the latest arrival. The sender waits for it to change.
	last atomic.Uint64
	// failed is stored once, after wrong. The sender gives up when it sees it.
	failed atomic.Bool
	_      [64]byte
}

// now returns the time since the start, by the monotonic clock.
func (b *board) now() int64 { return int64(time.Since(b.start)) }

// arrive records the arrival of a message. Only the receiver calls it, and calls it before anything
// else that it does with the message.
func (b *board) arrive(number uint64) { b.recordArrival(b.now(), number) }

// arriveAs is arrive for a message that carries only its number modulo of.
func (b *board) arriveAs(remainder, of uint64) {
	now := b.now()
	next := b.last.Load() + 1
	b.recordArrival(now, next-next%of+remainder)
}

func (b *board) recordArrival(now int64, number uint64) {
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

// fail tells the sender that no message will arrive any more. The receiver calls it.
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

// arrived reports whether a message has arrived, or returns the reason why none will. The sender
// calls it.
func (b *board) arrived(number uint64) (bool, error) {
	if b.failed.Load() {
		return false, b.wrong // even if this message has arrived, an earlier one arrived twice
	}
	return b.last.Load() >= number, nil
}
