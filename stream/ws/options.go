package ws

// The options of a WebSocket.

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"time"
)

// An Option changes a WebSocket that is made by Accept, Hijack or Dial.
type Option func(*settings) error

type settings struct {
	maxMessage   int
	closeTimeout time.Duration
	openTimeout  time.Duration
	keepAlive    time.Duration
	compressFrom int // bytes; negative: no compression
	protocols    []string
	checkOrigin  func(*http.Request) bool
	config       *tls.Config
	header       http.Header
}

func newSettings(options []Option) (*settings, error) {
	s := &settings{
		maxMessage: 1 << 20, closeTimeout: 5 * time.Second, openTimeout: 10 * time.Second,
		compressFrom: -1, checkOrigin: sameOrigin,
	}
	for _, option := range options {
		if err := option(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// WithMaxMessageSize limits the messages that are received, in bytes after decompression. The
// default is 1 MiB.
func WithMaxMessageSize(n int) Option {
	return func(s *settings) error {
		if n <= 0 {
			return fmt.Errorf("ws: WithMaxMessageSize(%d): want a positive number of bytes", n)
		}
		s.maxMessage = n
		return nil
	}
}

// WithCloseTimeout limits the wait for the peer's close frame after our own. The default is 5
// seconds.
func WithCloseTimeout(after time.Duration) Option {
	return positive("WithCloseTimeout", after, func(s *settings) { s.closeTimeout = after })
}

// WithHandshakeTimeout limits the time for the opening handshake of Accept and Dial. The default is
// 10 seconds.
func WithHandshakeTimeout(after time.Duration) Option {
	return positive("WithHandshakeTimeout", after, func(s *settings) { s.openTimeout = after })
}

// WithKeepAlive sends a ping after each such time, and ends a connection from which nothing has
// arrived for twice as long. There is none by default.
func WithKeepAlive(every time.Duration) Option {
	return positive("WithKeepAlive", every, func(s *settings) { s.keepAlive = every })
}

func positive(name string, d time.Duration, set func(*settings)) Option {
	return func(s *settings) error {
		if d <= 0 {
			return fmt.Errorf("ws: %s(%v): want a positive duration", name, d)
		}
		set(s)
		return nil
	}
}

// WithCompression allows permessage-deflate, and compresses messages of at least from bytes. Each
// message is compressed on its own (no context takeover), so an idle connection holds no memory for
// it. Compression happens on the loop and takes some 20 ns per byte.
func WithCompression(from int) Option {
	return func(s *settings) error {
		if from < 0 {
			return fmt.Errorf("ws: WithCompression(%d): want a number of bytes", from)
		}
		s.compressFrom = from
		return nil
	}
}

// WithSubprotocols sets the application's protocols, the best first. A server takes the first one
// of the client's that it has, or none.
func WithSubprotocols(names ...string) Option {
	return func(s *settings) error {
		for _, name := range names {
			if !isToken(name) {
				return fmt.Errorf("ws: WithSubprotocols: %q is not a name of a protocol", name)
			}
		}
		s.protocols = names
		return nil
	}
}

// WithOriginCheck replaces the server's default check, which requires that a page in a browser
// comes from the host that it connects to. Requests without an Origin header do not come from
// browsers; the default lets them pass.
func WithOriginCheck(allowed func(*http.Request) bool) Option {
	return func(s *settings) error {
		if allowed == nil {
			return fmt.Errorf("ws: WithOriginCheck: the function is nil")
		}
		s.checkOrigin = allowed
		return nil
	}
}

// WithTLSConfig sets the configuration of Dial for wss, see stream.DialTLS.
func WithTLSConfig(config *tls.Config) Option {
	return func(s *settings) error {
		s.config = config
		return nil
	}
}

// WithHeader adds header fields to the request of Dial.
func WithHeader(header http.Header) Option {
	return func(s *settings) error {
		s.header = header.Clone()
		return nil
	}
}
