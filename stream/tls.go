package stream

// TLS: the functions that begin it, and their options. tlshandshake.go has the handshake,
// tlsconn.go what follows it.

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/wakeful-go/wakeful"
)

// side says who has opened a connection, and so which side of TLS it is.
type side uint8

const (
	unknownSide side = iota // an adopted connection
	serverSide
	clientSide
)

// A TLSOption changes how ListenTLS, DialTLS and Conn.StartTLS do the handshake. The functions of
// this package make options. For an invalid value, for an option that does not fit the call, and
// for the zero TLSOption, the call returns an error that matches wakeful.ErrInvalidOption.
type TLSOption struct{ apply func(*tlsSettings) error }

// tlsSettings are the values that options set.
type tlsSettings struct {
	timeout time.Duration
	limit   int
	side    side
}

// WithHandshakeTimeout limits the time from the accepted or opened connection to the end of its
// handshake. The default is 10 seconds. It must be positive.
func WithHandshakeTimeout(after time.Duration) TLSOption {
	return TLSOption{func(s *tlsSettings) error {
		if after <= 0 {
			return invalid("WithHandshakeTimeout", after, "want a positive duration")
		}
		s.timeout = after
		return nil
	}}
}

// WithMaxHandshakes limits the handshakes of a listener that run at the same time. The default is
// 1,000. A handshake runs, on a goroutine, from the client's first complete message to its end.
// When all places are taken, a further client gets the place of the oldest handshake whose client
// has left the server's last message unanswered for 250 ms. If there is none, it waits without a
// goroutine, and the newest of those that wait gets the next place. So up to 4*n clients per second
// that never answer do not make others wait for one of n places.
//
// DialTLS and StartTLS return an error for this option. On each loop, 1,000 of their handshakes run
// as client, where a server may take a second to answer, and 1,000 as server.
func WithMaxHandshakes(n int) TLSOption {
	return TLSOption{func(s *tlsSettings) error {
		if n <= 0 {
			return invalid("WithMaxHandshakes", n, "want a positive number")
		}
		s.limit = n
		return nil
	}}
}

// WithServerSide makes StartTLS do the server's side of the handshake, see Conn.StartTLS.
func WithServerSide() TLSOption { return withSide(serverSide) }

// WithClientSide makes StartTLS do the client's side of the handshake, see Conn.StartTLS.
func WithClientSide() TLSOption { return withSide(clientSide) }

func withSide(wanted side) TLSOption {
	return TLSOption{func(s *tlsSettings) error {
		s.side = wanted
		return nil
	}}
}

func newTLSSettings(call string, options []TLSOption) (tlsSettings, error) {
	s := tlsSettings{timeout: defaultHandshakeTimeout}
	for _, option := range options {
		if option.apply == nil {
			return s, invalidZero(call)
		}
		if err := option.apply(&s); err != nil {
			return s, err
		}
	}
	switch {
	case call != "StartTLS" && s.side != unknownSide:
		return s, fmt.Errorf("%w: stream.%s: WithServerSide and WithClientSide are for StartTLS only; leave them out here", wakeful.ErrInvalidOption, call)
	case call != "ListenTLS" && s.limit != 0:
		return s, fmt.Errorf("%w: stream.%s: WithMaxHandshakes is for ListenTLS only; leave it out here", wakeful.ErrInvalidOption, call)
	case s.limit == 0:
		s.limit = defaultMaxHandshakes
	}
	return s, nil
}

// checkTLSConfig returns what makes a configuration unusable.
func checkTLSConfig(call string, config *tls.Config, client bool) error {
	switch {
	case config == nil:
		return fmt.Errorf("stream: %s: the TLS configuration is nil", call)
	case client && config.Renegotiation != tls.RenegotiateNever:
		return fmt.Errorf("stream: %s: renegotiation cannot be done on a loop: leave Config.Renegotiation at RenegotiateNever: %w", call, errors.ErrUnsupported)
	case !client && len(config.Certificates) == 0 && config.GetCertificate == nil && config.GetConfigForClient == nil:
		return fmt.Errorf("stream: %s: the TLS configuration needs Certificates, GetCertificate or GetConfigForClient", call)
	}
	return nil
}

// ListenTLS is Listen for TLS. OnAccept is called with a connection when its handshake is complete.
// A handshake that fails is an error for the listener's OnError, and is not logged without one,
// because any stranger can cause it. Close of the listener does not end handshakes that have begun.
//
// The functions of config, such as GetConfigForClient and VerifyConnection, are called on a
// goroutine of the handshake and not on the loop. They may block; the handshake's timeout cancels
// the context that crypto/tls gives them. If one panics, the handshake fails with a
// *wakeful.PanicError. The caller must not change config afterwards.
//
// After the handshake crypto/tls calls three of them. ClientSessionCache.Put gets the tickets of a
// client with TLS 1.3, on a goroutine. What the server has sent after a ticket is delivered when
// Put has returned. Shutdown waits for Put until its context ends, and a panic in it ends the
// connection. Rand and Time must not block, because they are called on the loop: Rand for records
// of TLS 1.2 with CBC, and Time for tickets.
func ListenTLS(l *wakeful.Loop, network, address string, config *tls.Config, then func(*Listener, error), options ...TLSOption) error {
	settings, err := newTLSSettings("ListenTLS", options)
	if err != nil {
		return err
	}
	if err := checkTLSConfig("ListenTLS", config, false); err != nil {
		return err
	}
	if then == nil {
		return wakeful.ErrNilFunc
	}
	return Listen(l, network, address, func(listener *Listener, err error) {
		if err == nil {
			listener.secureWith(config, settings)
		}
		then(listener, err)
	})
}

