package main

import (
	"context"
	"os"
	"os/signal"
	"sync"
)

// This file owns what Ctrl-C and a request to end do to the command.

// taken counts, by signal, who handles it instead of the command: a JavaScript program
// that listens to it.
var taken struct {
	sync.Mutex
	by map[os.Signal]int
}

// take says that a signal is handled, or is not any more.
func take(sig os.Signal, handled bool) {
	taken.Lock()
	defer taken.Unlock()
	if taken.by == nil {
		taken.by = map[os.Signal]int{}
	}
	if handled {
		taken.by[sig]++
	} else {
		taken.by[sig]--
	}
}

func isTaken(sig os.Signal) bool {
	taken.Lock()
	defer taken.Unlock()
	return taken.by[sig] > 0
}

// untilSignal returns a context that ends when a signal asks the command to end and
// nobody has taken it. The signal after that ends the process at once. stop lets go of
// the signals.
func untilSignal(parent context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancel(parent)
	arrived := make(chan os.Signal, 1)
	signal.Notify(arrived, os.Interrupt, terminate)
	go func() {
		defer signal.Stop(arrived)
		for {
			select {
			case sig := <-arrived:
				if !isTaken(sig) {
					cancel()
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel
}
