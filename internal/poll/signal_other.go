//go:build !unix

package poll

import (
	"errors"
	"fmt"
	"runtime"
)

// A Signal does not exist here, see NewSignal.
type Signal struct{}

// NewSignal returns an error that matches errors.ErrUnsupported.
func NewSignal() (*Signal, error) {
	return nil, fmt.Errorf("%s has no descriptor to wait for: %w", runtime.GOOS, errors.ErrUnsupported)
}

// FD is not called.
func (*Signal) FD() int { return -1 }

// Send does nothing.
func (*Signal) Send() {}

// Receive does nothing.
func (*Signal) Receive() {}

// Close does nothing.
func (*Signal) Close() {}
