package stream

// Endpoints: the addresses of sockets, from what users write to what the kernel
// takes. Names are looked up on a goroutine, see resolve.go.

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

// networks are those that the package knows.
var (
	streams = []string{"tcp", "tcp4", "tcp6", "unix"}
	packets = []string{"udp", "udp4", "udp6"}
)

// addr returns the endpoint as package net would describe it.
func (e endpoint) addr() net.Addr {
	switch {
	case e.network == "unix":
		return &net.UnixAddr{Name: e.path, Net: "unix"}
	case strings.HasPrefix(e.network, "udp"):
		return net.UDPAddrFromAddrPort(e.ip)
	}
	return net.TCPAddrFromAddrPort(e.ip)
}

// wildcard reports whether the endpoint is every address of the machine.
func (e endpoint) wildcard() bool { return e.network != "unix" && !e.ip.Addr().IsValid() }

// target returns the endpoint to connect to: as in package net, a wildcard means
// the machine itself.
func (e endpoint) target() endpoint {
	if !e.wildcard() && (e.network == "unix" || !e.ip.Addr().IsUnspecified()) {
		return e
	}
	local := netip.AddrFrom4([4]byte{127, 0, 0, 1})
	if strings.HasSuffix(e.network, "6") || e.ip.Addr().Is6() {
		local = netip.IPv6Loopback()
	}
	e.ip = netip.AddrPortFrom(local, e.ip.Port())
	return e
}

// fits reports whether addresses of this family belong to a network.
func fits(network string, a netip.Addr) bool {
	switch network[len(network)-1] {
	case '4':
		return a.Is4()
	case '6':
		return a.Is6()
	}
	return true
}

// parse reads an address. It returns false if a name or a service has to be
// looked up first.
func parse(known []string, network, address string) (e endpoint, literal bool, err error) {
	for _, n := range known {
		if n == network {
			e.network = network
		}
	}
	switch {
	case e.network == "":
		return e, false, &net.OpError{Op: "parse", Net: network, Err: net.UnknownNetworkError(network)}
	case network == "unix":
		if address == "" {
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
		return e, false, nil //nolint:nilerr // the name of a service, or a mistake that the lookup explains
	}
	var ip netip.Addr
	if host != "" {
		if ip, err = netip.ParseAddr(host); err != nil {
			return e, false, nil //nolint:nilerr // a name to look up
		}
		if ip = ip.Unmap(); !fits(network, ip) {
			return e, false, &net.AddrError{Err: "not an address of " + network, Addr: address}
		}
	}
	e.ip = netip.AddrPortFrom(ip, uint16(port))
	return e, true, nil
}
