// Package goroutine identifies the running goroutine, for loops that must detect that they would
// wait for themselves. Wrappers of contestants use it when they end, never for a task.
package goroutine

import (
	"bytes"
	"runtime"
	"strconv"
)

// ID returns the number of the calling goroutine. No other goroutine of the process ever has the
// same number. It returns 0 if the runtime's trace has an unknown format. It reads the first line
// of the stack trace, which takes about a microsecond. Go has no cheaper way without assembly.
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
