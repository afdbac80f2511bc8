package main

// The room: everything that the server knows. It has no lock and no goroutine.

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful/stream"
)

// longestLine bounds what a guest may send without a line end.
const longestLine = 4 << 10

// room knows its guests by their names.
type room struct {
	guests map[string]*guest
}

// guest is one connection.
type guest struct {
	room *room
	conn *stream.Conn
	name string // "" until it has said it
	line []byte // the beginning of a line whose end has not come
}

// welcome sets up a new connection.
func (r *room) welcome(c *stream.Conn) {
	g := &guest{room: r, conn: c}
	if err := errors.Join(c.OnClose(g.left), c.OnData(g.heard)); err != nil {
		_ = c.Close()
		return
	}
	g.tell("your name?\n")
}

// heard takes what has arrived apart into lines. The bytes are the loop's, so the
// beginning of a line is copied.
func (g *guest) heard(p []byte) {
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
		said := string(bytes.TrimSpace(g.line))
		g.line, p = g.line[:0], rest
		if g.name == "" {
			g.introduce(said)
		} else {
			g.room.say(g, fmt.Sprintf("%s: %s\n", g.name, said))
		}
	}
}

// introduce lets a guest in under a name that nobody else has.
func (g *guest) introduce(name string) {
	if name == "" || g.room.guests[name] != nil {
		g.tell("another name?\n")
		return
	}
	g.name = name
	g.room.guests[name] = g
	g.room.say(g, fmt.Sprintf("* %s is here\n", name))
	g.tell(fmt.Sprintf("* %d here\n", len(g.room.guests)))
}

// say tells everybody but the one who says it.
func (r *room) say(from *guest, text string) {
	for _, g := range r.guests {
		if g != from {
			g.tell(text)
		}
	}
}

// tell sends a line. A guest who does not read fills its queue and is shown out:
// nobody waits for it, and it costs no more memory than the queue's limit.
func (g *guest) tell(text string) {
	if _, err := g.conn.Write([]byte(text)); errors.Is(err, stream.ErrQueueFull) {
		_ = g.conn.Close()
	}
}

// left is called once, however the connection has ended.
func (g *guest) left(error) {
	if g.name != "" {
		delete(g.room.guests, g.name)
		g.room.say(g, fmt.Sprintf("* %s has left\n", g.name))
	}
}
