// Package goroutine tells which goroutine is running, for loops that must know
// whether they are asked to wait for themselves. Wrappers of contestants use it
// on their way to an end, never on their way to a task.
package goroutine

import (
	"bytes"
	"runtime"
	"strconv"
)

// ID returns the number of the calling goroutine, which no other goroutine of
// the process ever has; 0 if the runtime's trace could not be understood. It
// reads the first line of the stack trace, which takes about a microsecond: Go
// has no cheaper way without assembly.
func ID() uint64 {
	var buf [64]byte
	trace := bytes.TrimPrefix(buf[:runtime.Stack(buf[:], false)], []byte("goroutine "))
	number, _, _ := bytes.Cut(trace, []byte(" "))
	id, err := strconv.ParseUint(string(number), 10, 64)
	if err != nil {
		return 0
	}
	return id
}
