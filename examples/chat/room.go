package main

// The room holds all state of the server. It has no lock and no goroutine.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/wakeful-go/wakeful"
)

const (
	longestLine = 4 << 10 // bytes of a message
	longestName = 40      // bytes
)

// room holds the guests. Everything in it belongs to the loop.
type room struct {
	loop    *wakeful.Loop
	guests  map[*guest]bool   // all connections
	names   map[string]*guest // the guests that have a name
	leaving map[*guest]bool   // what end waits for
	ended   func()            // called when leaving is empty; nil before the end
}

// guest is one connection.
type guest struct {
	room *room
	to   connection
	name string // "" before the guest has sent it
}

// connection is the way to a guest.
type connection interface {
	// send sends a whole line or nothing. A guest that does not read is disconnected when its write
	// queue is full. So it uses no more memory than the queue's limit and one line.
	send(line string)
	// leave is called when the server ends. It reports whether the connection needs the loop for
	// its end.
	leave() bool
}

// welcome adds a new connection.
func (r *room) welcome(to connection) *guest {
	g := &guest{room: r, to: to}
	r.guests[g] = true
	to.send("your name?")
	return g
}

// say is called with each line of a guest.
func (g *guest) say(line string) {
	switch text := clean(line); {
	case g.name == "":
		g.setName(text)
	case text != "":
		g.room.broadcast(g, g.name+": "+text)
	}
}

// clean removes what could break the lines or the terminals of other guests.
func clean(line string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(line, "\uFFFD")))
}

// setName adds a guest to the room, unless the name is taken or makes its messages look like
// others.
func (g *guest) setName(name string) {
	if name == "" || len(name) > longestName || strings.ContainsAny(name, ":*") || g.room.names[name] != nil {
		g.to.send("another name?")
		return
	}
	g.name = name
	g.room.names[name] = g
	g.room.broadcast(g, fmt.Sprintf("* %s is here", name))
	g.to.send(fmt.Sprintf("* %d here", len(g.room.names)))
}

// broadcast sends a line to all guests except one, in the order of their names. The order of a map
// would differ from run to run, and a simulation could not repeat a run.
func (r *room) broadcast(from *guest, line string) {
	for _, name := range slices.Sorted(maps.Keys(r.names)) {
		if g := r.names[name]; g != from {
			g.to.send(line)
		}
	}
}

// left is called once, however the connection has ended. When the server ends, it does not
// announce the guests that leave.
func (g *guest) left() {
	r := g.room
	delete(r.guests, g)
	delete(r.leaving, g)
	if g.name != "" {
		delete(r.names, g.name)
		if r.ended == nil {
			r.broadcast(g, fmt.Sprintf("* %s has left", g.name))
		}
	}
	r.checkEnd()
}

// end tells the guests that the server ends, and calls then when those have left that need the
// loop for it.
func (r *room) end(then func()) {
	r.ended, r.leaving = then, map[*guest]bool{}
	for g := range r.guests {
		if g.to.leave() {
			r.leaving[g] = true
		}
	}
	r.checkEnd()
}

func (r *room) checkEnd() {
	if then := r.ended; then != nil && len(r.leaving) == 0 {
		r.ended = func() {}
		then()
	}
}
