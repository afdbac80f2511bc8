package main

// The page, and guests over WebSockets. package net/http serves both over TLS, and hands each
// WebSocket over to the loop.

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"time"

	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/ws"
)

//go:embed page
var pageFiles embed.FS

const (
	// silence is how long a guest may send nothing, not even the answer to a ping.
	silence = 30 * time.Second
	// goodbye is how long a guest may take to answer a close frame.
	goodbye = 2 * time.Second
)

// site is the server of the page.
type site struct {
	server   http.Server
	listener net.Listener
	ended    chan struct{}
}

func newSite(r *room, c config) (*site, error) {
	certificate, err := loadCertificate(c)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", c.web)
	if err != nil {
		return nil, err
	}
	files, err := fs.Sub(pageFiles, "page")
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("/", withPolicy(http.FileServerFS(files)))
	mux.HandleFunc("/chat", func(w http.ResponseWriter, req *http.Request) {
		// An error has been answered. Strangers cause it, so it is not worth a line.
		_ = ws.Upgrade(w, req, r.loop, r.acceptSocket,
			ws.WithMaxMessageSize(longestLine), ws.WithKeepAlive(silence/2), ws.WithCloseTimeout(goodbye))
	})
	s := &site{listener: listener, ended: make(chan struct{})}
	s.server.Handler, s.server.ReadHeaderTimeout = mux, silence
	s.server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	s.server.Protocols = new(http.Protocols)
	s.server.Protocols.SetHTTP1(true) // a connection of HTTP/2 cannot be handed over
	go func() {
		defer close(s.ended)
		_ = s.server.ServeTLS(listener, "", "") // until close
	}()
	return s, nil
}

// withPolicy allows the page to load its own files and to connect to its own server only.
func withPolicy(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		h.ServeHTTP(w, r)
	})
}

func (s *site) url() string { return "https://" + s.listener.Addr().String() + "/" }

// close ends the server of the page. The WebSockets belong to the loop.
func (s *site) close() {
	if s != nil {
		_ = s.server.Close() // its connections are of no use any more
		<-s.ended
	}
}

// loadCertificate reads the certificate of the page, or makes one for this machine that is signed
// by itself.
func loadCertificate(c config) (tls.Certificate, error) {
	if c.certificate != "" || c.key != "" {
		return tls.LoadX509KeyPair(c.certificate, c.key)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("making a key: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: "chat of wakeful"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(30 * 24 * time.Hour),
		DNSNames: []string{"localhost"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback},
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("making a certificate: %w", err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}

// socketGuest is a guest over a WebSocket: a message is a text.
type socketGuest struct {
	*guest
	conn *ws.Conn
}

// acceptSocket sets up a new WebSocket. Loop only.
func (r *room) acceptSocket(c *ws.Conn, err error) {
	if err != nil {
		return // it has ended before it came here
	}
	g := &socketGuest{conn: c}
	g.guest = r.welcome(g)
	_ = c.OnClose(func(int, string, error) { g.left() }) // called for every WebSocket, once
	_ = c.OnMessage(func(_ ws.Kind, p []byte) { g.say(string(p)) })
	if r.ended != nil {
		g.leave() // it has come too late
	}
}

func (g *socketGuest) send(line string) {
	if err := g.conn.Send(ws.Text, []byte(line)); errors.Is(err, stream.ErrQueueFull) {
		_ = g.conn.Abort()
	}
}

// leave sends a close frame, which the guest answers.
func (g *socketGuest) leave() bool { return g.conn.Close(ws.StatusGoingAway, "the server ends") == nil }
