package latency

import (
	"context"
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the lanes of the project's loop, one for each of its wait strategies. They measure
// the time from Submit to the callback.

var loopLanes = []Lane{
	{
		Name: "wakeful-block", Kind: contest.Champion, open: openLoop(wakeful.Block),
		Summary: "The project's loop, which parks when it has nothing to do.",
	},
	{
		Name: "wakeful-spin", Kind: contest.Champion, Spins: true, open: openLoop(wakeful.Spin),
		Summary: "The project's loop, which spins when it has nothing to do.",
	},
	{
		Name: "wakeful-adaptive", Kind: contest.Champion, open: openLoop(wakeful.Adaptive),
		Summary: "The project's loop, which spins as long as recent gaps make that pay, then parks.",
	},
	{
		Name: "wakeful-block-handover", Kind: contest.Champion, Handover: true, open: openLoop(wakeful.Block),
		Summary: "The project's loop, which parks; the sender waits for the answer at once, and its thread carries on as the loop.",
	},
}

// ready is the number of functions that a loop's wire submits in turn. At most one message is under
// way, so two functions suffice to tell a message that comes twice from the next one.
const ready = 2

// loopWire submits functions that are made beforehand, as the loop's documentation advises. Which
// function runs tells which message it is, so only the queue's memory moves between the cores, as
// in the lanes of Go's primitives. A number beside the queue would be a second cache line to
// transfer before the function could tell which message has arrived.
type loopWire struct {
	loop  *wakeful.Loop
	tasks [ready]func()
	ended chan struct{}
	err   error // the error of Run; valid when ended is closed
}

func openLoop(strategy func() wakeful.WaitStrategy) func(*board) (wire, error) {
	return func(b *board) (wire, error) {
		loop, err := wakeful.New(wakeful.WithWaitStrategy(strategy()))
		if err != nil {
			return nil, fmt.Errorf("making the loop: %w", err)
		}
		w := &loopWire{loop: loop, ended: make(chan struct{})}
		for i := range w.tasks {
			w.tasks[i] = func() { b.arriveAs(uint64(i), ready) }
		}
		go func() {
			defer close(w.ended)
			w.err = loop.Run(context.Background())
		}()
		return w, nil
	}
}

func (w *loopWire) send(number uint64) error { return w.loop.Submit(w.tasks[number%ready]) }

func (w *loopWire) close() error {
	err := w.loop.Shutdown(context.Background())
	<-w.ended
	return errors.Join(err, w.err)
}
