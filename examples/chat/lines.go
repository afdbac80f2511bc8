package main

// Guests over TCP: a message is a line.

import (
	"bytes"
	"errors"

	"github.com/wakeful-go/wakeful/stream"
)

// lineGuest is a guest over TCP.
type lineGuest struct {
	*guest
	conn    *stream.Conn
	partial []byte // the beginning of an incomplete line
}

// acceptLines sets up a new connection.
func (r *room) acceptLines(c *stream.Conn) {
	g := &lineGuest{conn: c}
	g.guest = r.welcome(g)
	_ = c.OnClose(func(error) { g.left() }) // called for every connection, once
	_ = c.OnData(g.receive)                 // an error has ended the connection
}

// receive splits incoming bytes into lines. The bytes are valid until it returns, so it copies the
// beginning of an incomplete line.
func (g *lineGuest) receive(p []byte) {
	for {
		line, rest, complete := bytes.Cut(p, []byte("\n"))
		if len(g.partial)+len(line) > longestLine {
			_ = g.conn.Close()
			return
		}
		g.partial = append(g.partial, line...)
		if !complete {
			return
		}
		text := string(g.partial)
		g.partial, p = g.partial[:0], rest
		g.say(text)
	}
}

func (g *lineGuest) send(line string) {
	if err := g.conn.WriteAll([]byte(line + "\n")); errors.Is(err, stream.ErrQueueFull) {
		_ = g.conn.Abort()
	}
}

// leave has nothing to do: the end of the loop sends the queue and ends the connection.
func (g *lineGuest) leave() bool { return false }
