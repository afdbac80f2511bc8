//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream

// The system calls on sockets, repeated when a signal interrupts them, and the meaning of their
// errors. The rest of the package uses neither sockaddrs nor error numbers.

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const supported = true

// backlog is the number of connections that may wait to be accepted. A lower limit of the kernel
// takes precedence.
const backlog = 4096

func wouldBlock(err error) bool { return errors.Is(err, unix.EAGAIN) }

// noRoom reports whether a packet was refused because a queue is full. The BSDs say ENOBUFS.
func noRoom(err error) bool { return wouldBlock(err) || errors.Is(err, unix.ENOBUFS) }

// inProgress reports whether connect is still in progress. It also is after a signal.
func inProgress(err error) bool {
	return errors.Is(err, unix.EINPROGRESS) || errors.Is(err, unix.EINTR)
}

// aborted reports whether an error of accept concerns a connection and not the listener.
// Linux returns pending network errors of the new socket from accept.
func aborted(err error) bool {
	var number syscall.Errno
	return errors.As(err, &number) && slices.Contains(connectionErrors, number)
}

var connectionErrors = []syscall.Errno{
	unix.ECONNABORTED, unix.EINTR, unix.EPROTO, unix.ENETDOWN, unix.ENETUNREACH, unix.EHOSTDOWN,
	unix.EHOSTUNREACH, unix.ENOPROTOOPT, unix.EOPNOTSUPP,
}

// noSuchFamily reports whether an error means that the address family is not available.
func noSuchFamily(err error) bool {
	return errors.Is(err, unix.EAFNOSUPPORT) || errors.Is(err, unix.EADDRNOTAVAIL) ||
		errors.Is(err, unix.EPROTONOSUPPORT)
}

// wildcards returns the addresses that stand for every address of the machine, best first.
func wildcards(e endpoint) []endpoint {
	with := func(a netip.Addr) endpoint {
		return endpoint{network: e.network, ip: netip.AddrPortFrom(a, e.ip.Port())}
	}
	switch {
	case strings.HasSuffix(e.network, "4"):
		return []endpoint{with(netip.IPv4Unspecified())}
	case strings.HasSuffix(e.network, "6"):
		return []endpoint{with(netip.IPv6Unspecified())}
	}
	return []endpoint{with(netip.IPv6Unspecified()), with(netip.IPv4Unspecified())}
}

// openSocket opens a socket for an endpoint and sets the package's options.
func openSocket(e endpoint, toBind bool) (int, error) {
	domain, kind, packets := unix.AF_INET, unix.SOCK_STREAM, e.packets()
	switch {
	case e.unix():
		domain = unix.AF_UNIX
	case e.ip.Addr().Is6():
		domain = unix.AF_INET6
	}
	if packets {
		kind = unix.SOCK_DGRAM
	}
	fd, err := newSocket(domain, kind)
	if err != nil {
		return -1, os.NewSyscallError("socket", err)
	}
	switch {
	case domain == unix.AF_UNIX:
	case toBind:
		if domain == unix.AF_INET6 {
			only := 0
			if strings.HasSuffix(e.network, "6") {
				only = 1
			}
			err = unix.SetsockoptInt(fd, unix.IPPROTO_IPV6, unix.IPV6_V6ONLY, only)
		}
		if err == nil && !packets {
			err = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_REUSEADDR, 1)
		}
	case !packets:
		if err = setNoDelay(fd, true); err == nil {
			_ = setKeepAlive(fd, defaultKeepAlive) // as package net, which ignores its error
		}
	}
	if err != nil {
		closeSocket(fd)
		return -1, os.NewSyscallError("setsockopt", err)
	}
	return fd, nil
}

// sockaddr converts the endpoint for the kernel. v4 reports whether the socket is an IPv4 socket.
// On an IPv6 socket, an IPv4 address is mapped.
func (e endpoint) sockaddr(v4 bool) unix.Sockaddr {
	a := e.ip.Addr()
	switch {
	case e.unix():
		return &unix.SockaddrUnix{Name: e.path}
	case v4:
		return &unix.SockaddrInet4{Port: int(e.ip.Port()), Addr: a.Unmap().As4()}
	}
	return &unix.SockaddrInet6{Port: int(e.ip.Port()), Addr: a.As16(), ZoneId: zone(a.Zone())}
}

