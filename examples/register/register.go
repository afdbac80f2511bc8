// Package register is a register on several machines: a value that survives the loss of a minority
// of them. It is the algorithm of Attiya, Bar-Noy and Dolev. Its test runs it in simulated worlds,
// and shows a mistake that plain tests do not find.
package register

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// ErrNoMajority is the error of an operation that most replicas have not answered in time. A Set
// may take effect all the same.
var ErrNoMajority = errors.New("register: most replicas have not answered in time")

// A version orders the values. Two clients never use the same one.
type version struct{ number, client int }

func (v version) less(other version) bool {
	return v.number < other.number || v.number == other.number && v.client < other.client
}

// Serve keeps a copy of the register on a loop, and answers clients. It calls then with the
// address.
func Serve(l *wakeful.Loop, address string, then func(net.Addr, error)) error {
	var at version
	var value string
	answer := func(c *stream.Conn, line string) {
		var id int
		var v version
		var s string
		if _, err := fmt.Sscanf(line, "get %d", &id); err == nil {
			_ = c.WriteAll(fmt.Appendf(nil, "%d %d %d %q\n", id, at.number, at.client, value)) // or OnClose tells
		} else if _, err := fmt.Sscanf(line, "set %d %d %d %q", &id, &v.number, &v.client, &s); err == nil {
			if at.less(v) {
				at, value = v, s
			}
			_ = c.WriteAll(fmt.Appendf(nil, "%d 0 0 \"\"\n", id))
		} else {
			_ = c.Abort()
		}
	}
	return stream.Listen(l, "tcp", address, func(listener *stream.Listener, err error) {
		if err == nil {
			err = listener.OnAccept(func(c *stream.Conn) {
				_ = c.OnData(lines(func(line string) { answer(c, line) }))
			})
		}
		if err != nil {
			then(nil, err)
			return
		}
		then(listener.Addr(), nil)
	})
}

// lines returns a function for OnData that calls fn for each line.
func lines(fn func(line string)) func(p []byte) {
	var rest []byte
	return func(p []byte) {
		rest = append(rest, p...)
		for {
			line, after, ok := bytes.Cut(rest, []byte("\n"))
			if !ok {
				return
			}
			fn(string(line))
			rest = after
		}
	}
}

// A Client uses the register. Its methods belong to the callbacks of its loop.
type Client struct {
	loop     *wakeful.Loop
	number   int
	conns    []*stream.Conn // nil while there is none
	calls    map[int]*call
	lastCall int
	// SkipWriteBack is the mistake: Get returns a value that only some replicas have.
	SkipWriteBack bool
}

// call is a question to all replicas.
type call struct {
	answers int
	at      version
	value   string
	timer   *wakeful.Timer
	then    func(at version, value string, err error)
}

// NewClient returns a client of the replicas at the addresses. Each client needs a number of its
// own.
func NewClient(l *wakeful.Loop, number int, addresses []string) *Client {
	c := &Client{loop: l, number: number, conns: make([]*stream.Conn, len(addresses)), calls: map[int]*call{}}
	for i, address := range addresses {
		c.connect(i, address)
	}
	return c
}

// connect keeps a connection to a replica.
func (c *Client) connect(i int, address string) {
	again := func(error) {
		c.conns[i] = nil
		_, _ = c.loop.AfterFunc(100*time.Millisecond, func() { c.connect(i, address) }) // else the loop is ending
	}
	_, err := stream.Dial(c.loop, "tcp", address, time.Second, func(conn *stream.Conn, err error) {
		if err != nil {
			again(err)
			return
		}
		c.conns[i] = conn
		_ = conn.OnClose(again)
		_ = conn.OnData(lines(c.answered))
	})
	if err != nil && !errors.Is(err, wakeful.ErrClosed) {
		again(err)
	}
}

// ask sends a question to all replicas, and calls then when most have answered.
func (c *Client) ask(question string, then func(at version, value string, err error)) {
	c.lastCall++
	id := c.lastCall
	k := &call{then: then}
	c.calls[id] = k
	k.timer, _ = c.loop.AfterFunc(time.Second, func() {
		delete(c.calls, id)
		then(version{}, "", ErrNoMajority)
	})
	asked := 0
	for _, conn := range c.conns {
		if conn != nil {
			asked++
			_ = conn.WriteAll(fmt.Appendf(nil, question, id)) // a replica that cannot be reached does not answer
		}
	}
	if asked <= len(c.conns)/2 {
		_ = k.timer.Reset(0) // there is no majority to wait for
	}
}

// answered gets the answer of a replica.
func (c *Client) answered(line string) {
	var id int
	var at version
	var value string
	if _, err := fmt.Sscanf(line, "%d %d %d %q", &id, &at.number, &at.client, &value); err != nil {
		return
	}
	k := c.calls[id]
	if k == nil {
		return // it is over
	}
	if k.at.less(at) {
		k.at, k.value = at, value
	}
	if k.answers++; k.answers == len(c.conns)/2+1 {
		delete(c.calls, id)
		k.timer.Stop()
		k.then(k.at, k.value, nil)
	}
}

// Get calls then with the value.
func (c *Client) Get(then func(value string, err error)) {
	c.ask("get %d\n", func(at version, value string, err error) {
		if err != nil || c.SkipWriteBack {
			then(value, err)
			return
		}
		// Perhaps only one replica has it, and the next Get asks the others. So most must have it
		// first.
		c.write(at, value, func(err error) { then(value, err) })
	})
}

// Set changes the value, and calls then when most replicas have it.
func (c *Client) Set(value string, then func(err error)) {
	c.ask("get %d\n", func(at version, _ string, err error) {
		if err != nil {
			then(err)
			return
		}
		c.write(version{at.number + 1, c.number}, value, then)
	})
}

func (c *Client) write(at version, value string, then func(error)) {
	c.ask(fmt.Sprintf("set %%d %d %d %q\n", at.number, at.client, value), func(_ version, _ string, err error) { then(err) })
}
