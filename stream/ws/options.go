package ws

// The options of a WebSocket.

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful"
)

// An Option changes a WebSocket that is made by Accept, Upgrade or Dial. The functions of this
// package make options. For an invalid value, for an option that does not fit the call, and for the
// zero Option, the call returns an error that matches wakeful.ErrInvalidOption.
type Option struct{ apply func(*settings) error }

// settings are the values that options set.
type settings struct {
	call         string // Accept, Upgrade or Dial
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

// newSettings applies the options of a call.
func newSettings(call string, options []Option) (*settings, error) {
	s := &settings{
		call:       call,
		maxMessage: 1 << 20, closeTimeout: 5 * time.Second, openTimeout: 10 * time.Second,
		compressFrom: -1, checkOrigin: sameOrigin,
	}
	for _, option := range options {
		if option.apply == nil {
			return nil, fmt.Errorf("%w: ws.%s: an option is the zero value; use the functions that make options", wakeful.ErrInvalidOption, call)
		}
		if err := option.apply(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// invalid is the error for a value that an option cannot have.
func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: ws.%s(%v): %s", wakeful.ErrInvalidOption, option, value, want)
}

// only returns an error unless the call is one of those that an option is for.
func (s *settings) only(option string, calls ...string) error {
	if slices.Contains(calls, s.call) {
		return nil
	}
	return fmt.Errorf("%w: ws.%s: %s is for %s only; leave it out here", wakeful.ErrInvalidOption, s.call, option, strings.Join(calls, " and "))
}

// WithMaxMessageSize limits the messages that are received, in bytes after decompression. The
// default is 1 MiB. The buffer of a message is copied when it grows, which stalls the loop for about
// 0.1 ms per MiB.
func WithMaxMessageSize(n int) Option {
	return Option{func(s *settings) error {
		if n <= 0 {
			return invalid("WithMaxMessageSize", n, "want a positive number of bytes")
		}
		s.maxMessage = n
		return nil
	}}
}

// WithCloseTimeout limits the wait for the peer's close frame after our own, and for the end of a
// client that Accept has refused. The default is 5 seconds.
func WithCloseTimeout(after time.Duration) Option {
	return positive("WithCloseTimeout", after, func(s *settings) { s.closeTimeout = after })
}

// WithHandshakeTimeout limits the time for the opening handshake of Accept and Dial. The default is
// 10 seconds. Upgrade does not take it: the time limits of the http.Server apply.
func WithHandshakeTimeout(after time.Duration) Option {
	return Option{func(s *settings) error {
		if after <= 0 {
			return invalid("WithHandshakeTimeout", after, "want a positive duration")
		}
		s.openTimeout = after
		return s.only("WithHandshakeTimeout", "Accept", "Dial")
	}}
}

// WithKeepAlive sends a ping after each such time, and ends a connection from which nothing has
// arrived for twice as long. A peer that has ended its direction of TCP gets what is queued, as long
// as it accepts some of it in each such double time. There is no keep-alive by default.
func WithKeepAlive(every time.Duration) Option {
	return positive("WithKeepAlive", every, func(s *settings) { s.keepAlive = every })
}

func positive(name string, d time.Duration, set func(*settings)) Option {
	return Option{func(s *settings) error {
		if d <= 0 {
			return invalid(name, d, "want a positive duration")
		}
		set(s)
		return nil
	}}
}

// WithCompression allows permessage-deflate, and compresses messages of at least from bytes. Each
// message is compressed on its own (no context takeover), so an idle connection holds no memory for
// it. Compression happens on the loop and takes some 20 ns per byte. Decompression does too: a loop
// decompresses one message at a time, and at most 64 KiB before it runs other callbacks. Until then
// a connection with a compressed message does not read.
func WithCompression(from int) Option {
	return Option{func(s *settings) error {
		if from < 0 {
			return invalid("WithCompression", from, "want a number of bytes, at least 0")
		}
		s.compressFrom = from
		return nil
	}}
}

// WithSubprotocols sets the application's protocols, the best first. A server takes the first one
// of the client's that it has, or none.
func WithSubprotocols(names ...string) Option {
	return Option{func(s *settings) error {
		for _, name := range names {
			if !isToken(name) {
				return invalid("WithSubprotocols", fmt.Sprintf("%q", name), "a name has letters, digits and some signs, as a token of HTTP")
			}
		}
		s.protocols = names
		return nil
	}}
}

// WithOriginCheck replaces the server's default check, which requires that a page in a browser
// comes from the host that it connects to. Requests without an Origin header do not come from
// browsers; the default lets them pass. Dial does not take it.
func WithOriginCheck(allowed func(*http.Request) bool) Option {
	return Option{func(s *settings) error {
		if allowed == nil {
			return invalid("WithOriginCheck", "nil", "leave the option out for the default check")
		}
		s.checkOrigin = allowed
		return s.only("WithOriginCheck", "Accept", "Upgrade")
	}}
}

// WithTLSConfig sets the configuration of Dial for wss, see stream.DialTLS. Only Dial takes it.
func WithTLSConfig(config *tls.Config) Option {
	return Option{func(s *settings) error {
		s.config = config
		return s.only("WithTLSConfig", "Dial")
	}}
}

// WithHeader adds header fields to the request of Dial. Only Dial takes it.
func WithHeader(header http.Header) Option {
	return Option{func(s *settings) error {
		s.header = header.Clone()
		return s.only("WithHeader", "Dial")
	}}
}
