//go:build (freebsd || netbsd || dragonfly || (linux && wakeful_portable)) && !wakeful_nopoll

package stream

// writev writes only the first block, because x/sys has no writev here.
func writev(fd int, blocks [][]byte) (int, error) { return write(fd, blocks[0]) }
