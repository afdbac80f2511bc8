package world

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// This file owns the clients of the workload echo. They run in the runner, are the same for every
// peer, and check every byte.

// echoLimit is the time limit for an answer of the server.
const echoLimit = 60 * time.Second

type echoClients []*echoClient

type echoClient struct {
	conn      net.Conn
	sent, got [64]byte
	n         uint64
}

func connectEcho(address string, connections int) (echoClients, error) {
	var all echoClients
	for range connections {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			all.close()
			return nil, fmt.Errorf("connecting to the peer: %w", err)
		}
		all = append(all, &echoClient{conn: conn})
	}
	return all, nil
}

func (all echoClients) close() {
	for _, c := range all {
		_ = c.conn.Close()
	}
}

// each calls a function for every connection concurrently.
func (all echoClients) each(do func(i int, c *echoClient) error) error {
	errs := make([]error, len(all))
	var done sync.WaitGroup
	for i, c := range all {
		done.Go(func() {
			// A server that does not answer must not block the run.
			if errs[i] = c.conn.SetDeadline(time.Now().Add(echoLimit)); errs[i] == nil {
				errs[i] = do(i, c)
			}
		})
	}
	done.Wait()
	return errors.Join(errs...)
}

// request makes n requests over all connections. Each connection waits for an answer before its
// next request.
func (all echoClients) request(n int) (time.Duration, error) {
	start := time.Now()
	err := all.each(func(i int, c *echoClient) error { return c.request(peer.Share(n, len(all), i)) })
	return time.Since(start), err
}

func (c *echoClient) request(n int) error {
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

// part ends the clients' direction and reads until the server ends its own. It must read nothing.
func (all echoClients) part() error {
	return all.each(func(_ int, c *echoClient) error {
		if err := c.conn.(*net.TCPConn).CloseWrite(); err != nil {
			return fmt.Errorf("parting: %w", err)
		}
		surplus, err := io.Copy(io.Discard, c.conn)
		if err != nil {
			return fmt.Errorf("waiting for the server's end of a connection: %w", err)
		}
		if surplus > 0 {
			return fmt.Errorf("%d bytes came back that were not sent, or twice", surplus)
		}
		return nil
	})
}

// portsOfAddress is the number of connections from one address to the same address and port. It is
// less than the number of ports that Linux assigns.
const portsOfAddress = 28_000

// keptDescriptors is the number of descriptors that a process has besides its connections.
const keptDescriptors = 100

// mostConnections returns how many connections a peer and the runner can have.
func mostConnections() int { return min(portsOfAddress, descriptorLimit()-keptDescriptors) }
