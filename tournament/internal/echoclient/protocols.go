package echoclient

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// This file owns the protocols that the clients speak.

// connection is what a client makes its requests over. A write is a message.
type connection interface {
	io.ReadWriteCloser
	CloseWrite() error
	SetDeadline(t time.Time) error
}

// speak begins a protocol on a connection.
func speak(protocol string, conn *net.TCPConn) (connection, error) {
	switch protocol {
	case "":
		return conn, nil
	case "tls":
		over := tls.Client(conn, &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS13}) //nolint:gosec // the server is this test's own
		return over, over.Handshake()
	case "websocket":
		return newWebSocket(conn)
	}
	return nil, fmt.Errorf("there is no protocol %q", protocol)
}

// webSocket is a client with as little of its own as possible: messages are shorter than 126 bytes,
// and the mask is zero.
type webSocket struct {
	net.Conn
	in    *bufio.Reader
	out   []byte
	rest  int // bytes of the message that is being read
	ended bool
}

func newWebSocket(conn net.Conn) (*webSocket, error) {
	const request = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
	w := &webSocket{Conn: conn, in: bufio.NewReaderSize(conn, 256)}
	if _, err := io.WriteString(conn, request); err != nil {
		return nil, err
	}
	answer, err := http.ReadResponse(w.in, nil)
	if err != nil {
		return nil, err
	}
	if err := answer.Body.Close(); err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		return nil, fmt.Errorf("the server answers %s", answer.Status)
	}
	return w, nil
}

const (
	finalBinary = 0x82
	finalClose  = 0x88
	masked      = 0x80
)

func (w *webSocket) Write(p []byte) (int, error) {
	w.out = append(append(w.out[:0], finalBinary, byte(masked|len(p)), 0, 0, 0, 0), p...)
	if _, err := w.Conn.Write(w.out); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (w *webSocket) Read(p []byte) (int, error) {
	for w.rest == 0 {
		if w.ended {
			return 0, io.EOF
		}
		var header [2]byte
		if _, err := io.ReadFull(w.in, header[:]); err != nil {
			return 0, err
		}
		w.rest = int(header[1])
		switch {
		case header[0] == finalClose:
			w.ended = true
			_, err := w.in.Discard(w.rest)
			w.rest = 0
			if err == nil {
				err = io.EOF
			}
			return 0, err
		case header[0] != finalBinary || w.rest > 125:
			return 0, fmt.Errorf("a frame begins with %x", header)
		}
	}
	n, err := w.in.Read(p[:min(len(p), w.rest)])
	w.rest -= n
	return n, err
}

// CloseWrite sends a close frame.
func (w *webSocket) CloseWrite() error {
	_, err := w.Conn.Write([]byte{finalClose, masked | 2, 0, 0, 0, 0, 1000 >> 8, 1000 & 0xff})
	return err
}
