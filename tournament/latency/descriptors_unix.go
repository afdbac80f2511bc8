//go:build unix

package latency

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var pipeLanes = []Lane{
	{
		Name: "go-pipe-sleep", Kind: contest.Floor, open: openPipe(false),
		Summary: "A goroutine that reads from a pipe, over the runtime's poller.",
	},
	{
		Name: "go-pipe-spin", Kind: contest.Floor, Spins: true, open: openPipe(true),
		Summary: "A goroutine that reads from a non-blocking pipe in a loop, without the runtime's poller.",
	},
}

// messageSize is the number of bytes of a message on a descriptor.
const messageSize = 8

func openPipe(spins bool) func(*board) (wire, error) {
	return func(b *board) (wire, error) {
		var ends [2]int
		if err := unix.Pipe(ends[:]); err != nil {
			return nil, fmt.Errorf("making the pipe: %w", err)
		}
		for _, fd := range ends {
			unix.CloseOnExec(fd)
			if err := unix.SetNonblock(fd, true); err != nil {
				return nil, errors.Join(fmt.Errorf("making the pipe non-blocking: %w", err), unix.Close(ends[0]), unix.Close(ends[1]))
			}
		}
		// The runtime's poller learns about the far end only at its first wait.
		return start(b, os.NewFile(uintptr(ends[1]), "messages"), receiver(ends[0], spins)), nil
	}
}

// receiver returns a receiver that owns the non-blocking descriptor fd.
func receiver(fd int, spins bool) receive {
	if spins {
		return polled(fd)
	}
	return blocking(os.NewFile(uintptr(fd), "messages"))
}

// polled returns a receiver that reads a non-blocking descriptor in a loop and owns it.
func polled(fd int) receive {
	return func(arrive func(uint64)) error {
		defer func() { _ = unix.Close(fd) }() // it was only read from, so nothing can be lost
		var message [messageSize]byte
		for {
			switch n, err := unix.Read(fd, message[:]); {
			case errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EINTR):
			case err != nil:
				return fmt.Errorf("reading: %w", err)
			case n == 0:
				return nil
			case n < messageSize:
				return fmt.Errorf("reading: %d bytes of a message of %d", n, messageSize)
			default:
				number := binary.NativeEndian.Uint64(message[:])
				if number == endMessage {
					return nil
				}
				arrive(number)
			}
		}
	}
}

const noPolledSockets = ""

// detached closes the socket and returns a non-blocking duplicate of its descriptor. With the
// socket in the poller, each message would wake a thread although no goroutine waits there.
func detached(s socket) (int, error) {
	raw, err := s.SyscallConn()
	if err != nil {
		return 0, errors.Join(err, s.Close())
	}
	fd, failed := -1, error(nil)
	err = raw.Control(func(own uintptr) {
		fd, failed = unix.FcntlInt(own, unix.F_DUPFD_CLOEXEC, 0)
	})
	if err = errors.Join(err, failed, s.Close()); err != nil {
		return 0, err
	}
	return fd, unix.SetNonblock(fd, true)
}
