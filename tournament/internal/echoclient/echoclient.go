// Package echoclient has the clients of an echo server. They are the same for every server that is
// measured, and check every byte.
package echoclient

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Clients holds connections to one server. One goroutine at a time calls its methods.
type Clients struct {
	all   []*client
	limit time.Duration
}

type client struct {
	conn      connection
	sent, got [64]byte
	n         uint64
}

// Connect connects so many clients. limit bounds the time of each later call, 0 for no bound.
func Connect(address string, connections int, limit time.Duration) (*Clients, error) {
	return ConnectOver("", address, connections, limit)
}

// ConnectOver is Connect with a protocol: "" for bytes, "tls" or "websocket".
func ConnectOver(protocol, address string, connections int, limit time.Duration) (*Clients, error) {
	c := &Clients{limit: limit}
	all, errs := make([]*client, connections), make([]error, connections)
	var next atomic.Int64
	var connecting sync.WaitGroup
	for range atOnce {
		connecting.Go(func() {
			for i := int(next.Add(1)) - 1; i < connections; i = int(next.Add(1)) - 1 {
				if all[i], errs[i] = connect(protocol, address); errs[i] != nil {
					next.Store(int64(connections)) // the others end
				}
			}
		})
	}
	connecting.Wait()
	c.all = slices.DeleteFunc(all, func(one *client) bool { return one == nil })
	if err := errors.Join(errs...); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// atOnce is how many clients connect at the same time.
const atOnce = 16

func connect(protocol, address string) (*client, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("connecting to the server: %w", err)
	}
	over, err := speak(protocol, conn.(*net.TCPConn))
	if err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("beginning the protocol with the server: %w", err)
	}
	return &client{conn: over}, nil
}

// Request makes n requests over all connections. Each connection waits for an answer before its
// next request. It fails when an answer is not what was sent.
func (c *Clients) Request(n int) error {
	return c.each(func(i int, one *client) error { return one.request(n*(i+1)/len(c.all) - n*i/len(c.all)) })
}

// Part ends the clients' direction of each connection and reads until the server ends its own. It
// fails when anything comes back.
func (c *Clients) Part() error {
	return c.each(func(_ int, one *client) error { return one.part() })
}

// Close closes the connections.
func (c *Clients) Close() {
	for _, one := range c.all {
		_ = one.conn.Close()
	}
}

// each calls a function for every connection concurrently.
func (c *Clients) each(do func(i int, one *client) error) error {
	errs := make([]error, len(c.all))
	var done sync.WaitGroup
	for i, one := range c.all {
		done.Go(func() {
			if c.limit > 0 { // a server that does not answer must not block the run
				if errs[i] = one.conn.SetDeadline(time.Now().Add(c.limit)); errs[i] != nil {
					return
				}
			}
			errs[i] = do(i, one)
		})
	}
	done.Wait()
	return errors.Join(errs...)
}

func (c *client) request(n int) error {
	for range n {
		c.n++ // an answer to another request does not match
		binary.LittleEndian.PutUint64(c.sent[:], c.n)
		if _, err := c.conn.Write(c.sent[:]); err != nil {
			return fmt.Errorf("sending a request: %w", err)
		}
		if _, err := io.ReadFull(c.conn, c.got[:]); err != nil {
			return fmt.Errorf("waiting for an answer: %w", err)
		}
		if c.got != c.sent {
			return errors.New("what came back is not what was sent")
		}
	}
	return nil
}

func (c *client) part() error {
	if err := c.conn.CloseWrite(); err != nil {
		return fmt.Errorf("parting: %w", err)
	}
	// A server that closes while bytes are on their way to it resets the connection, but there are
	// none.
	surplus, err := io.Copy(io.Discard, c.conn)
	if err != nil {
		return fmt.Errorf("waiting for the server's end of a connection: %w", err)
	}
	if surplus > 0 {
		return fmt.Errorf("%d bytes came back that were not sent, or twice", surplus)
	}
	return nil
}
