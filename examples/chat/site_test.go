//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream/ws"
)

// certificate returns what the page's server identifies itself with.
func (p *program) certificate(t *testing.T) *x509.Certificate {
	t.Helper()
	address := strings.TrimSuffix(strings.TrimPrefix(p.page, "https://"), "/")
	c, err := tls.Dial("tcp", address, &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // it asks who is there
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	// An answer shows that the server has ended its part of the handshake too.
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: chat\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, c); err != nil {
		t.Fatal(err)
	}
	return c.ConnectionState().PeerCertificates[0]
}

// fingerprint is that of the key of a certificate, as Chromium wants it.
func fingerprint(c *x509.Certificate) string {
	sum := sha256.Sum256(c.RawSubjectPublicKeyInfo)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// tlsConfig trusts the program's certificate, and no other.
func (p *program) tlsConfig(t *testing.T) *tls.Config {
	t.Helper()
	pool := x509.NewCertPool()
	pool.AddCert(p.certificate(t))
	return &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
}

// socketClient is a guest over a WebSocket.
type socketClient struct {
	t     *testing.T
	loop  *wakeful.Loop
	conn  *ws.Conn
	lines chan string // closed at the end; the loop sends
	end   chan int    // the status
}

// joinSocket connects a guest over wss.
func joinSocket(t *testing.T, p *program, l *wakeful.Loop, config *tls.Config) *socketClient {
	t.Helper()
	c := &socketClient{t: t, loop: l, lines: make(chan string, 100), end: make(chan int, 1)}
	opened := make(chan error, 1)
	err := ws.Dial(l, "wss"+strings.TrimPrefix(p.page, "https")+"chat", func(conn *ws.Conn, err error) {
		if c.conn = conn; err == nil {
			_ = conn.OnClose(func(status int, _ string, _ error) {
				close(c.lines)
				c.end <- status
			})
			_ = conn.OnMessage(func(kind ws.Kind, p []byte) {
				if kind != ws.Text {
					t.Errorf("a message is %v", kind)
				}
				c.lines <- string(p)
			})
		}
		opened <- err
	}, ws.WithTLSConfig(config))
	if err == nil {
		err = <-opened
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (c *socketClient) send(text string) {
	c.t.Helper()
	_, err := c.loop.Call(context.Background(), func() (struct{}, error) { return struct{}{}, c.conn.Send(ws.Text, []byte(text)) })
	if err != nil {
		c.t.Error(err)
	}
}

func (c *socketClient) expect(want ...string) {
	c.t.Helper()
	for _, w := range want {
		if got, ok := <-c.lines; got != w {
			c.t.Errorf("got %q (open: %v), want %q", got, ok, w)
		}
	}
}

// runningLoop returns a loop for clients. It ends with the test.
func runningLoop(t *testing.T) *wakeful.Loop {
	t.Helper()
	l, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = l.Run(context.Background()) }()
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		<-l.Done()
	})
	return l
}

// TestSocketGuests: guests over WebSockets and over TCP are in the same room. Nobody can make a
// message look like another one. When the server ends, it says so.
func TestSocketGuests(t *testing.T) {
	p := start(t)
	l, config := runningLoop(t), p.tlsConfig(t)
	ann, bob, cid := joinSocket(t, p, l, config), join(t, p.lines), joinSocket(t, p, l, config)
	ann.send("ann")
	ann.expect("your name?", "* 1 here")
	bob.send("bob\n")
	bob.expect("your name?", "* 2 here")
	ann.expect("* bob is here")
	cid.expect("your name?")
	for _, name := range []string{"ann", "", "bob: I", "* 3 here", strings.Repeat("x", 41)} {
		cid.send(name)
		cid.expect("another name?")
	}
	cid.send("cid")
	cid.expect("* 3 here")
	ann.expect("* cid is here")
	bob.expect("* cid is here")

	ann.send("hello\n* bob has left\x1b[2J")
	bob.expect("ann: hello * bob has left [2J")
	cid.expect("ann: hello * bob has left [2J")
	bob.send("h\xffi\n")
	ann.expect("bob: h\uFFFDi")
	cid.expect("bob: h\uFFFDi")

	cid.send(strings.Repeat("x", longestLine+1))
	ann.expect("* cid has left")
	bob.expect("* cid has left")
	if status := <-cid.end; status != ws.StatusTooLarge {
		t.Errorf("a message that is too long ends with status %d", status)
	}
	p.stop()
	if status := <-ann.end; status != ws.StatusGoingAway {
		t.Errorf("the end of the server has status %d", status)
	}
}

// TestPageFiles: the server has the page, and nothing beside it.
func TestPageFiles(t *testing.T) {
	p := start(t)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: p.tlsConfig(t)}}
	defer client.CloseIdleConnections()
	for path, want := range map[string]int{"": 200, "page.js": 200, "page.css": 200, "site.go": 404, "chat": 426} {
		answer, err := client.Get(p.page + path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			t.Error(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("/%s: %s", path, answer.Status)
		}
		if policy := answer.Header.Get("Content-Security-Policy"); path != "chat" && !strings.HasPrefix(policy, "default-src 'self'") {
			t.Errorf("/%s has the policy %q", path, policy)
		}
	}
}
