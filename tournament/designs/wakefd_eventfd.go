//go:build linux && !wakeful_pipe

package designs

import "golang.org/x/sys/unix"

// This file owns the eventfd by which Linux's poller is woken.

// wakeFDTrigger makes each write an event of its own, so the counter need not be read, which saves
// one system call per wake-up. Level-triggered and not read, it would end every later wait
// (mutant TIERS_SIGNAL_KEPT).
const wakeFDTrigger = unix.EPOLLET

type wakeFD struct{ fd int }

func newWakeFD() (wakeFD, error) {
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC|unix.EFD_NONBLOCK)
	return wakeFD{fd}, err
}

func (w wakeFD) readEnd() int { return w.fd }

var one = [8]byte{1, 1, 1, 1, 1, 1, 1, 1} // not zero in either byte order

func (w wakeFD) wake() {
	if n, err := unix.Write(w.fd, one[:]); n == len(one) && err == nil {
		return
	}
	// The counter is full. Empty it, so that the write is an event again.
	var sink [8]byte
	_, _ = unix.Read(w.fd, sink[:])
	_, _ = unix.Write(w.fd, one[:])
}

func (w wakeFD) drain() {}

func (w wakeFD) close() { _ = unix.Close(w.fd) }
