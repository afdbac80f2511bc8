package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/stream/handover"
)

// longestLine is how many bytes a line may have.
const longestLine = 1000

// server is the state of the server. Only callbacks of the loop use it.
type server struct {
	loop     *wakeful.Loop
	listener *stream.Listener
	clients  map[*client]bool
}

// client is a connection, and what a new process has to know about it.
type client struct {
	conn *stream.Conn

	Lines   int    // answered so far
	Partial []byte // a line that is not complete yet
	Unsent  []byte // of answers; only while it is handed over
}

func (s *server) enter(c *client) {
	s.clients[c] = true
	_ = c.conn.OnClose(func(error) { delete(s.clients, c) })
	_ = c.conn.OnDrain(func() { _ = c.conn.Resume() })
	_ = c.conn.OnData(c.read)
}

func (c *client) read(p []byte) {
	c.Partial = append(c.Partial, p...)
	for {
		line, rest, complete := bytes.Cut(c.Partial, []byte("\n"))
		if !complete {
			break
		}
		c.Lines++
		fmt.Fprintf(c.conn, "%d %s\n", c.Lines, line) // its error ends the connection
		c.Partial = rest
	}
	if c.conn.AboveHighWatermark() {
		_ = c.conn.Pause()
	}
	if len(c.Partial) > longestLine {
		_ = c.conn.Abort()
	}
}

// leave stops accepting, and detaches the connections. Those that are ending stay.
func (s *server) leave() (sockets []handover.Socket, err error) {
	if err := s.listener.Close(); err != nil {
		return nil, err
	}
	for c := range s.clients {
		file, unsent, err := c.conn.Detach()
		if err != nil {
			continue
		}
		c.Unsent = unsent
		state, err := json.Marshal(c)
		if err != nil {
			return sockets, err
		}
		sockets = append(sockets, handover.Socket{Name: "client", File: file, Data: state})
	}
	return sockets, nil
}

// restore goes on with a connection of the old process.
func (s *server) restore(conn *stream.Conn, state []byte) {
	c := &client{conn: conn}
	if err := json.Unmarshal(state, c); err != nil {
		_ = conn.Abort()
		return
	}
	if err := conn.WriteAll(c.Unsent); err != nil {
		_ = conn.Abort()
		return
	}
	c.Unsent = nil
	s.enter(c)
}
