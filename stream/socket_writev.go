//go:build ((linux && !wakeful_portable) || darwin || openbsd) && !wakeful_nopoll

package stream

import "golang.org/x/sys/unix"

// writev writes several blocks with one system call.
func writev(fd int, blocks [][]byte) (int, error) {
	if len(blocks) == 1 {
		return write(fd, blocks[0])
	}
	for {
		if n, err := unix.Writev(fd, blocks); err != unix.EINTR {
			return n, err
		}
	}
}
