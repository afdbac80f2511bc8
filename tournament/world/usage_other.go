//go:build !linux

package world

import (
	"errors"
	"time"
)

const unusable = "the processor time and the memory of another process are read from /proc, which Linux has"

func processorTime(int) (time.Duration, error) { return 0, errors.New(unusable) }

func residentMemory(int) (int64, error) { return 0, errors.New(unusable) }
