package main

// The server with Redis' protocol on two loops, whose keys are divided between the loops.

import (
	"context"
	"fmt"
	"iter"
	"net"
	"os"
	"os/signal"
	"slices"
	"sync/atomic"
	"unsafe"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
)

// A shardedConn is a connection of the server. Its loop owns it.
type shardedConn struct {
	conn    *stream.Conn
	values  *group.KeyedState[string, []byte]
	partial []byte
	batches []*commands // that are not answered, in order
	free    []*commands
	out     []byte
}

// commands are those that arrived together. Their memory is used again when they are answered.
type commands struct {
	text    []byte      // that the arguments are in
	args    [][4]string // empty strings are missing ones
	keys    []string
	answers []answer
	missing atomic.Int64 // answers that are not there
	parts   atomic.Int64
	out     [maxParts][]byte // the answers of each part
}

// maxParts is how many parts have memory that is used again. Each loop has one, and more while keys move.
const maxParts = 2

// An answer is a part of a buffer. Those of the commands that a loop has handled share one.
type answer struct {
	buffer     *[]byte
	begin, end int
}

func (c *shardedConn) data(p []byte) {
	if len(c.partial) > 0 {
		p = append(c.partial, p...)
	}
	var arguments [4][]byte
	end := 0 // of the complete commands
	b := new(commands)
	if last := len(c.free) - 1; last >= 0 {
		b, c.free = c.free[last], c.free[:last]
	}
	b.text = append(b.text[:0], p...)
	text := unsafe.String(unsafe.SliceData(b.text), len(b.text)) // a KeyedState copies the keys that it keeps
	for {
		args, rest, ok := parse(arguments[:0], p[end:])
		if !ok {
			break
		}
		var command [4]string
		for i, a := range args {
			at := cap(p) - cap(a)
			command[i] = text[at : at+len(a)]
		}
		end = len(p) - len(rest)
		b.args = append(b.args, command)
		b.keys = append(b.keys, command[1])
	}
	c.partial = append(c.partial[:0], p[end:]...)
	if len(b.keys) == 0 {
		return
	}
	b.answers = slices.Grow(b.answers[:0], len(b.keys))[:len(b.keys)]
	b.missing.Store(int64(len(b.keys)))
	b.parts.Store(0)
	c.batches = append(c.batches, b)
	_, err := c.values.SubmitBatch(b.keys, func(values iter.Seq2[int, *[]byte]) {
		out := new([]byte)
		if part := b.parts.Add(1) - 1; part < maxParts {
			out = &b.out[part]
		}
		*out = (*out)[:0]
		n := int64(0)
		for i, value := range values {
			begin := len(*out)
			*out = answerSharded(*out, b.args[i], value)
			b.answers[i] = answer{out, begin, len(*out)}
			n++
		}
		if b.missing.Add(-n) == 0 {
			_ = c.conn.Do(c.write) // its error: the connection has ended
		}
	})
	if err != nil {
		_ = c.conn.Close() // it has no other use
	}
}

// write writes the answers that are there, in order.
func (c *shardedConn) write() {
	c.out = c.out[:0]
	for len(c.batches) > 0 && c.batches[0].missing.Load() == 0 {
		for _, a := range c.batches[0].answers {
			c.out = append(c.out, (*a.buffer)[a.begin:a.end]...)
		}
		b := c.batches[0]
		b.args, b.keys = b.args[:0], b.keys[:0]
		c.batches, c.free = slices.Delete(c.batches, 0, 1), append(c.free, b)
	}
	if len(c.out) > 0 {
		_, _ = c.conn.Write(c.out) // its error ends the connection
	}
}

func answerSharded(out []byte, args [4]string, value *[]byte) []byte {
	switch args[0] {
	case "PING":
		return append(out, "+PONG\r\n"...)
	case "GET":
		return appendValue(out, *value)
	case "SET":
		*value = append((*value)[:0], args[2]...)
		return append(out, "+OK\r\n"...)
	}
	return append(out, "-ERR unknown command\r\n"...)
}

func shardedRESP(ready func(net.Addr)) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	g, err := group.New(2)
	if err != nil {
		return err
	}
	values, err := group.NewKeyedState[string, []byte](g)
	if err != nil {
		return err
	}
	listener, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", func(conn *stream.Conn) {
		c := &shardedConn{conn: conn, values: values}
		_ = conn.SetJoinWrites(false) // the answers are joined here
		_ = conn.OnData(c.data)
	})
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	ready(listener.Addr())
	return g.Run(ctx)
}
