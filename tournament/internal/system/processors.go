// Package system has what the measurements ask of the operating system: processors, processor time,
// descriptors, and processes of their own.
package system

import (
	"errors"
	"fmt"
	"runtime"
)

// This file pins a process to some of the processors that it may use. The speed of two processes that
// wake each other depends on their processors, sometimes by a factor of several. A comparison must fix
// the placement.

// Halves returns the two halves of the processors that this process may use. The second is not the
// smaller. It fails with fewer than two processors, and with errors.ErrUnsupported if the system
// does not let a process choose.
func Halves() (first, second []int, err error) {
	all, err := Processors()
	if err != nil {
		return nil, nil, err
	}
	if len(all) < 2 {
		return nil, nil, errors.New("it takes two processors, and this process may use one only")
	}
	return all[:len(all)/2], all[len(all)/2:], nil
}

// Pin pins every thread of this process, its future threads and its future child processes to the
// given processors, and sets GOMAXPROCS to their number. The returned function restores the
// previous state.
func Pin(on []int) (undo func() error, err error) {
	before, err := Processors()
	if err != nil {
		return nil, err
	}
	if len(on) == 0 {
		return nil, errors.New("keeping a process on no processor at all")
	}
	if err := KeepAll(on); err != nil {
		return nil, errors.Join(fmt.Errorf("keeping this process on the processors %v: %w", on, err), KeepAll(before))
	}
	procs := runtime.GOMAXPROCS(len(on))
	return func() error {
		runtime.GOMAXPROCS(procs)
		return KeepAll(before)
	}, nil
}
