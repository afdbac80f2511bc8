package js_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/gobwas/ws"
)

// This file owns the server of the tests of WebSocket. It uses another implementation of the
// protocol than the runtime, and raw frames.

// A socketServer serves WebSockets.
type socketServer struct {
	*httptest.Server
	// ended gets the code and the reason with which a client has closed /echo or /raw.
	ended chan string
	stop  chan struct{} // closed at the end of the test
}

// address returns the server's address with the scheme ws or wss.
func (s *socketServer) address() string { return strings.Replace(s.URL, "http", "ws", 1) }

// newSocketServer starts a server. With secure it has TLS.
func newSocketServer(t testing.TB, secure bool) *socketServer {
	t.Helper()
	s := &socketServer{ended: make(chan string, 100), stop: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("/echo", func(w http.ResponseWriter, r *http.Request) { s.echo(w, r, websocket.CompressionDisabled) })
	mux.HandleFunc("/deflate", func(w http.ResponseWriter, r *http.Request) { s.echo(w, r, websocket.CompressionNoContextTakeover) })
	mux.HandleFunc("/takeover", func(w http.ResponseWriter, r *http.Request) { s.echo(w, r, websocket.CompressionContextTakeover) })
	mux.HandleFunc("/headers", func(w http.ResponseWriter, r *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "seen", Value: "1"})
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer func() { _ = c.CloseNow() }()
		var shown []string
		for _, name := range []string{"Authorization", "Cookie", "Sec-Websocket-Protocol", "Sec-Websocket-Version", "Sec-Websocket-Extensions"} {
			shown = append(shown, r.Header.Get(name))
		}
		text, _ := json.Marshal(shown)
		_ = c.Write(r.Context(), websocket.MessageText, text)
		_ = c.Close(1000, "")
	})
	mux.HandleFunc("/close", func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		code, _ := strconv.Atoi(r.URL.Query().Get("code"))
		_ = c.Close(websocket.StatusCode(code), r.URL.Query().Get("reason"))
	})
	mux.HandleFunc("/refuse", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusForbidden) })
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/echo", http.StatusFound) })
	mux.HandleFunc("/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	mux.HandleFunc("/silent", func(w http.ResponseWriter, r *http.Request) { // opens, and does not read
		upgrade(w, r, "", func(net.Conn, *bufio.Reader) { <-s.stop })
	})
	mux.HandleFunc("/protocol", func(w http.ResponseWriter, r *http.Request) { // chooses what the query says
		upgrade(w, r, "Sec-WebSocket-Protocol: "+r.URL.Query().Get("p")+"\r\n", func(c net.Conn, in *bufio.Reader) { answerClose(c, in) })
	})
	mux.HandleFunc("/extension", func(w http.ResponseWriter, r *http.Request) {
		upgrade(w, r, "Sec-WebSocket-Extensions: permessage-deflate\r\n", func(net.Conn, *bufio.Reader) {})
	})
	mux.HandleFunc("/accept", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "websocket")
		w.Header().Set("Sec-WebSocket-Accept", "wrong")
		w.WriteHeader(http.StatusSwitchingProtocols)
	})
	// /raw sends the bytes of the query, in hexadecimal, and then the status with which the client
	// closes goes to ended. With deflate in the query it accepts that extension.
	mux.HandleFunc("/raw", func(w http.ResponseWriter, r *http.Request) {
		extra := ""
		if r.URL.Query().Has("deflate") {
			extra = "Sec-WebSocket-Extensions: permessage-deflate; server_no_context_takeover\r\n"
		}
		upgrade(w, r, extra, func(c net.Conn, in *bufio.Reader) {
			var raw []byte
			_, _ = fmt.Sscanf(r.URL.Query().Get("hex"), "%x", &raw)
			_, _ = c.Write(raw)
			if tcp, ok := c.(*net.TCPConn); ok && r.URL.Query().Has("eof") {
				_ = tcp.CloseWrite()
			}
			s.ended <- answerClose(c, in)
		})
	})
	if secure {
		s.Server = httptest.NewUnstartedServer(mux)
		s.Config.ErrorLog = log.New(io.Discard, "", 0) // of handshakes that the client refuses
		s.StartTLS()
	} else {
		s.Server = httptest.NewServer(mux)
	}
	t.Cleanup(func() {
		close(s.stop)
		s.Close()
	})
	return s
}

// echo sends messages back. The client's first protocol is chosen.
func (s *socketServer) echo(w http.ResponseWriter, r *http.Request, compression websocket.CompressionMode) {
	var protocols []string
	for name := range strings.SplitSeq(r.Header.Get("Sec-WebSocket-Protocol"), ",") {
		if name = strings.TrimSpace(name); name != "" {
			protocols = append(protocols, name)
		}
	}
	c, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: protocols, CompressionMode: compression, CompressionThreshold: 1})
	if err != nil {
		return
	}
	c.SetReadLimit(-1)
	defer func() { _ = c.CloseNow() }()
	for {
		kind, message, err := c.Read(r.Context())
		if err != nil {
			text := "broken"
			if closed, ok := errors.AsType[websocket.CloseError](err); ok {
				text = fmt.Sprintf("%d %s", closed.Code, closed.Reason)
			}
			s.ended <- text
			return
		}
		if err := c.Write(r.Context(), kind, message); err != nil {
			s.ended <- "broken"
			return
		}
	}
}

// upgrade does the opening handshake by hand, and ends the connection when serve returns.
func upgrade(w http.ResponseWriter, r *http.Request, extra string, serve func(net.Conn, *bufio.Reader)) {
	c, in, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = c.Close() }()
	_, _ = io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: "+acceptOf(r.Header.Get("Sec-WebSocket-Key"))+"\r\n"+extra+"\r\n")
	serve(c, in.Reader)
}

// answerClose reads frames until a close frame has come, answers it, and returns its code. It
// returns "broken" if none comes. Frames that are not masked are an error of the client.
func answerClose(c net.Conn, in *bufio.Reader) string {
	for {
		f, err := ws.ReadFrame(in) //nolint:staticcheck // the client of the test sends small frames
		if err != nil {
			return "broken"
		}
		if !f.Header.Masked {
			return "not masked"
		}
		ws.Cipher(f.Payload, f.Header.Mask, 0)
		switch f.Header.OpCode {
		case ws.OpPong:
			_, _ = c.Write(ws.MustCompileFrame(ws.NewTextFrame(append([]byte("pong "), f.Payload...))))
		case ws.OpClose:
			_, _ = c.Write(ws.MustCompileFrame(ws.NewCloseFrame(f.Payload)))
			code, reason := ws.ParseCloseFrameData(f.Payload)
			return strings.TrimSpace(fmt.Sprintf("%d %s", code, reason))
		}
	}
}
