//go:build linux && !wakeful_nopoll && !wakeful_portable

package stream

// Several packets with one system call: recvmmsg and sendmmsg. x/sys has no functions for them.

import (
	"encoding/binary"
	"net/netip"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	batchesPackets = true
	// receivedAtOnce is the number of packets of one recvmmsg. Each has room for the longest.
	receivedAtOnce = 16
	// sentAtOnce is the number of packets of one sendmmsg.
	sentAtOnce = 64
)

// mmsghdr is struct mmsghdr of Linux.
type mmsghdr struct {
	header unix.Msghdr
	length uint32
}

// packetBatch is what the kernel needs for a batch. Loop only.
type packetBatch struct {
	headers [sentAtOnce]mmsghdr
	names   [sentAtOnce]unix.RawSockaddrInet6 // also for the shorter RawSockaddrInet4
	vectors [sentAtOnce]unix.Iovec
	buffer  []byte // of received packets; nil until one is received
}

// set prepares entry i for the bytes of p, and room for an address of length bytes.
func (b *packetBatch) set(i int, p []byte, length uintptr) {
	v, h := &b.vectors[i], &b.headers[i]
	v.Base = unsafe.SliceData(p)
	v.SetLen(len(p))
	h.header = unix.Msghdr{Name: (*byte)(unsafe.Pointer(&b.names[i])), Namelen: uint32(length), Iov: v}
	h.header.SetIovlen(1)
}

// call makes the system call for the first n entries, and returns how many packets it has transferred.
func (b *packetBatch) call(number uintptr, fd, n int) (int, error) {
	for {
		done, _, err := unix.Syscall6(number, uintptr(fd), uintptr(unsafe.Pointer(&b.headers[0])), uintptr(n), 0, 0, 0)
		switch err {
		case 0:
			return int(done), nil
		case unix.EINTR:
		default:
			return 0, err
		}
	}
}

// receive receives packets into the batch. It returns how many, and whether there may be more.
func (b *packetBatch) receive(fd int) (n int, more bool, err error) {
	if b.buffer == nil {
		b.buffer = make([]byte, receivedAtOnce*bufferSize) // the system provides a page when it is used
	}
	for i := range receivedAtOnce {
		b.set(i, b.buffer[i*bufferSize:(i+1)*bufferSize], unsafe.Sizeof(b.names[i]))
	}
	n, err = b.call(unix.SYS_RECVMMSG, fd, receivedAtOnce)
	return n, n == receivedAtOnce, err
}

// packet returns a received packet and its sender.
func (b *packetBatch) packet(i int) ([]byte, netip.AddrPort) {
	n := int(b.headers[i].length)
	name := &b.names[i]
	// A port is in network byte order.
	port := binary.BigEndian.Uint16((*[2]byte)(unsafe.Pointer(&name.Port))[:])
	var a netip.Addr
	switch name.Family {
	case unix.AF_INET:
		a = netip.AddrFrom4((*unix.RawSockaddrInet4)(unsafe.Pointer(name)).Addr)
	case unix.AF_INET6:
		if a = netip.AddrFrom16(name.Addr).Unmap(); name.Scope_id != 0 {
			a = a.WithZone(strconv.FormatUint(uint64(name.Scope_id), 10))
		}
	}
	return b.buffer[i*bufferSize:][:n:n], netip.AddrPortFrom(a, port)
}

// send sends packets, at most sentAtOnce, and returns how many the kernel has accepted. The first one
// that it does not accept has the error.
func (b *packetBatch) send(fd int, packets []packet, v4 bool) (int, error) {
	for i := range packets {
		name, to := &b.names[i], packets[i].to
		length := unsafe.Sizeof(*name)
		if v4 {
			four := (*unix.RawSockaddrInet4)(unsafe.Pointer(name))
			*four = unix.RawSockaddrInet4{Family: unix.AF_INET, Addr: to.Addr().Unmap().As4()}
			length = unsafe.Sizeof(*four)
		} else {
			*name = unix.RawSockaddrInet6{Family: unix.AF_INET6, Addr: to.Addr().As16(), Scope_id: zone(to.Addr().Zone())}
		}
		binary.BigEndian.PutUint16((*[2]byte)(unsafe.Pointer(&name.Port))[:], to.Port())
		b.set(i, packets[i].bytes, length)
	}
	n, err := b.call(unix.SYS_SENDMMSG, fd, len(packets))
	clear(b.vectors[:len(packets)])
	return n, err
}
