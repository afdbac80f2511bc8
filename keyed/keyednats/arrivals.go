package keyednats

import (
	"context"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/wakeful-go/wakeful/keyed"
)

// This file owns the messages of a partition between the client, which calls a function with each,
// and the reader, which delivers all that have arrived since its last delivery. So the faster
// messages come, the more of them share a delivery. One by one, each costs a function on a loop.

// arrivalsLimit is the number of messages for which the client waits until they are delivered.
const arrivalsLimit = 512

type arrivals struct {
	ctx context.Context // its end ends all waits

	// Of the client's goroutine.

	delivered uint64 // the delivery number of the last message
	position  uint64 // its sequence number in the stream

	mu      sync.Mutex
	records keyed.Messages
	err     error         // after which the reader must begin anew
	some    chan struct{} // has an element when records or err was set and nobody has taken it
	room    chan struct{} // has an element when records were taken and the client may wait
}

func newArrivals(ctx context.Context) *arrivals {
	return &arrivals{ctx: ctx, some: make(chan struct{}, 1), room: make(chan struct{}, 1)}
}

// add is called with each message, by one goroutine.
func (a *arrivals) add(message jetstream.Msg) {
	meta, err := message.Metadata()
	if err != nil {
		a.fail(err)
		return
	}
	// The reset has set the delivery numbers to 0.
	if a.delivered++; meta.Sequence.Consumer != a.delivered {
		a.fail(errGap)
		return
	}
	if meta.Sequence.Stream <= a.position {
		return // its acknowledgement is late
	}
	a.position = meta.Sequence.Stream
	record := keyed.Message{
		Position: int64(a.position), Value: message.Data(), Time: meta.Timestamp, Native: message,
	}
	for {
		a.mu.Lock()
		n := len(a.records)
		if n < arrivalsLimit {
			a.records = append(a.records, record)
		}
		a.mu.Unlock()
		if n == 0 {
			signal(a.some)
		}
		if n < arrivalsLimit {
			return
		}
		select {
		case <-a.room:
		case <-a.ctx.Done():
			return
		}
	}
}

// fail ends the arrivals. Any goroutine may call it. Messages that arrive later are not delivered.
func (a *arrivals) fail(err error) {
	a.mu.Lock()
	if a.err == nil {
		a.err = err
	}
	a.mu.Unlock()
	signal(a.some)
}

// take returns what has arrived, at least one record. It returns an error after fail, and when ctx has
// ended.
func (a *arrivals) take() (keyed.Messages, error) {
	for {
		a.mu.Lock()
		records, err := a.records, a.err
		if err == nil && len(records) > 0 {
			a.records = nil
		}
		a.mu.Unlock()
		switch {
		case err != nil:
			return nil, err
		case len(records) > 0:
			signal(a.room)
			return records, nil
		}
		select {
		case <-a.some:
		case <-a.ctx.Done():
			return nil, context.Cause(a.ctx)
		}
	}
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // there is one already
	}
}
