//go:build !linux || wakeful_nopoll || wakeful_portable

package stream

// Packets one by one, where the system has no call for several.

const (
	batchesPackets = false
	sentAtOnce     = 1
)

// packetBatch holds one received packet. Loop only.
type packetBatch struct {
	buffer []byte
	length int
	from   endpoint
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

func (b *packetBatch) packet(_ int, network string) ([]byte, endpoint) {
	b.from.network = network
	return b.buffer[:b.length:b.length], b.from
}

func (b *packetBatch) send(int, []packet, bool) (int, error) { return 0, errUnsupported }
