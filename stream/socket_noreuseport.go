//go:build !linux || wakeful_nopoll || wakeful_portable

package stream

// distributes: SO_REUSEPORT exists elsewhere, but gives all connections to one of the sockets.
const distributes = false

func setReusePort(int) error { return errUnsupported }
