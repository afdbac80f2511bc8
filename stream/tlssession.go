package stream

// Session tickets that a client gets after the handshake. The loop decrypts them, and crypto/tls then
// calls Put of the configuration's ClientSessionCache, which may block. So a sessionCache takes its
// place. It collects the calls and makes them on a goroutine. Until they have returned, the
// connection reads nothing more. So the order is that of crypto/tls without a loop: what the server
// sends after a ticket is delivered when the ticket is in the cache, and a server that sends tickets
// faster than Put takes them has to wait.
//
// Rejected: wakeful.Go for the calls. Its goroutines are limited, and work that waits for data of
// the connection may have them all.

import (
	"crypto/tls"
	"runtime/debug"

	"github.com/wakeful-go/wakeful"
)

// sessionCache is the ClientSessionCache of one connection.
type sessionCache struct {
	tls.ClientSessionCache // the user's; only handshakes call Get
	layer                  *tlsLayer

	// Loop only.

	puts   []func()      // not called yet; crypto/tls reads at most 16 tickets without data
	saving chan struct{} // closed when the calls have returned; nil if there are none
}

// withSessionCache returns the configuration for one client's connection.
func (t *tlsLayer) withSessionCache(config *tls.Config) *tls.Config {
	if config.ClientSessionCache == nil {
		return config
	}
	t.sessions = &sessionCache{ClientSessionCache: config.ClientSessionCache, layer: t}
	t.wire.single = true
	config = config.Clone()
	config.ClientSessionCache = t.sessions
	return config
}

// Put is called by crypto/tls, on the loop if the loop decrypts.
func (s *sessionCache) Put(key string, session *tls.ClientSessionState) {
	w := &s.layer.wire
	if w.exchange != nil {
		s.ClientSessionCache.Put(key, session)
		return
	}
	w.held = true
	s.puts = append(s.puts, func() { s.ClientSessionCache.Put(key, session) })
}

// save makes the calls that a read has collected, on a goroutine. Shutdown waits for them until its
// context ends.
func (t *tlsLayer) save() {
	s, c, saving := t.sessions, t.conn, make(chan struct{})
	puts, set, loop := s.puts, c.set, c.loop
	s.puts, s.saving = nil, saving
	forget, err := loop.OnShutdown(func() {
		if set.drain != nil {
			select {
			case <-saving:
			case <-set.drain.Done():
			}
		}
	})
	if err != nil {
		return // the loop is ending, and delivers nothing any more
	}
	keep := loop.KeepAlive() // an auto-exit loop waits
	gate := set.sockets.gate(t.conn.fd)
	go func() {
		if gate != nil {
			gate()
		}
		var err error
		returned := false
		defer func() {
			if !returned {
				err = configPanic(loop, recover())
			}
			close(saving)
			forget()
			// A loop that is ending refuses it, and closes the connection.
			_ = loop.SubmitPriority(func() { t.saved(saving, err) })
			keep.Release()
		}()
		for _, put := range puts {
			put()
		}
		returned = true
	}()
}

// saved continues to read. A connection that has moved since has done so when it arrived.
func (t *tlsLayer) saved(saving chan struct{}, err error) {
	if !t.conn.onLoop() || t.sessions.saving != saving {
		return
	}
	t.release()
	if err != nil {
		t.conn.fail("read", err)
		return
	}
	_ = t.conn.startReading()
}

// release lets the connection read although calls may not have returned.
func (t *tlsLayer) release() {
	if t.sessions != nil {
		t.sessions.saving, t.wire.held = nil, false
	}
}

// configPanic returns the error for a function of the configuration that has panicked with value,
// or has called runtime.Goexit.
func configPanic(loop *wakeful.Loop, value any) error {
	if value == nil {
		value = wakeful.ErrGoexit
	}
	return &wakeful.PanicError{Value: value, Loop: loop.Name(), Phase: "goroutine", Stack: debug.Stack()}
}
