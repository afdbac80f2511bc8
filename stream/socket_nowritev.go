//go:build (freebsd || netbsd || dragonfly) && !wakeful_nopoll

package stream

// writev writes the first block: x/sys offers no writev here.
func writev(fd int, blocks [][]byte) (int, error) { return write(fd, blocks[0]) }
