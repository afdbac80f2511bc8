// Package websocket is the client side of the WebSocket protocol, RFC 6455, for the global
// WebSocket of scripts. It knows no runtime and no loop. The opening handshake is a request of an
// http.Client, so the client decides which addresses are reached, through which proxy, with which
// cookies and with which certificates.
package websocket

import (
	"context"
	"crypto/rand"
	"crypto/sha1" //nolint:gosec // the protocol demands it, not for security
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/gobwas/ws"
	"golang.org/x/net/http/httpguts"
)

// This file owns the opening handshake.

// acceptGUID is what the server adds to the key, RFC 6455, section 1.3.
const acceptGUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

// Dial opens a WebSocket. The address has the scheme http or https. The server has to choose one of
// the protocols if there are any. The context ends the handshake only. The client's Timeout limits
// the handshake, and redirects are errors. The extension permessage-deflate is offered.
func Dial(ctx context.Context, given *http.Client, address string, protocols []string) (*Conn, error) {
	client := *given
	if client.Timeout > 0 {
		// A client with a Timeout returns a body that cannot be written to.
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, client.Timeout)
		defer cancel()
		client.Timeout = 0
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error {
		return errors.New("the server redirects the opening handshake")
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	random := make([]byte, 16)
	_, _ = rand.Read(random) // it never fails
	key := base64.StdEncoding.EncodeToString(random)
	for name, value := range map[string]string{
		"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key,
		"Sec-WebSocket-Extensions": deflateOffer, "User-Agent": "wakeful",
	} {
		request.Header.Set(name, value)
	}
	if len(protocols) > 0 {
		request.Header.Set("Sec-WebSocket-Protocol", strings.Join(protocols, ", "))
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	a, err := checkResponse(response, key, protocols)
	if err == nil {
		if transport, ok := response.Body.(io.ReadWriteCloser); ok {
			return newConn(transport, a), nil
		}
		err = fmt.Errorf("the transport of the http.Client cannot upgrade a connection: its response has a %T for a body", response.Body)
	}
	_ = response.Body.Close()
	return nil, err
}

// agreed is what an opening handshake has agreed on.
type agreed struct {
	protocol, extensions string
	deflate              bool
}

// checkResponse checks the server's answer and returns what it has chosen.
func checkResponse(response *http.Response, key string, protocols []string) (a agreed, err error) {
	accept := sha1.Sum([]byte(key + acceptGUID)) //nolint:gosec // see above
	header := response.Header
	chosen, isChosen := header[http.CanonicalHeaderKey("Sec-WebSocket-Protocol")]
	switch {
	case response.StatusCode != http.StatusSwitchingProtocols:
		return a, fmt.Errorf("the server answered the opening handshake with status %d", response.StatusCode)
	case !httpguts.HeaderValuesContainsToken(header["Connection"], "upgrade"), !httpguts.HeaderValuesContainsToken(header["Upgrade"], "websocket"):
		return a, errors.New("the server did not upgrade the connection to a WebSocket")
	case header.Get("Sec-WebSocket-Accept") != base64.StdEncoding.EncodeToString(accept[:]):
		return a, errors.New("the server answered the opening handshake with a wrong Sec-WebSocket-Accept")
	case !isChosen && len(protocols) > 0:
		return a, errors.New("the server chose none of the protocols")
	case isChosen && (len(chosen) != 1 || !slices.Contains(protocols, chosen[0])):
		return a, fmt.Errorf("the server chose a protocol that was not offered: %q", chosen)
	case isChosen:
		a.protocol = chosen[0]
	}
	extensions := header.Values("Sec-WebSocket-Extensions")
	a.extensions = strings.Join(extensions, ", ")
	a.deflate, err = acceptsDeflate(extensions)
	return a, err
}

// A CloseError is the end of a connection after the close frames of both sides.
type CloseError struct {
	Code   int // 1005 if the peer's frame had none
	Reason string
}

func (e *CloseError) Error() string {
	return fmt.Sprintf("the peer closed the connection with code %d %q", e.Code, e.Reason)
}

// statusOf returns the code of the close frame for an error of reading, or 0 if the connection is
// broken and nothing is to be sent.
func statusOf(err error) ws.StatusCode {
	var protocol ws.ProtocolError
	switch {
	case errors.Is(err, errTooLarge):
		return ws.StatusMessageTooBig
	case errors.Is(err, errUTF8), errors.Is(err, errDeflate):
		return ws.StatusInvalidFramePayloadData
	case errors.As(err, &protocol), errors.Is(err, ws.ErrHeaderLengthMSB), errors.Is(err, ws.ErrHeaderLengthUnexpected):
		return ws.StatusProtocolError
	}
	return 0
}
