package wakeful

import (
	"context"
	"fmt"
	"runtime/pprof"
	"runtime/trace"
)

// This file owns the uses of a loop's name other than logs: in errors, in profile labels, and in
// execution traces.

// Name returns the name given to WithName, or "". Any goroutine may call it at any time.
func (l *Loop) Name() string { return l.name }

// named adds the loop's name to an error, which may be nil.
func (l *Loop) named(err error) error {
	if l.name == "" || err == nil {
		return err
	}
	return fmt.Errorf("%w (loop %q)", err, l.name)
}

// labelGoroutine labels the calling goroutine with the loop's name, for profiles. Goroutines that
// callbacks start inherit the label.
func (l *Loop) labelGoroutine() {
	if l.name != "" {
		pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("wakeful.loop", l.name)))
	}
}

// tracedTurn runs turn as a region of the execution trace while a trace is being written. The
// region is called turn, or has the loop's name and turn. runOne, the fast path of a loop that
// spins, has no region of its own.
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
