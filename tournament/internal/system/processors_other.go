//go:build !linux

package system

import (
	"errors"
	"fmt"
)

func Processors() ([]int, error) {
	return nil, fmt.Errorf("choosing the processors of a process is for Linux: %w", errors.ErrUnsupported)
}

// KeepAll is never called, because the processors are unknown.
func KeepAll([]int) error { return errors.ErrUnsupported }
