// Package processors keeps a process on some of the processors that it may use.
// Two processes that wake each other are fast or slow by where the system happens
// to run them, several times as fast at times; who wants to compare what they do
// there has to say where that is.
package processors

import (
	"errors"
	"fmt"
	"runtime"
)

// Halves returns the two halves of the processors that this process may use, of
// which the second is not the smaller. It fails where there are fewer than two, and,
// with errors.ErrUnsupported, where the system does not let a process choose.
func Halves() (first, second []int, err error) {
	all, err := allowed()
	if err != nil {
		return nil, nil, err
	}
	if len(all) < 2 {
		return nil, nil, errors.New("it takes two processors, and this process may use one only")
	}
	return all[:len(all)/2], all[len(all)/2:], nil
}

// Keep keeps every thread of this process, and those that they will make, the
// processes that these start included, on the given processors, and GOMAXPROCS at
// their number. What it returns lets them go again where they were allowed to
// before.
func Keep(on []int) (undo func() error, err error) {
	before, err := allowed()
	if err != nil {
		return nil, err
	}
	if len(on) == 0 {
		return nil, errors.New("keeping a process on no processor at all")
	}
	if err := keep(on); err != nil {
		return nil, errors.Join(fmt.Errorf("keeping this process on the processors %v: %w", on, err), keep(before))
	}
	procs := runtime.GOMAXPROCS(len(on))
	return func() error {
		runtime.GOMAXPROCS(procs)
		return keep(before)
	}, nil
}
