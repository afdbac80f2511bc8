package telemetry

import (
	"fmt"
	"log/slog"
	"os"
	"runtime/trace"
	"strings"
	"sync"
	"time"
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
	written int
	flight  *trace.FlightRecorder
}

var recorder flightRecorder

// addUser adds a user of the recorder, and starts it for the first.
func (r *flightRecorder) addUser() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users == 0 {
		f := trace.NewFlightRecorder(trace.FlightRecorderConfig{MinAge: traceAge, MaxBytes: traceBytes})
		if err := f.Start(); err != nil {
			return fmt.Errorf("telemetry: WithTraces: the flight recorder cannot start, stop the other one first: %w", err)
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
	file, err := os.CreateTemp(dir, "stall-"+fileName(loop)+"-*.trace")
	if err == nil {
		r.written++
		_, err = r.flight.WriteTo(file)
		if closed := file.Close(); err == nil {
			err = closed
		}
		if err == nil {
			return file.Name()
		}
	}
	slog.Warn("wakeful: the trace of a stall could not be written", "loop", loop, "error", err)
	return ""
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
