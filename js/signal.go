package js

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
)

// This file owns the signals that a program listens to, as by process.on('SIGINT').

// WithSignals lets programs have the signals of the Go process: while JavaScript listens
// to the event SIGINT of process, that signal does not end the process, and calls the
// listeners on the loop, with its name and its number. So it is with every signal that
// has a name, SIGKILL and SIGSTOP aside, which cannot be caught. A listener does not keep
// the loop running. A script that does not return holds its listeners up, as in Node.
//
// Without this option no signal reaches JavaScript and a listener is never called: a
// signal is its process's, which a runtime inside it does not take away.
//
// The function, which may be nil, is called when the program begins to listen to a signal
// and when it ceases to, at the end of the runtime at the latest: a host that handles the
// signal itself can leave it to the program meanwhile. It is called on the loop or on a
// goroutine of the runtime, and must not block.
func WithSignals(listening func(sig os.Signal, listens bool)) Option {
	return func(s *settings) error {
		if listening == nil {
			listening = func(os.Signal, bool) {}
		}
		s.signals = listening
		return nil
	}
}

// A subscription is to one signal, which some listener of process waits for.
type subscription struct{ stop func() }

// watchSignal begins or ends to wait for a signal, as its event of process has listeners
// or not. On the loop; it panics inside JavaScript for a signal that cannot be caught.
func (r *Runtime) watchSignal(name string) {
	if r.settings.signals == nil || !strings.HasPrefix(name, "SIG") {
		return
	}
	sig, number, ok := signalByName(name)
	if !ok {
		return
	}
	current, watched := r.process.signals[name]
	switch wanted := len(r.process.events.listeners[name]) > 0; {
	case wanted == watched:
	case !wanted:
		delete(r.process.signals, name)
		current.stop()
	case name == "SIGKILL" || name == "SIGSTOP":
		panic(r.codedError("Error", "EINVAL", fmt.Sprintf("uv_signal_start EINVAL: %s cannot be caught", name)))
	default:
		ctx, cancel := context.WithCancel(r.ctx)
		if r.process.signals == nil {
			r.process.signals = map[string]subscription{}
		}
		arrived := make(chan os.Signal, 1)
		stop := sync.OnceFunc(func() {
			signal.Stop(arrived)
			r.settings.signals(sig, false)
			cancel()
		})
		r.process.signals[name] = subscription{stop}
		r.settings.signals(sig, true)
		signal.Notify(arrived, sig)
		go r.deliver(ctx, stop, arrived, func() { r.emit(name, r.vm.ToValue(name), r.vm.ToValue(number)) })
	}
}

// deliver has the listeners of a signal called each time that it arrives, until the
// subscription is stopped, which the last listener's removal does at once, or the runtime
// ends.
func (r *Runtime) deliver(ctx context.Context, stop func(), arrived chan os.Signal, emit func()) {
	defer stop()
	for {
		select {
		case <-arrived:
			r.submit(emit)
		case <-ctx.Done():
			return
		}
	}
}
