package telemetry

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime/trace"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/internal/recording"
)

// This file owns the process's flight recorder.

const (
	// maxTraces is the number of traces that a process writes. traceBytes is the approximate
	// maximum size of each.
	maxTraces  = 10
	traceBytes = 8 << 20
	traceAge   = 5 * time.Second
)

// flightRecorder records while any Watcher needs traces.
type flightRecorder struct {
	mu      sync.Mutex
	users   int
	joined  int // of them, calls of RecordTrace
	written int
	flight  *trace.FlightRecorder
}

var recorder flightRecorder

// addUser adds a user of the recorder, and starts it for the first.
func (r *flightRecorder) addUser(function string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users == 0 {
		f := trace.NewFlightRecorder(trace.FlightRecorderConfig{MinAge: traceAge, MaxBytes: traceBytes})
		if err := f.Start(); err != nil {
			return fmt.Errorf("telemetry: %s: the flight recorder cannot start, stop the other one first: %w", function, err)
		}
		r.flight = f
	}
	r.users++
	return nil
}

// removeUser is called once for each addUser.
func (r *flightRecorder) removeUser() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users--; r.users == 0 {
		r.flight.Stop()
		r.flight = nil
	}
}

// write writes a trace to a file in dir and returns its path, or "".
func (r *flightRecorder) write(dir, loop string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.flight == nil || r.written == maxTraces {
		return ""
	}
	name, err := writeNew(dir, "stall-"+fileName(loop)+"-*.trace", func(w io.Writer) error {
		_, err := r.flight.WriteTo(w)
		return err
	})
	if name != "" {
		r.written++
	}
	if err != nil {
		slog.Warn("wakeful: the trace of a stall could not be written", "loop", loop, "error", err)
		return ""
	}
	return name
}

// RecordTrace records an execution trace of the Go runtime, which holds the last seconds of all
// goroutines, in some 8 MB of memory. It costs the program some percent. Until stop is called, the files
// of Dump, Recorder.WriteTo, WithDumps and DumpOnSignal contain the trace of the same seconds. `wakeful
// trace --go` extracts it for `go tool trace`. The two have a common clock: the trace has a log event of
// the category wakeful.clock, whose message is the Unix time in nanoseconds at that moment, and the
// turns of loops are regions in it.
//
// A process has one flight recorder. If another one than that of this package is running, RecordTrace
// returns its error. It does not work in a testing/synctest bubble, where the error matches
// wakeful.ErrInvalidOption. stop may be called several times. Any goroutine may call both functions.
func RecordTrace() (stop func(), err error) {
	if bubble() != "" {
		return nil, invalid("RecordTrace does not work in a testing/synctest bubble, where the runtime cannot record")
	}
	if err := recorder.addUser("RecordTrace"); err != nil {
		return nil, err
	}
	recorder.join(1)
	return sync.OnceFunc(func() {
		recorder.join(-1)
		recorder.removeUser()
	}), nil
}

func (r *flightRecorder) join(n int) {
	r.mu.Lock()
	r.joined += n
	r.mu.Unlock()
}

// joinedTrace returns the trace of the last seconds if RecordTrace was called, otherwise nil.
func (r *flightRecorder) joinedTrace() ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.joined == 0 {
		return nil, nil
	}
	trace.Log(context.Background(), recording.ClockCategory, strconv.FormatInt(time.Now().UnixNano(), 10))
	var b bytes.Buffer
	if _, err := r.flight.WriteTo(&b); err != nil {
		return nil, fmt.Errorf("telemetry: the recording has no execution trace: %w", err)
	}
	return b.Bytes(), nil
}

// fileName removes the characters of a loop's name that a file name cannot have.
func fileName(loop string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, loop[:min(len(loop), 40)])
}