// zone returns the index of the interface with this name or number, 0 if there is none.
func zone(name string) uint32 {
	if name == "" {
		return 0
	}
	if n, err := strconv.ParseUint(name, 10, 32); err == nil {
		return uint32(n)
	}
	if i, err := net.InterfaceByName(name); err == nil {
		return uint32(i.Index)
	}
	return 0
}

// fromSockaddr converts an address of the kernel to an endpoint.
func fromSockaddr(network string, sa unix.Sockaddr) endpoint {
	e := endpoint{network: network}
	switch sa := sa.(type) {
	case *unix.SockaddrUnix:
		e.path = sa.Name
	case *unix.SockaddrInet4:
		e.ip = netip.AddrPortFrom(netip.AddrFrom4(sa.Addr), uint16(sa.Port))
	case *unix.SockaddrInet6:
		a := netip.AddrFrom16(sa.Addr).Unmap()
		if sa.ZoneId != 0 {
			a = a.WithZone(strconv.FormatUint(uint64(sa.ZoneId), 10))
		}
		e.ip = netip.AddrPortFrom(a, uint16(sa.Port))
	}
	return e
}

func bind(fd int, e endpoint) error {
	return os.NewSyscallError("bind", unix.Bind(fd, e.sockaddr(e.ip.Addr().Is4())))
}

func listen(fd int) error { return unix.Listen(fd, backlog) }

func connect(fd int, e endpoint) error { return unix.Connect(fd, e.sockaddr(e.ip.Addr().Is4())) }

// connecting reports whether a socket without an error is not connected yet.
func connecting(fd int) bool {
	_, err := unix.Getpeername(fd)
	return errors.Is(err, unix.ENOTCONN)
}

// localEndpoint returns the address that a socket is bound to.
func localEndpoint(fd int, network string) endpoint {
	sa, err := unix.Getsockname(fd)
	if err != nil {
		return endpoint{network: network}
	}
	return fromSockaddr(network, sa)
}

// unlink removes the file of a Unix listener. Abstract sockets of Linux have none.
func unlink(e endpoint) {
	if e.unix() && e.path != "" && e.path[0] != '@' {
		_ = unix.Unlink(e.path)
	}
}

// peek is a read of one byte that leaves it there.
func peek(fd int) (int, error) {
	var p [1]byte
	for {
		if n, _, err := unix.Recvfrom(fd, p[:], unix.MSG_PEEK|unix.MSG_DONTWAIT); err != unix.EINTR {
			return n, err
		}
	}
}

// socketError returns and clears the pending error of a socket.
func socketError(fd int) error {
	n, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_ERROR)
	if err == nil && n != 0 {
		err = syscall.Errno(n)
	}
	return err
}

func setNoDelay(fd int, on bool) error {
	value := 0
	if on {
		value = 1
	}
	return unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, value)
}

// defaultKeepAlive is that of net.ListenConfig and net.Dialer: it is on, with the default times.
var defaultKeepAlive = net.KeepAliveConfig{Enable: true}

func enableKeepAlive(fd int, on bool) error {
	value := 0
	if on {
		value = 1
	}
	return unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_KEEPALIVE, value)
}

func sendTo(fd int, p []byte, e endpoint, v4 bool) error {
	switch a := e.ip.Addr(); {
	case e.unix():
		if e.path == "" {
			return unix.EDESTADDRREQ
		}
	case !a.IsValid() || v4 && !a.Unmap().Is4():
		return unix.EAFNOSUPPORT
	}
	for {
		if err := unix.Sendto(fd, p, 0, e.sockaddr(v4)); err != unix.EINTR {
			return err
		}
	}
}

func shutdownWrite(fd int) error { return unix.Shutdown(fd, unix.SHUT_WR) }

// closeSocket ignores the error of close and does not repeat it: the descriptor is gone
// in any case.
func closeSocket(fd int) { _ = unix.Close(fd) }

// resetOnClose makes close drop unsent bytes and reset the connection instead of ending it. Unix
// sockets ignore it.
func resetOnClose(fd int) {
	_ = unix.SetsockoptLinger(fd, unix.SOL_SOCKET, unix.SO_LINGER, &unix.Linger{Onoff: 1})
}

// setUpAccepted sets the options of an accepted socket.
func setUpAccepted(fd int, network string, sa unix.Sockaddr) (int, endpoint, error) {
	e := fromSockaddr(network, sa)
	if network != "unix" {
		// This may fail if the peer has already reset the connection. The next read then fails.
		_ = setNoDelay(fd, true)
		_ = setKeepAlive(fd, defaultKeepAlive)
	}
	return fd, e, nil
}
