package peers

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/lxzan/gws"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/ws"
	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the echo servers with TLS and WebSockets, and the WebSocket libraries among the
// contestants.

var (
	gwsEntry = contest.Entry{
		Name:               "gws",
		Kind:               contest.Peer,
		Summary:            "lxzan/gws under net/http, with a goroutine for each WebSocket. It is no loop.",
		Can:                contest.WebSocketEchoes,
		NewWebSocketServer: newGWSServer,
	}
	coderEntry = contest.Entry{
		Name:               "coder-websocket",
		Kind:               contest.Peer,
		Summary:            "coder/websocket under net/http, with a goroutine for each WebSocket. It is no loop.",
		Can:                contest.WebSocketEchoes,
		NewWebSocketServer: newCoderServer,
	}
)

// connected adds the servers with TLS and WebSockets to a champion.
func connected(e contest.Entry) contest.Entry {
	if hasDescriptors {
		e.Can |= contest.TLSEchoes | contest.WebSocketEchoes
		e.NewTLSServer, e.NewWebSocketServer = newWakefulTLSServer, newWakefulWebSocketServer
	}
	return e
}

// withoutServers removes the servers of an entry.
func withoutServers(e contest.Entry) contest.Entry {
	e.Can &^= contest.Servers
	e.NewServer, e.NewTLSServer, e.NewWebSocketServer = nil, nil, nil
	return e
}

// serverTLS returns a configuration with a certificate that nobody verifies.
func serverTLS() (*tls.Config, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("peers: %w", err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(24 * time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("peers: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS13}, nil
}

func newNetTLSServer() (contest.Server, error) {
	config, err := serverTLS()
	if err != nil {
		return nil, err
	}
	listener, err := tls.Listen("tcp", echoAddress, config)
	if err != nil {
		return nil, fmt.Errorf("peers: listen: %w", err)
	}
	return serveNet(listener), nil
}

func newWakefulTLSServer() (contest.Server, error) {
	config, err := serverTLS()
	if err != nil {
		return nil, err
	}
	return newWakefulServerWith(func(s *wakefulServer, then func(*stream.Listener, error)) error {
		return stream.ListenTLS(s.loop, "tcp", echoAddress, config, then)
	}, func(_ *wakefulServer, c *stream.Conn) { echo(c) })
}

func newWakefulWebSocketServer() (contest.Server, error) {
	return newWakefulServerWith(listenPlain, func(s *wakefulServer, c *stream.Conn) {
		_ = ws.Accept(s.loop, c, func(c *ws.Conn, err error) { // an error ends the connection
			if err == nil {
				_ = c.OnMessage(func(kind ws.Kind, p []byte) { _ = c.Send(kind, p) })
			}
		})
	})
}

// webSocketServer is a server of net/http whose handler serves WebSockets.
type webSocketServer struct {
	server  http.Server
	address string
	serving sync.WaitGroup

	mu   sync.Mutex
	ends map[any]func() // of open WebSockets; nil once the server is closed
}

func newWebSocketServer(handle func(s *webSocketServer, w http.ResponseWriter, r *http.Request)) (contest.Server, error) {
	listener, err := net.Listen("tcp", echoAddress)
	if err != nil {
		return nil, fmt.Errorf("peers: listen: %w", err)
	}
	s := &webSocketServer{address: listener.Addr().String(), ends: map[any]func(){}}
	s.server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handle(s, w, r) })
	s.serving.Go(func() { _ = s.server.Serve(listener) }) // until it is closed
	return s, nil
}

// serve calls read, which reads until the end of a WebSocket. end ends it.
func (s *webSocketServer) serve(conn any, end, read func()) {
	s.mu.Lock()
	if s.ends == nil {
		s.mu.Unlock()
		end()
		return
	}
	s.ends[conn] = end
	s.serving.Add(1)
	s.mu.Unlock()
	defer s.serving.Done()
	read()
	s.mu.Lock()
	delete(s.ends, conn)
	s.mu.Unlock()
}

func (s *webSocketServer) Address() string { return s.address }

func (s *webSocketServer) Close() error {
	err := s.server.Close()
	s.mu.Lock()
	for _, end := range s.ends {
		end()
	}
	s.ends = nil
	s.mu.Unlock()
	s.serving.Wait()
	return err
}

// gwsEcho is gws's handler of events.
type gwsEcho struct{ gws.BuiltinEventHandler }

func (gwsEcho) OnMessage(c *gws.Conn, m *gws.Message) {
	_ = c.WriteMessage(m.Opcode, m.Bytes()) // an error ends the connection
	_ = m.Close()
}

func newGWSServer() (contest.Server, error) {
	upgrader := gws.NewUpgrader(gwsEcho{}, &gws.ServerOption{})
	return newWebSocketServer(func(s *webSocketServer, w http.ResponseWriter, r *http.Request) {
		c, err := upgrader.Upgrade(w, r)
		if err != nil {
			return
		}
		s.serve(c, func() { _ = c.NetConn().Close() }, c.ReadLoop)
	})
}

func newCoderServer() (contest.Server, error) {
	return newWebSocketServer(func(s *webSocketServer, w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
		if err != nil {
			return
		}
		ctx := context.Background()
		s.serve(c, func() { _ = c.CloseNow() }, func() {
			defer func() { _ = c.CloseNow() }()
			for {
				kind, message, err := c.Read(ctx)
				if err == nil {
					err = c.Write(ctx, kind, message)
				}
				if err != nil {
					return
				}
			}
		})
	})
}
