package ws

// The opening handshake as pure functions: requests and responses, and what they negotiate.

import (
	"cmp"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // the protocol asks for it, not for secrecy
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"github.com/gobwas/httphead"
	"github.com/gobwas/ws/wsflate"
)

// ErrHandshake means that the other side did not do the opening handshake of a WebSocket.
var ErrHandshake = errors.New("ws: the opening handshake has failed")

// agreement is what a handshake has negotiated.
type agreement struct {
	protocol string
	deflate  bool
}

// deflateAnswer is what a server answers, and a client offers. The window of Go's compressor has 15
// bits, so an offer that wants a smaller one from the server is declined.
const deflateAnswer = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

// refusedRequestError is why a server refuses, with the status that the client gets.
type refusedRequestError struct {
	status int
	reason string
}

func (r *refusedRequestError) Error() string { return fmt.Sprintf("%v: %s", ErrHandshake, r.reason) }
func (r *refusedRequestError) Unwrap() error { return ErrHandshake }

// answer returns the response to a client's request.
func (s *settings) answer(r *http.Request) (response []byte, a agreement, err error) {
	refuse := func(status int, reason string) ([]byte, agreement, error) {
		return nil, agreement{}, &refusedRequestError{status, reason}
	}
	keys := r.Header.Values("Sec-Websocket-Key")
	key := r.Header.Get("Sec-Websocket-Key")
	decoded, err := base64.StdEncoding.DecodeString(key)
	switch {
	case r.Method != http.MethodGet:
		return refuse(http.StatusMethodNotAllowed, "the method is not GET")
	case !r.ProtoAtLeast(1, 1) || r.ProtoMajor != 1:
		return refuse(http.StatusBadRequest, "the request is not HTTP/1.1")
	case !hasToken(r.Header, "Connection", "upgrade") || !hasToken(r.Header, "Upgrade", "websocket"):
		return refuse(http.StatusUpgradeRequired, "the request does not ask for an upgrade to websocket")
	case r.Header.Get("Sec-Websocket-Version") != "13":
		return refuse(http.StatusUpgradeRequired, "the version is not 13")
	case r.ContentLength != 0: // negative for Transfer-Encoding
		return refuse(http.StatusBadRequest, "the request has a body")
	case len(keys) > 1:
		return refuse(http.StatusBadRequest, "there is more than one key")
	case err != nil || len(decoded) != 16:
		return refuse(http.StatusBadRequest, "the key is not 16 bytes in base64")
	case r.Host == "":
		return refuse(http.StatusBadRequest, "there is no host")
	case !s.checkOrigin(r):
		return refuse(http.StatusForbidden, "the origin is not allowed")
	}
	var b strings.Builder
	b.WriteString("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ")
	b.WriteString(acceptKey(key))
	b.WriteString("\r\n")
	if a.protocol = s.choose(r.Header); a.protocol != "" {
		b.WriteString("Sec-WebSocket-Protocol: " + a.protocol + "\r\n")
	}
	if s.compressFrom >= 0 && offersDeflate(r.Header) {
		a.deflate = true
		b.WriteString("Sec-WebSocket-Extensions: " + deflateAnswer + "\r\n")
	}
	b.WriteString("\r\n")
	return []byte(b.String()), a, nil
}

// response returns the HTTP response that refuses a request.
func (r *refusedRequestError) response() []byte {
	body := r.reason + "\n"
	extra := ""
	if r.status == http.StatusUpgradeRequired {
		extra = "Sec-WebSocket-Version: 13\r\nUpgrade: websocket\r\n"
	}
	return fmt.Appendf(nil, "HTTP/1.1 %d %s\r\nConnection: close\r\n%sContent-Type: text/plain; charset=utf-8\r\nContent-Length: %d\r\n\r\n%s",
		r.status, http.StatusText(r.status), extra, len(body), body)
}

