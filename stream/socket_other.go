//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly) || wakeful_nopoll

package stream

// Without a poller there are no sockets. The constructors return errUnsupported, so nothing in this
// file is called. It lets programs compile.

import "net"

const supported = false

func wouldBlock(error) bool   { return false }
func noRoom(error) bool       { return false }
func inProgress(error) bool   { return false }
func aborted(error) bool      { return false }
func noSuchFamily(error) bool { return false }

func wildcards(e endpoint) []endpoint             { return []endpoint{e} }
func localEndpoint(int, string) endpoint          { return endpoint{} }
func openSocket(endpoint, bool) (int, error)      { return -1, errUnsupported }
func bind(int, endpoint) error                    { return errUnsupported }
func listen(int) error                            { return errUnsupported }
func connect(int, endpoint) error                 { return errUnsupported }
func connecting(int) bool                         { return false }
func socketError(int) error                       { return errUnsupported }
func setNoDelay(int, bool) error                  { return errUnsupported }
func setKeepAlive(int, net.KeepAliveConfig) error { return errUnsupported }
func read(int, []byte) (int, error)               { return 0, errUnsupported }
func peek(int) (int, error)                       { return 0, errUnsupported }
func write(int, []byte) (int, error)              { return 0, errUnsupported }
func writev(int, [][]byte) (int, error)           { return 0, errUnsupported }
func shutdownWrite(int) error                     { return errUnsupported }
func sendTo(int, []byte, endpoint, bool) error    { return errUnsupported }
func closeSocket(int)                             {}
func resetOnClose(int)                            {}
func inFlight(int) int                            { return 0 }
func unacknowledged(int) int                      { return 0 }
func duplicate(uintptr) (int, error)              { return -1, errUnsupported }
func describe(int) (socketKind, error)            { return socketKind{}, errUnsupported }
func setUpAdopted(int, socketKind) error          { return errUnsupported }
func unlink(endpoint)                             {}

func acceptSocket(int, string) (int, endpoint, error) { return -1, endpoint{}, errUnsupported }
func receiveFrom(int, []byte) (int, endpoint, error)  { return 0, endpoint{}, errUnsupported }
