package js

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
)

// This file owns the signals that a program listens to, for example with process.on('SIGINT').

// WithSignals passes signals of the Go process to programs. While a program listens to the event
// SIGINT of process, that signal does not end the process. Its listeners are called on the loop
// with the signal's name and number. The same holds for every named signal except SIGKILL and
// SIGSTOP, which cannot be caught. A listener does not keep the loop running. A script that does
// not return delays the listeners, as in Node.
//
// Without this option JavaScript gets no signals and listeners are never called, because a library
// should not take signals from its process.
//
// The function listening may be nil. It is called when the program starts to listen to a signal and
// when it stops, at the latest when the runtime ends. A host that handles the signal itself can
// leave it to the program in between. The function is called on the loop or on a goroutine of the
// runtime, and must not block.
func WithSignals(listening func(sig os.Signal, listens bool)) Option {
	return Option{func(s *settings) error {
		if listening == nil {
			listening = func(os.Signal, bool) {}
		}
		s.signals = listening
		return nil
	}}
}

// A subscription is to one signal that listeners of process wait for.
type subscription struct{ stop func() }

// watchSignal starts or stops waiting for a signal, depending on whether the event of process has
// listeners. On the loop. It throws for a signal that cannot be caught.
func (r *Runtime) watchSignal(event eventName) {
	name, isString := event.(string)
	if r.settings.signals == nil || !isString || !strings.HasPrefix(name, "SIG") {
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
		signals := make(chan os.Signal, 1)
		stop := sync.OnceFunc(func() {
			signal.Stop(signals)
			r.settings.signals(sig, false)
			cancel()
		})
		r.process.signals[name] = subscription{stop}
		r.settings.signals(sig, true)
		signal.Notify(signals, sig)
		go r.deliver(ctx, stop, signals, func() { r.emit(name, r.vm.ToValue(name), r.vm.ToValue(number)) })
	}
}

// deliver calls the listeners of a signal each time it arrives, until the runtime ends or the
// subscription is stopped. Removing the last listener stops it at once.
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
