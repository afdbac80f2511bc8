package stream

// Looking up names, off the loop. Waiting for an answer ends with the context,
// which ends with the loop; a question that package net has sent to a name server
// goes on by itself until its own time limit.

import (
	"context"
	"net"
	"net/netip"

	"github.com/wakeful-go/wakeful"
)

// resolve calls then with the endpoint that an address names: at the end of the
// current callback if nothing has to be looked up, and otherwise from the
// priority lane later. The returned function gives up: then is not called after
// it. Loop only.
func (r *roster) resolve(known []string, network, address string, then func(endpoint, error)) (abandon func(), err error) {
	e, literal, err := parse(known, network, address)
	if err != nil {
		return nil, err
	}
	abandoned := false
	if literal {
		return func() { abandoned = true }, r.loop.NextTick(func() {
			if !abandoned {
				then(e, nil)
			}
		})
	}
	// An auto-exit loop stays while somebody looks for it.
	keep := r.loop.KeepAlive()
	resolver := net.DefaultResolver // as it is now: a program may exchange it
	ctx, cancel := context.WithCancel(r.ctx)
	go func() {
		defer keep.Release()
		found, err := lookup(ctx, resolver, network, address)
		// An ending loop takes no more; whoever waits is released by the roster.
		_ = r.loop.SubmitInternal(func() {
			cancel()
			if !abandoned {
				then(found, err)
			}
		})
	}()
	return func() {
		abandoned = true
		cancel()
	}, nil
}

// lookup asks Go's resolver. Of several addresses it takes the first IPv4 one, or
// the first if there is none, as net.ResolveTCPAddr does. Any goroutine.
func lookup(ctx context.Context, resolver *net.Resolver, network, address string) (e endpoint, err error) {
	host, service, err := net.SplitHostPort(address)
	if err != nil {
		return e, err
	}
	port, err := resolver.LookupPort(ctx, network, service)
	if err != nil {
		return e, err
	}
	e = endpoint{network: network, ip: netip.AddrPortFrom(netip.Addr{}, uint16(port))}
	if host == "" {
		return e, nil
	}
	found, err := resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return e, err
	}
	var ip netip.Addr
	for _, a := range found {
		if a = a.Unmap(); fits(network, a) && (!ip.IsValid() || a.Is4() && !ip.Is4()) {
			ip = a
		}
	}
	if !ip.IsValid() {
		return e, &net.AddrError{Err: "no address of " + network, Addr: host}
	}
	e.ip = netip.AddrPortFrom(ip, uint16(port))
	return e, nil
}

// announce calls fn at the end of the turn, or, on a loop that takes nothing more
// for that, at the end of the callback. Loop only.
func announce(l *wakeful.Loop, fn func()) {
	if l.SetClosing(fn) != nil {
		_ = l.NextTick(fn)
	}
}
