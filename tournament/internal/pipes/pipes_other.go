//go:build !unix

package pipes

import "errors"

// Exist reports whether this system has pipes that a poller can watch.
const Exist = false

// Open returns errors.ErrUnsupported.
func Open() (*Pair, error) { return nil, errors.ErrUnsupported }

// Answer is never called, because there is no pair.
func (*Pair) Answer() (over bool) { return true }

// Await is never called, because there is no pair.
func (*Pair) Await() {}

// Idle returns errors.ErrUnsupported.
func Idle(int) (descriptors []int, release func(), err error) {
	return nil, nil, errors.ErrUnsupported
}

func closeAll(...int) {}
