package stream

// How constructors reach the loop, and how names are looked up on a goroutine.

import (
	"context"
	"errors"
	"net"
	"net/netip"

	"github.com/wakeful-go/wakeful"
)

// onLoop calls fn on the loop with its connection set. In a callback it calls fn at once. Otherwise
// fn runs in a later turn, and failed gets the error that onLoop can no longer return. If the loop
// began to end in between, no user callback is called: neither function runs, or fn's
// wakeful.ErrClosed is dropped. Any goroutine.
func onLoop(l *wakeful.Loop, fn func(*connSet) error, failed func(error)) error {
	begin := func() error {
		s, err := setOf(l)
		if err != nil {
			return err
		}
		return fn(s)
	}
	if l.OnLoop() {
		return begin()
	}
	return l.SubmitPriority(func() {
		if err := begin(); err != nil && !errors.Is(err, wakeful.ErrClosed) {
			failed(err)
		}
	})
}

// resolve calls then with the endpoint of an address. For a literal address that is at the end of
// the current callback. Otherwise it is a priority function, after a lookup on a goroutine. The
// returned function cancels: then is not called after it, and the wait for the resolver ends. A
// query that package net has sent to a name server continues until its own time limit. Loop only.
func (s *connSet) resolve(e endpoint, literal bool, address string, then func(endpoint, error)) (cancel func(), err error) {
	cancelled := false
	var failed error
	if s.sockets.simulated != nil {
		e, failed = s.sockets.lookup(e, literal, address)
		literal = true
	}
	if literal {
		return func() { cancelled = true }, s.loop.AfterCallback(func() {
			if !cancelled {
				then(e, failed)
			}
		})
	}
	keep := s.loop.KeepAlive()      // an auto-exit loop waits for the result
	resolver := net.DefaultResolver // read here: a program may replace it
	ctx, cancelContext := context.WithCancel(s.loop.Context())
	go func() {
		defer keep.Release()
		found, err := lookup(ctx, resolver, e.network, address)
		// A loop that is ending refuses it. The connection set then closes what is open.
		_ = s.loop.SubmitPriority(func() {
			cancelContext()
			if !cancelled {
				then(found, err)
			}
		})
	}()
	return func() {
		cancelled = true
		cancelContext()
	}, nil
}

// lookup uses Go's resolver. Of several addresses it takes the first IPv4 address, or the first
// address if there is none, as net.ResolveTCPAddr does. Any goroutine.
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

// atEndOfTurn calls fn at the end of the turn. On a loop that is ending, which accepts no such
// function any more, it calls fn after the callback. Loop only.
func atEndOfTurn(l *wakeful.Loop, fn func()) {
	if l.AtTurnEnd(fn) != nil {
		_ = l.AfterCallback(fn)
	}
}
