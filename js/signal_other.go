//go:build !unix

package js

import "os"

// signalByName returns the signal with Node's name. This system has only one.
func signalByName(name string) (sig os.Signal, number int, ok bool) {
	return os.Interrupt, 2, name == "SIGINT"
}
