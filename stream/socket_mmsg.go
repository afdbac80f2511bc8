//go:build linux && !wakeful_nopoll && !wakeful_portable

package stream

// Several packets with one system call: recvmmsg and sendmmsg. x/sys has no functions for them.

import (
	"bytes"
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

// sockaddr has room for the address of any family here.
type sockaddr = unix.RawSockaddrUnix

// packetBatch is what the kernel needs for a batch. Loop only.
type packetBatch struct {
	headers [sentAtOnce]mmsghdr
	names   [sentAtOnce]sockaddr
	vectors [sentAtOnce]unix.Iovec
	buffer  []byte // of received packets; nil until one is received
	path    string // of the last sender that had one, so that the next packet allocates none
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
func (b *packetBatch) packet(i int, network string) ([]byte, endpoint) {
	n, e := int(b.headers[i].length), endpoint{network: network}
	switch name := &b.names[i]; name.Family {
	case unix.AF_INET:
		four := (*unix.RawSockaddrInet4)(unsafe.Pointer(name))
		e.ip = netip.AddrPortFrom(netip.AddrFrom4(four.Addr), binary.BigEndian.Uint16(portOf(name)))
	case unix.AF_INET6:
		six := (*unix.RawSockaddrInet6)(unsafe.Pointer(name))
		a := netip.AddrFrom16(six.Addr).Unmap()
		if six.Scope_id != 0 {
			a = a.WithZone(strconv.FormatUint(uint64(six.Scope_id), 10))
		}
		e.ip = netip.AddrPortFrom(a, binary.BigEndian.Uint16(portOf(name)))
	case unix.AF_UNIX:
		e.path = b.pathOf(name, int(b.headers[i].header.Namelen))
	}
	return b.buffer[i*bufferSize:][:n:n], e
}

// portOf returns the port of an address of IP, which is in network byte order. It has the same place
// in both versions.
func portOf(name *sockaddr) []byte { return (*[4]byte)(unsafe.Pointer(name))[2:] }

// pathOf returns the path of a sender, "" if it has none. Abstract names begin with a zero byte, for
// which @ stands; other paths end with one.
func (b *packetBatch) pathOf(name *sockaddr, length int) string {
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&name.Path)), len(name.Path))
	raw = raw[:max(length-int(unsafe.Offsetof(name.Path)), 0)]
	switch {
	case len(raw) == 0:
		return ""
	case raw[0] == 0:
		raw[0] = '@'
	default:
		raw, _, _ = bytes.Cut(raw, []byte{0})
	}
	if b.path != string(raw) {
		b.path = string(raw)
	}
	return b.path
}

// send sends packets, at most sentAtOnce, and returns how many the kernel has accepted. The first one
// that it does not accept has the error.
func (b *packetBatch) send(fd int, packets []packet, v4 bool) (int, error) {
	for i := range packets {
		b.set(i, packets[i].bytes, rawAddress(&b.names[i], packets[i].to, v4))
	}
	n, err := b.call(unix.SYS_SENDMMSG, fd, len(packets))
	clear(b.vectors[:len(packets)])
	return n, err
}

// rawAddress stores an address as the kernel wants it, and returns its length. A path has at most
// longestUnixPath bytes.
func rawAddress(name *sockaddr, to endpoint, v4 bool) uintptr {
	switch {
	case to.unix():
		name.Family = unix.AF_UNIX
		raw := unsafe.Slice((*byte)(unsafe.Pointer(&name.Path)), len(name.Path))
		n := copy(raw, to.path)
		if raw[0] == '@' {
			raw[0] = 0
		} else {
			raw[n] = 0
			n++
		}
		return unsafe.Offsetof(name.Path) + uintptr(n)
	case v4:
		four := (*unix.RawSockaddrInet4)(unsafe.Pointer(name))
		*four = unix.RawSockaddrInet4{Family: unix.AF_INET, Addr: to.ip.Addr().Unmap().As4()}
		binary.BigEndian.PutUint16(portOf(name), to.ip.Port())
		return unsafe.Sizeof(*four)
	default:
		a, six := to.ip.Addr(), (*unix.RawSockaddrInet6)(unsafe.Pointer(name))
		*six = unix.RawSockaddrInet6{Family: unix.AF_INET6, Addr: a.As16(), Scope_id: zone(a.Zone())}
		binary.BigEndian.PutUint16(portOf(name), to.ip.Port())
		return unsafe.Sizeof(*six)
	}
}
