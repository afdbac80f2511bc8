//go:build !linux

package world

import (
	"errors"
	"time"
)

// Unusable is the reason why usage cannot be read on this system.
const Unusable = "the processor time and the memory of another process are read from /proc, which Linux has"

// ProcessorTime returns the error Unusable.
func (*Process) ProcessorTime() (time.Duration, error) { return 0, errors.New(Unusable) }

func (*Process) residentMemory() (int64, error) { return 0, errors.New(Unusable) }
