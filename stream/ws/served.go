package ws

// This file owns the opening of a WebSocket from a request that package stream/http serves. The
// connection is on a loop already, with TLS or without.

import (
	"bytes"
	"fmt"
	"net/http"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

// upgradeServed answers the request, and calls then on loop l. The error matches http.ErrNotSupported if
// another server serves the request.
func upgradeServed(w http.ResponseWriter, l *wakeful.Loop, s *settings, response []byte, a agreement, then func(*Conn, error)) error {
	return streamhttp.Hijack(w, func(c *stream.Conn, rest []byte, err error) {
		if err == nil {
			if err = c.WriteAll(response); err == nil && c.Loop() != l {
				rest = bytes.Clone(rest)
				err = c.MoveTo(l, func(c *stream.Conn, err error) {
					if err == nil {
						newConn(c, l, s, a, false, rest, then)
					} else {
						failServed(c, l, err, then)
					}
				})
			} else if err == nil {
				newConn(c, l, s, a, false, rest, then)
			}
		}
		if err != nil {
			failServed(c, l, err, then)
		}
	})
}

// failServed calls then with an error, on loop l.
func failServed(c *stream.Conn, l *wakeful.Loop, err error, then func(*Conn, error)) {
	if c != nil {
		_ = c.Abort() // it may have ended
	}
	// A loop that refuses it is ending: then it is not called.
	_ = l.SubmitUnlimited(func() { then(nil, fmt.Errorf("ws: Upgrade: %w", err)) })
}
