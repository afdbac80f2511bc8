//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package telemetry_test

import (
	"net"
	"os"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
	"github.com/wakeful-go/wakeful/telemetry"
)

// unixFaults are the faults of programs that use descriptors.
func unixFaults() []fault {
	stalls := []telemetry.Option{telemetry.WithStallLimit(20*ms, nil), telemetry.WithLogger(nil)}
	return []fault{
		{"a callback in a system call", "blocked callback", []program{
			{want: "in a system call", real: true, watch: stalls, plant: faultyRead},
			{want: "run it with RunBlocking", real: true, watch: stalls, plant: faultyFileLock},
		}},
		{"a descriptor that is always ready", "descriptor that is always ready", []program{
			{want: "faultyReader", real: true, plant: faultyReader},
			{want: "ask for Writable only while there is something to write", real: true, plant: faultyWriter},
		}},
		{"small writes with Flush", "small writes", []program{
			{want: "7 bytes each", real: true, plant: faultyLines},
			{want: "leave Flush out", real: true, plant: faultyHeaders},
		}},
	}
}

// faultyRead reads from a pipe that has nothing for a while.
func faultyRead(p *planting) {
	r, w, err := os.Pipe()
	p.check(err)
	p.t.Cleanup(func() { p.check(r.Close()); p.check(w.Close()) })
	fd := int(r.Fd()) // it blocks now
	p.until(func() {
		p.check(p.l.Submit(func() { _, _ = syscall.Read(fd, make([]byte, 1)) }))
		time.Sleep(80 * ms)
		_, err := w.Write([]byte{1})
		p.check(err)
		p.call(func() {})
	})
}

// faultyFileLock waits for a lock of a file that another descriptor has.
func faultyFileLock(p *planting) {
	name := p.t.TempDir() + "/lock"
	var files [2]*os.File
	for i := range files {
		file, err := os.Create(name)
		p.check(err)
		files[i] = file
		p.t.Cleanup(func() { p.check(file.Close()) })
	}
	mine, theirs := int(files[0].Fd()), int(files[1].Fd())
	p.until(func() {
		p.check(syscall.Flock(theirs, syscall.LOCK_EX))
		p.check(p.l.Submit(func() {
			_ = syscall.Flock(mine, syscall.LOCK_EX)
			_ = syscall.Flock(mine, syscall.LOCK_UN)
		}))
		time.Sleep(80 * ms)
		p.check(syscall.Flock(theirs, syscall.LOCK_UN))
		p.call(func() {})
	})
}

// register registers a descriptor with a function that does not use it.
func (p *planting) register(f *os.File, events wakeful.Events, fn func(wakeful.Events)) {
	p.call(func() {
		r, err := p.l.RegisterFD(int(f.Fd()), events, fn)
		p.check(err)
		p.t.Cleanup(func() { p.check(r.Close()) })
	})
}

func faultyReader(p *planting) {
	r, w, err := os.Pipe()
	p.check(err)
	p.t.Cleanup(func() { p.check(r.Close()); p.check(w.Close()) })
	_, err = w.Write([]byte("more"))
	p.check(err)
	p.register(r, wakeful.Readable, func(wakeful.Events) {})
}

func faultyWriter(p *planting) {
	r, w, err := os.Pipe()
	p.check(err)
	p.t.Cleanup(func() { p.check(r.Close()); p.check(w.Close()) })
	var queue [][]byte
	p.register(w, wakeful.Writable, func(wakeful.Events) {
		if len(queue) > 0 {
			queue = queue[1:]
		}
	})
}

// serve answers each byte that the test sends on a connection with answer.
func (p *planting) serve(answer func(c *stream.Conn)) {
	listening := make(chan net.Addr, 1)
	p.check(stream.Listen(p.l, "tcp", "127.0.0.1:0", func(l *stream.Listener, err error) {
		p.check(err)
		p.check(l.OnAccept(func(c *stream.Conn) {
			p.check(c.OnData(func([]byte) { answer(c) }))
		}))
		listening <- l.Addr()
	}))
	c, err := net.Dial("tcp", (<-listening).String())
	p.check(err)
	p.t.Cleanup(func() { p.check(c.Close()) })
	received := make([]byte, 4096)
	p.until(func() {
		_, err := c.Write([]byte("?"))
		p.check(err)
		_, err = c.Read(received)
		p.check(err)
	})
}

func faultyLines(p *planting) {
	p.serve(func(c *stream.Conn) {
		for range 10 {
			_ = c.WriteAll([]byte("a line\n"))
			_ = c.Flush()
		}
	})
}

func faultyHeaders(p *planting) {
	p.serve(func(c *stream.Conn) {
		for _, part := range []string{"HTTP/1.1 200 OK\r\n", "Content-Type: text/plain\r\n", "Content-Length: 2\r\n", "\r\n", "ok"} {
			_, _ = c.Write([]byte(part))
			_ = c.Flush()
		}
	})
}
