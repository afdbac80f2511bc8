//go:build darwin || dragonfly || freebsd || netbsd || openbsd || (linux && wakeful_pipe)

package designs

import "golang.org/x/sys/unix"

// This file has the pipe that wakes a poller on systems without eventfd, or with the build tag
// wakeful_pipe.

// wakeFDTrigger is level-triggered: drain empties the pipe.
const wakeFDTrigger = 0

type wakeFD struct{ read, write int }

func newWakeFD() (wakeFD, error) {
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		return wakeFD{}, err
	}
	for _, fd := range ends {
		unix.CloseOnExec(fd)
		if err := unix.SetNonblock(fd, true); err != nil {
			_ = unix.Close(ends[0])
			_ = unix.Close(ends[1])
			return wakeFD{}, err
		}
	}
	return wakeFD{read: ends[0], write: ends[1]}, nil
}

func (w wakeFD) readEnd() int { return w.read }

// wake writes one byte. If the pipe is full, an event is already pending.
func (w wakeFD) wake() { _, _ = unix.Write(w.write, []byte{1}) }

func (w wakeFD) drain() {
	var sink [64]byte
	for {
		if n, err := unix.Read(w.read, sink[:]); n < len(sink) || err != nil {
			return
		}
	}
}

func (w wakeFD) close() {
	_ = unix.Close(w.read)
	_ = unix.Close(w.write)
}
