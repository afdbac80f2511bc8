package wakeful

import (
	"context"
	"fmt"
	"runtime/pprof"
)

// loopName is the name of a loop, "" for none: in errors, and in the labels of goroutines.
type loopName string

// wrap adds the name to an error, which may be nil.
func (n loopName) wrap(err error) error {
	if n == "" || err == nil {
		return err
	}
	return fmt.Errorf("%w (loop %q)", err, string(n))
}

// label labels the calling goroutine with the name, for profiles. Goroutines that it starts inherit
// the label.
func (n loopName) label() {
	if n != "" {
		pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("wakeful.loop", string(n))))
	}
}