// secureWith has a listener do handshakes.
func (l *Listener) secureWith(config *tls.Config, settings tlsSettings) {
	h := &handshakes{loop: l.set.loop, limit: settings.limit, grace: handshakeGrace}
	l.secure = func(c *Conn) {
		err := secure(c, config, false, h, settings.timeout, func(c *Conn, err error) {
			switch {
			case err == nil:
				l.onAccept(c)
			case l.onError != nil:
				l.onError(err)
			default:
				slog.Debug("stream: a TLS handshake has failed", "error", err)
			}
		})
		if err != nil {
			c.finish(err) // the loop is ending
		}
	}
}

// DialTLS is Dial for TLS: then gets the connection when the handshake is complete, and cancel ends
// the handshake as well. A positive
// timeout limits everything together, and the time limit of handshakes applies as well. If
// config has no ServerName and verifies the server, the name is taken from address. A nil config
// is an empty one. The functions of config are called as for ListenTLS.
func DialTLS(l *wakeful.Loop, network, address string, config *tls.Config, timeout time.Duration, then func(*Conn, error), options ...TLSOption) (cancel func() error, err error) {
	settings, err := newTLSSettings("DialTLS", options)
	if err != nil {
		return nil, err
	}
	if config == nil {
		config = &tls.Config{} //nolint:gosec // crypto/tls has safe defaults
	}
	if err := checkTLSConfig("DialTLS", config, true); err != nil {
		return nil, err
	}
	if config.ServerName == "" && !config.InsecureSkipVerify {
		host, _, err := net.SplitHostPort(address)
		if err != nil {
			host = address
		}
		config = config.Clone()
		config.ServerName = host
	}
	begun := time.Now()
	connected := func(d *dialing, c *Conn) {
		within := settings.timeout
		if timeout > 0 {
			within = min(within, max(1, timeout-time.Since(begun)))
		}
		d.secured = c
		if err := secure(c, config, true, &tlsLoops.Get(l).asClient, within, then); err != nil {
			c.finish(err) // the loop is ending
		}
	}
	return dialWith(l, network, address, timeout, then != nil, func(d *dialing) func(*Conn, error) {
		return func(c *Conn, err error) {
			if err != nil {
				then(nil, err)
				return
			}
			connected(d, c)
		}
	})
}

// cancelHandshake ends a handshake of DialTLS, and its function is not called. Loop only.
func (d *dialing) cancelHandshake() {
	if c := d.secured; c != nil && c.layer != nil && c.layer.opening() {
		c.layer.forget()
		c.finish(context.Canceled)
	}
}

// StartTLS begins TLS on an open connection, as the command STARTTLS of mail protocols does, and
// calls then on the loop when the handshake is complete or has failed. It removes the functions of
// OnData and OnEOF; set them again in then. What was written before is sent before, without TLS.
// Until then is called, Write returns ErrHandshakeIncomplete.
//
// A connection that was dialed becomes the client, and an accepted one the server. For an adopted
// connection pass WithClientSide or WithServerSide. If the handshake fails, the connection is
// closed, then gets the error, and OnClose is called after it. If the loop ends first, then is not
// called.
//
// Bytes that OnData was called with are not part of TLS. If there are any behind the command that
// asks for TLS, the peer has broken the protocol, or an attacker has inserted them: close the
// connection and do not use them. config is as for ListenTLS and DialTLS.
func (c *Conn) StartTLS(config *tls.Config, then func(*Conn, error), options ...TLSOption) error {
	if err := c.writable(); err != nil {
		return err
	}
	settings, err := newTLSSettings("StartTLS", options)
	if err != nil {
		return err
	}
	if settings.side == unknownSide {
		settings.side = c.side
	}
	switch {
	case then == nil:
		return wakeful.ErrNilFunc
	case c.layer != nil:
		return errors.New("stream: StartTLS: the connection uses TLS already")
	case c.eof:
		return fmt.Errorf("stream: StartTLS: the peer has ended the connection: %w", ErrClosed)
	case c.set.drain != nil:
		return wakeful.ErrClosed
	case settings.side == unknownSide:
		return errors.New("stream: StartTLS: an adopted connection needs the option WithClientSide or WithServerSide")
	}
	if c.sendJoined(); c.closed { // without TLS
		return c.err
	}
	client := settings.side == clientSide
	if err := checkTLSConfig("StartTLS", config, client); err != nil {
		return err
	}
	places := &tlsLoops.Get(c.loop).asServer
	if client {
		places = &tlsLoops.Get(c.loop).asClient
	}
	if err := secure(c, config, client, places, settings.timeout, then); err != nil {
		return err
	}
	return c.startReading()
}
