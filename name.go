package wakeful

import (
	"context"
	"fmt"
	"runtime/pprof"
	"runtime/trace"
)

// This file owns where a loop's name appears, besides its logs: in errors, in the labels of
// profiles, and in execution traces.

// Name returns what WithName was given, "" without it. Any goroutine may call it, at any time.
func (l *Loop) Name() string { return l.name }

// named adds the loop's name to an error, which may be nil.
func (l *Loop) named(err error) error {
	if l.name == "" || err == nil {
		return err
	}
	return fmt.Errorf("%w (loop %q)", err, l.name)
}

// labelGoroutine gives the calling goroutine the loop's name, for profiles. Goroutines that
// callbacks start inherit it.
func (l *Loop) labelGoroutine() {
	if l.name != "" {
		pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("wakeful.loop", l.name)))
	}
}

// tracedTurn is turn, as a region of the execution trace while one is being written. It is called
// turn in the trace, or by the loop's name and turn. The fast path of a loop that spins, runOne,
// has no region of its own.
func (l *Loop) tracedTurn() {
	if !trace.IsEnabled() {
		l.turn()
		return
	}
	region := "wakeful turn"
	if l.name != "" {
		region = l.name + " turn"
	}
	defer trace.StartRegion(context.Background(), region).End()
	l.turn()
}
