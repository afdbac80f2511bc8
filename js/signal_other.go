//go:build !unix

package js

import "os"

// signalByName returns the signal that Node calls by a name: here there is one only.
func signalByName(name string) (sig os.Signal, number int, ok bool) {
	return os.Interrupt, 2, name == "SIGINT"
}
