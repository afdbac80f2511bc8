package main

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
)

// This file decides what Ctrl-C and SIGTERM do to the command.

// A watch decides what a signal does: it ends the command, or nothing when a program
// handles it. One goroutine, run, decides.
type watch struct {
	arrived chan os.Signal
	takings chan taking   // without a buffer
	ended   chan struct{} // closed when run returns
}

// A taking is a program's word that it handles a signal from now on, or does not any
// more. done is closed when the watch goes by it.
type taking struct {
	sig     os.Signal
	handled bool
	done    chan struct{}
}

// present is the process's watch. untilSignal writes it before a program runs;
// setSignalHandled reads it. Without a watch nothing ends the command, and nothing is to be taken.
var present atomic.Pointer[watch]

// setSignalHandled says that a signal is handled by a JavaScript program that listens to it, or is
// not any more. It is the function for [js.WithSignals].
func setSignalHandled(sig os.Signal, handled bool) {
	w := present.Load()
	if w == nil {
		return
	}
	t := taking{sig, handled, make(chan struct{})}
	select {
	case w.takings <- t:
		<-t.done
	case <-w.ended:
	}
}

// untilSignal returns a context that ends when a signal asks the command to end and
// nobody has taken it. The signal after that ends the process at once. stop lets go of
// the signals.
func untilSignal(parent context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancel(parent)
	w := &watch{arrived: make(chan os.Signal, 8), takings: make(chan taking), ended: make(chan struct{})}
	signal.Notify(w.arrived, os.Interrupt, syscall.SIGTERM)
	present.Store(w)
	go w.run(ctx, cancel)
	return ctx, cancel
}

// run decides until ctx ends.
//
// A signal is sent to this watch and to the program, in any order. Because of it the
// program may cease to listen, as with process.once, before the signal is looked at here;
// it must not end the command then. The program calls signal.Stop before it calls
// setSignalHandled, and Stop returns when every signal before it has been sent. So the signals that are
// there when a taking comes are older than the taking, and are decided first.
func (w *watch) run(ctx context.Context, cancel func()) {
	defer close(w.ended)
	defer signal.Stop(w.arrived)
	taken := map[os.Signal]int{} // how many handle it
	decide := func(sig os.Signal) {
		if taken[sig] == 0 {
			cancel()
		}
	}
	for {
		select {
		case sig := <-w.arrived:
			decide(sig)
		case t := <-w.takings:
			for n := len(w.arrived); n > 0; n-- { // nobody else receives
				decide(<-w.arrived)
			}
			if t.handled {
				taken[t.sig]++
			} else {
				taken[t.sig]--
			}
			close(t.done)
		case <-ctx.Done():
			return
		}
	}
}