// request returns the request of a client, and its key.
func (s *settings) request(u *url.URL) (request []byte, key string) {
	var nonce [16]byte
	_, _ = rand.Read(nonce[:]) // it never fails
	key = base64.StdEncoding.EncodeToString(nonce[:])
	header := s.header.Clone()
	if header == nil {
		header = http.Header{}
	}
	header.Set("Upgrade", "websocket")
	header.Set("Connection", "Upgrade")
	header.Set("Sec-WebSocket-Version", "13")
	header.Set("Sec-WebSocket-Key", key)
	if len(s.protocols) > 0 {
		header.Set("Sec-WebSocket-Protocol", strings.Join(s.protocols, ", "))
	}
	if s.compressFrom >= 0 {
		header.Set("Sec-WebSocket-Extensions", deflateAnswer)
	}
	host := http.Header{"Host": {cmp.Or(header.Get("Host"), u.Host)}}
	header.Del("Host")
	var b strings.Builder
	fmt.Fprintf(&b, "GET %s HTTP/1.1\r\n", u.RequestURI())
	_ = host.Write(&b) // first, as servers expect it; a strings.Builder returns no errors
	_ = header.Write(&b)
	b.WriteString("\r\n")
	return []byte(b.String()), key
}

// accepted checks the response to a client.
func (s *settings) accepted(r *http.Response, key string) (a agreement, err error) {
	refuse := func(format string, args ...any) (agreement, error) {
		return agreement{}, fmt.Errorf("%w: "+format, append([]any{ErrHandshake}, args...)...)
	}
	switch {
	case r.StatusCode != http.StatusSwitchingProtocols:
		return refuse("the server answers %s", r.Status)
	case !hasToken(r.Header, "Connection", "upgrade") || !hasToken(r.Header, "Upgrade", "websocket"):
		return refuse("the server does not upgrade to websocket")
	case r.Header.Get("Sec-Websocket-Accept") != acceptKey(key):
		return refuse("the server's accept key is wrong")
	}
	protocol := r.Header.Get("Sec-Websocket-Protocol")
	if protocol != "" && !slices.Contains(s.protocols, protocol) {
		return refuse("the server has chosen the protocol %q, which was not offered", protocol)
	}
	options, ok := extensions(r.Header)
	switch {
	case !ok || len(options) > 1:
		return refuse("the server's extensions are not those offered")
	case len(options) == 1:
		var p wsflate.Parameters
		if string(options[0].Name) != wsflate.ExtensionName || s.compressFrom < 0 || p.Parse(options[0]) != nil ||
			!p.ServerNoContextTakeover || p.ClientMaxWindowBits != 0 {
			return refuse("the server's extensions are not those offered")
		}
		a.deflate = true
	}
	a.protocol = protocol
	return a, nil
}

func acceptKey(key string) string {
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) //nolint:gosec // as above
	return base64.StdEncoding.EncodeToString(sum[:])
}

// choose returns the client's first protocol that the server has.
func (s *settings) choose(h http.Header) string {
	for _, line := range h.Values("Sec-Websocket-Protocol") {
		for name := range strings.SplitSeq(line, ",") {
			if name = textproto.TrimString(name); slices.Contains(s.protocols, name) {
				return name
			}
		}
	}
	return ""
}

// extensions returns the extensions of a header, false if they cannot be parsed.
func extensions(h http.Header) (options []httphead.Option, ok bool) {
	for _, line := range h.Values("Sec-Websocket-Extensions") {
		options, ok = httphead.ParseOptions([]byte(line), options)
		if !ok {
			return nil, false
		}
	}
	return options, true
}

// offersDeflate reports whether one of the client's offers can be answered with deflateAnswer.
func offersDeflate(h http.Header) bool {
	options, ok := extensions(h)
	if !ok {
		return false
	}
	for _, option := range options {
		var p wsflate.Parameters
		if string(option.Name) == wsflate.ExtensionName && p.Parse(option) == nil && (p.ServerMaxWindowBits == 0 || p.ServerMaxWindowBits == 15) {
			return true
		}
	}
	return false
}

// hasToken reports whether a header field contains a token, in any case.
func hasToken(h http.Header, name, token string) bool {
	for _, line := range h.Values(name) {
		for t := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(textproto.TrimString(t), token) {
				return true
			}
		}
	}
	return false
}

// isToken reports whether s is a token of HTTP.
func isToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`()<>@,;:\"/[]?={}`, c) >= 0 {
			return false
		}
	}
	return s != ""
}

// sameOrigin reports whether a browser's page comes from the host of the request.
func sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, r.Host)
}
