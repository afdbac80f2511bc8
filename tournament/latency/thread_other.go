//go:build !linux

package latency

import (
	"errors"
	"runtime"
	"time"
)

// TellsApart: the sender's processor time is known apart from the receiver's.
const TellsApart = false

// receiverTime is the processor time of the whole process: this system does not
// tell one thread's apart without C.
func receiverTime(bool) time.Duration { return processTime() }

func threadSleep(d time.Duration) { time.Sleep(d) }

func affinity() int { return runtime.NumCPU() }

// unpinnable is why nothing can be pinned here, empty when it can.
const unpinnable = "pinning is available on Linux only"

func pinReceiver() (func() error, error) {
	return nil, errors.New(unpinnable + "; leave --pin out")
}

// keepTogether cannot be done here: the threads of a process go where the system
// likes.
func keepTogether() (undo func() error, err error) { return func() error { return nil }, nil }
