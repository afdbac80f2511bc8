package stream

// Endpoints are the addresses of sockets: how they are parsed and described. Names are
// looked up in resolve.go, and socket_unix.go converts endpoints for the kernel. Pure
// functions, for any goroutine.

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// endpoint is one end of a connection.
type endpoint struct {
	network string
	ip      netip.AddrPort // an invalid address is the wildcard
	path    string         // of a Unix socket; "" is an unnamed one
}

// The networks that the package knows.
var (
	streamNetworks   = []string{"tcp", "tcp4", "tcp6", "unix"}
	packetNetworks   = []string{"udp", "udp4", "udp6"}
	unixgramNetworks = []string{"unixgram"}
)

// addr returns the endpoint as package net would describe it.
func (e endpoint) addr() net.Addr {
	switch {
	case e.unix():
		return &net.UnixAddr{Name: e.path, Net: e.network}
	case strings.HasPrefix(e.network, "udp"):
		return net.UDPAddrFromAddrPort(e.ip)
	}
	return net.TCPAddrFromAddrPort(e.ip)
}

// unix reports whether the endpoint is one of a Unix socket.
func (e endpoint) unix() bool { return strings.HasPrefix(e.network, "unix") }

// packets reports whether the endpoint is one of a socket for packets.
func (e endpoint) packets() bool {
	return e.network == "unixgram" || strings.HasPrefix(e.network, "udp")
}

// wildcard reports whether the endpoint has no address, which means every address of the
// machine.
func (e endpoint) wildcard() bool { return !e.unix() && !e.ip.Addr().IsValid() }

// target returns the endpoint to connect to. As in package net, a wildcard is replaced by
// the loopback address.
func (e endpoint) target() endpoint {
	if !e.wildcard() && (e.unix() || !e.ip.Addr().IsUnspecified()) {
		return e
	}
	local := netip.AddrFrom4([4]byte{127, 0, 0, 1})
	if strings.HasSuffix(e.network, "6") || e.ip.Addr().Is6() {
		local = netip.IPv6Loopback()
	}
	e.ip = netip.AddrPortFrom(local, e.ip.Port())
	return e
}

// fits reports whether an address is of the family that the network asks for.
func fits(network string, a netip.Addr) bool {
	switch network[len(network)-1] {
	case '4':
		return a.Is4()
	case '6':
		return a.Is6()
	}
	return true
}

// parse parses an address of one of the known networks. literal is false if a host name or
// a service has to be looked up first; then e has only its network.
func parse(known []string, network, address string) (e endpoint, literal bool, err error) {
	for _, n := range known {
		if n == network {
			e.network = network
		}
	}
	switch {
	case e.network == "":
		return e, false, &net.OpError{Op: "parse", Net: network, Err: net.UnknownNetworkError(network)}
	case e.unix():
		if network == "unix" && address == "" {
			return e, false, &net.AddrError{Err: "a Unix socket needs a path", Addr: address}
		}
		e.path = address
		return e, true, nil
	}
	host, service, err := net.SplitHostPort(address)
	if err != nil {
		return e, false, err
	}
	port, err := strconv.ParseUint(service, 10, 16)
	if err != nil {
		return e, false, nil //nolint:nilerr // a service name, or an error that the lookup reports
	}
	var ip netip.Addr
	if host != "" {
		if ip, err = netip.ParseAddr(host); err != nil {
			return e, false, nil //nolint:nilerr // a host name
		}
		if ip = ip.Unmap(); !fits(network, ip) {
			return e, false, &net.AddrError{Err: "not an address of " + network, Addr: address}
		}
	}
	e.ip = netip.AddrPortFrom(ip, uint16(port))
	return e, true, nil
}
