//go:build !linux || wakeful_nopoll || wakeful_portable

package stream

// Packets one by one, where the system has no call for several.

import "net/netip"

const (
	batchesPackets = false
	sentAtOnce     = 1
)

// packetBatch holds one received packet. Loop only.
type packetBatch struct {
	buffer []byte
	length int
	from   netip.AddrPort
}

func (b *packetBatch) receive(fd int) (n int, more bool, err error) {
	if b.buffer == nil {
		b.buffer = make([]byte, bufferSize)
	}
	if b.length, b.from, err = receiveFrom(fd, b.buffer); err != nil {
		return 0, true, err
	}
	return 1, true, nil
}

func (b *packetBatch) packet(int) ([]byte, netip.AddrPort) {
	return b.buffer[:b.length:b.length], b.from
}

func (b *packetBatch) send(int, []packet, bool) (int, error) { return 0, errUnsupported }
