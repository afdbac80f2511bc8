package latency

import (
	"context"
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the lanes of the project's loop, one for each of its wait
// strategies: from Submit to the callback.

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

// ready is how many functions a loop's wire submits in turns. At most one message is
// under way, so two are enough to tell one that comes twice from the next.
const ready = 2

// loopWire submits function values that are made beforehand, as the loop's users
// are advised to. Which one it is says which message it is: what the queue carries
// is all that travels, as in the lanes of Go's primitives. (A number that the sender
// leaves beside the queue for the function to find is a second line of memory, which
// the cores have to hand over before the function can tell what has arrived.)
type loopWire struct {
	loop  *wakeful.Loop
	tasks [ready]func()
	ended chan struct{}
	err   error // of Run, once ended is closed
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
