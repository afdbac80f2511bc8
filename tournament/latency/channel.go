package latency

import (
	"sync"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the lanes over memory: a channel, with a blocking or a polling receiver, and a
// condition variable.

var channelLanes = []Lane{
	{
		Name: "go-channel-sleep", Kind: contest.Floor, open: openChannel(receiveAll),
		Summary: "A goroutine that receives from a channel.",
	},
	{
		Name: "go-channel-spin", Kind: contest.Floor, Spins: true, open: openChannel(pollAll),
		Summary: "A goroutine that polls a channel with select and default.",
	},
	{
		Name: "go-channel-handover", Kind: contest.Floor, Handover: true, open: openChannel(receiveAll),
		Summary: "A goroutine that receives from a channel; the sender waits for the answer at once, and its thread carries on as the receiver.",
	},
	{
		Name: "go-cond-sleep", Kind: contest.Floor, open: openCond,
		Summary: "A goroutine that waits on a sync.Cond.",
	},
}

// channelWire has room for one message, so the sender never waits for the receiver.
type channelWire struct {
	messages chan uint64
	ended    chan struct{}
}

func openChannel(receive func(<-chan uint64, *board)) func(*board) (wire, error) {
	return func(b *board) (wire, error) {
		w := &channelWire{make(chan uint64, 1), make(chan struct{})}
		go func() {
			defer close(w.ended)
			receive(w.messages, b)
		}()
		return w, nil
	}
}

func receiveAll(messages <-chan uint64, b *board) {
	for number := range messages {
		b.arrive(number)
	}
}

func pollAll(messages <-chan uint64, b *board) {
	for {
		select {
		case number, more := <-messages:
			if !more {
				return
			}
			b.arrive(number)
		default: //nolint:staticcheck // the lane measures spinning
		}
	}
}

func (w *channelWire) send(number uint64) error {
	w.messages <- number
	return nil
}

func (w *channelWire) close() error {
	close(w.messages)
	<-w.ended
	return nil
}

// condWire sends the latest number through a condition variable.
type condWire struct {
	mu     sync.Mutex
	signal *sync.Cond
	latest uint64
	over   bool
	ended  chan struct{}
}

func openCond(b *board) (wire, error) {
	w := &condWire{ended: make(chan struct{})}
	w.signal = sync.NewCond(&w.mu)
	go w.receive(b)
	return w, nil
}

func (w *condWire) receive(b *board) {
	defer close(w.ended)
	var seen uint64
	for {
		w.mu.Lock()
		for w.latest == seen && !w.over {
			w.signal.Wait()
		}
		over := w.latest == seen
		seen = w.latest
		w.mu.Unlock()
		if over {
			return
		}
		b.arrive(seen)
	}
}

func (w *condWire) send(number uint64) error {
	w.mu.Lock()
	w.latest = number
	w.mu.Unlock()
	w.signal.Signal()
	return nil
}

func (w *condWire) close() error {
	w.mu.Lock()
	w.over = true
	w.mu.Unlock()
	w.signal.Signal()
	<-w.ended
	return nil
}
