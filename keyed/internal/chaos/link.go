// Package chaos disturbs the members of a consumer group at random, for tests of the sources of
// package keyed: members join, leave, die and stall while records flow.
package chaos

import (
	"context"
	"errors"
	"net"
	"sync"
)

// A Link is the network of a member. Any goroutine may call its methods.
type Link struct {
	mu      sync.Mutex
	conns   map[net.Conn]struct{}
	cut     bool
	stalls  int           // how often it was stalled and resumed: odd while it is stalled
	stalled chan struct{} // closed by Resume; nil if nothing is stalled
}

var errCut = errors.New("chaos: the link is cut")

// Dial connects over the link.
func (l *Link) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	l.wait()
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		_ = conn.Close() // the error is that of the link
		return nil, errCut
	}
	if l.conns == nil {
		l.conns = map[net.Conn]struct{}{}
	}
	l.conns[conn] = struct{}{}
	return &linked{conn, l}, nil
}

// Cut closes all connections and refuses new ones, as when a process is killed.
func (l *Link) Cut() {
	l.Resume()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = true
	for conn := range l.conns {
		_ = conn.Close() // the member sees the error
	}
}

// IsCut reports whether Cut was called.
func (l *Link) IsCut() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cut
}

// Stall lets nothing through until Resume.
func (l *Link) Stall() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stalled == nil {
		l.stalls++
		l.stalled = make(chan struct{})
	}
}

// Resume ends Stall.
func (l *Link) Resume() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stalled != nil {
		close(l.stalled)
		l.stalled = nil
		l.stalls++
	}
}

// stallCount returns how often the link was stalled and resumed. It is odd while it is stalled.
func (l *Link) stallCount() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stalls
}

func (l *Link) wait() {
	l.mu.Lock()
	stalled := l.stalled
	l.mu.Unlock()
	if stalled != nil {
		<-stalled
	}
}

type linked struct {
	net.Conn
	link *Link
}

func (c *linked) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.link.wait()
	return n, err
}

func (c *linked) Write(b []byte) (int, error) {
	c.link.wait()
	return c.Conn.Write(b)
}

func (c *linked) Close() error {
	c.link.mu.Lock()
	delete(c.link.conns, c.Conn)
	c.link.mu.Unlock()
	return c.Conn.Close()
}
