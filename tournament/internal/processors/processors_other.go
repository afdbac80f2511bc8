//go:build !linux

package processors

import (
	"errors"
	"fmt"
)

func allowed() ([]int, error) {
	return nil, fmt.Errorf("choosing the processors of a process is for Linux: %w", errors.ErrUnsupported)
}

// setAffinity is never called, because the processors are unknown.
func setAffinity([]int) error { return errors.ErrUnsupported }
