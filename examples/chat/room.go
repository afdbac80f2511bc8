package main

// The room holds all state of the server. It has no lock and no goroutine.

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// longestLine limits the bytes that a guest may send without a line end.
const longestLine = 4 << 10

// room holds the guests by name.
type room struct {
	guests map[string]*guest
}

// guest is one connection.
type guest struct {
	room *room
	conn *stream.Conn
	name string // "" before the guest has sent it
	line []byte // the beginning of an incomplete line
}

// welcome sets up a new connection.
func (r *room) welcome(c *stream.Conn) {
	g := &guest{room: r, conn: c}
	if err := errors.Join(c.OnClose(g.closed), c.OnData(g.receive)); err != nil {
		_ = c.Close()
		return
	}
	g.send("your name?\n")
}

// receive splits incoming bytes into lines. The bytes are valid until it returns, so it copies the
// beginning of an incomplete line.
func (g *guest) receive(p []byte) {
	for {
		line, rest, ended := bytes.Cut(p, []byte("\n"))
		if len(g.line)+len(line) > longestLine {
			_ = g.conn.Close()
			return
		}
		g.line = append(g.line, line...)
		if !ended {
			return
		}
		text := string(bytes.TrimSpace(g.line))
		g.line, p = g.line[:0], rest
		if g.name == "" {
			g.setName(text)
		} else {
			g.room.broadcast(g, fmt.Sprintf("%s: %s\n", g.name, text))
		}
	}
}

// setName adds a guest to the room, unless the name is taken.
func (g *guest) setName(name string) {
	if name == "" || g.room.guests[name] != nil {
		g.send("another name?\n")
		return
	}
	g.name = name
	g.room.guests[name] = g
	g.room.broadcast(g, fmt.Sprintf("* %s is here\n", name))
	g.send(fmt.Sprintf("* %d here\n", len(g.room.guests)))
}

// broadcast sends a line to all guests except one.
func (r *room) broadcast(from *guest, text string) {
	for _, g := range r.guests {
		if g != from {
			g.send(text)
		}
	}
}

// send sends a whole line or nothing. If a guest does not read, its write queue fills and it is
// disconnected. So it uses no more memory than the queue's limit and one line.
func (g *guest) send(text string) {
	if err := g.conn.WriteAll([]byte(text)); errors.Is(err, stream.ErrQueueFull) {
		_ = g.conn.Close()
	}
}

// closed is called once, however the connection has ended. When the server ends, it does not
// announce the guests that leave.
func (g *guest) closed(err error) {
	if g.name == "" {
		return
	}
	delete(g.room.guests, g.name)
	if !errors.Is(err, wakeful.ErrClosed) {
		g.room.broadcast(g, fmt.Sprintf("* %s has left\n", g.name))
	}
}
