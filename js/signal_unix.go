//go:build unix

package js

import (
	"os"

	"golang.org/x/sys/unix"
)

// signalByName returns the signal with Node's name.
func signalByName(name string) (sig os.Signal, number int, ok bool) {
	s := unix.SignalNum(name)
	return s, int(s), s != 0
}
