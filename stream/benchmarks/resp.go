package main

// Servers that speak Redis' protocol (RESP): PING, GET and SET on a map in memory.

import (
	"bytes"
	"fmt"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/panjf2000/gnet/v2"
	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

type store map[string][]byte

// serve answers the complete commands in p. It appends the answers to out and returns the rest of p.
func (s store) serve(out, p []byte) (answers, rest []byte) {
	var arguments [4][]byte
	for {
		args, rest, ok := parse(arguments[:0], p)
		if !ok {
			return out, p
		}
		p = rest
		out = s.answer(out, args)
	}
}

// parse parses an array of bulk strings. It reports whether p has a whole one; the others wait for
// more bytes.
func parse(args [][]byte, p []byte) (_ [][]byte, rest []byte, ok bool) {
	n, p, ok := length('*', p)
	for ; ok && n > 0; n-- {
		var size int
		if size, p, ok = length('$', p); !ok || len(p) < size+2 {
			return args, p, false
		}
		args, p = append(args, p[:size]), p[size+2:]
	}
	return args, p, ok
}

func length(kind byte, p []byte) (n int, rest []byte, ok bool) {
	end := bytes.IndexByte(p, '\n')
	if end < 2 || p[0] != kind {
		return 0, p, false
	}
	for _, digit := range p[1 : end-1] {
		n = 10*n + int(digit-'0')
	}
	return n, p[end+1:], true
}

func (s store) answer(out []byte, args [][]byte) []byte {
	switch {
	case len(args) == 1 && string(args[0]) == "PING":
		return append(out, "+PONG\r\n"...)
	case len(args) == 2 && string(args[0]) == "GET":
		return appendValue(out, s[string(args[1])])
	case len(args) == 3 && string(args[0]) == "SET":
		if value, ok := s[string(args[1])]; ok && len(value) == len(args[2]) {
			copy(value, args[2]) // nobody else has it: an answer is a copy
		} else {
			s[string(args[1])] = bytes.Clone(args[2])
		}
		return append(out, "+OK\r\n"...)
	}
	return append(out, "-ERR unknown command\r\n"...)
}

// appendValue appends a value as an answer. Nil is none.
func appendValue(out, value []byte) []byte {
	if value == nil {
		return append(out, "$-1\r\n"...)
	}
	out = strconv.AppendInt(append(out, '$'), int64(len(value)), 10)
	return append(append(append(out, "\r\n"...), value...), "\r\n"...)
}

func wakefulRESP(ready func(net.Addr)) error {
	s := store{}
	var out []byte
	return acceptTCP(ready, func(c *stream.Conn) {
		var partial []byte
		_ = c.SetJoinWrites(false) // the answers are joined here
		_ = c.OnData(func(p []byte) {
			if len(partial) > 0 {
				p = append(partial, p...)
			}
			var rest []byte
			out, rest = s.serve(out[:0], p)
			partial = append(partial[:0], rest...)
			_, _ = c.Write(out) // its error ends the connection
		})
	}, wakeful.WithBlockingPoll()) // as gnet and Redis do
}

// gnetServer is the server on gnet, with one loop.
type gnetServer struct {
	gnet.BuiltinEventEngine
	store store
	out   []byte
	ready func()
}

func (s *gnetServer) OnBoot(gnet.Engine) gnet.Action {
	s.ready()
	return gnet.None
}

func (s *gnetServer) OnTraffic(c gnet.Conn) gnet.Action {
	p, err := c.Peek(-1)
	if err != nil {
		return gnet.Close
	}
	var rest []byte
	s.out, rest = s.store.serve(s.out[:0], p)
	_, _ = c.Discard(len(p) - len(rest))
	if _, err := c.Write(s.out); err != nil {
		return gnet.Close
	}
	return gnet.None
}

func gnetRESP(ready func(net.Addr)) error {
	l, err := net.Listen("tcp", "127.0.0.1:0") // gnet does not say which port it has got
	if err != nil {
		return err
	}
	address := l.Addr()
	if err := l.Close(); err != nil {
		return err
	}
	s := &gnetServer{store: store{}, ready: func() { ready(address) }}
	return gnet.Run(s, "tcp://"+address.String(), gnet.WithTCPNoDelay(gnet.TCPNoDelay))
}

func netRESP(ready func(net.Addr)) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ready(l.Addr())
	var mu sync.Mutex
	s := store{}
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		go func() {
			defer c.Close()
			p, out, used := make([]byte, 64<<10), []byte(nil), 0
			for {
				n, err := c.Read(p[used:])
				if err != nil {
					return
				}
				var rest []byte
				mu.Lock()
				out, rest = s.serve(out[:0], p[:used+n])
				mu.Unlock()
				if _, err := c.Write(out); err != nil {
					return
				}
				used = copy(p, rest)
			}
		}()
	}
}

// redisServer runs redis-server in this process's place in the tree, so that its end is the end of
// this one.
func redisServer(ready func(net.Addr)) error {
	path, err := exec.LookPath("redis-server")
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	address := l.Addr().(*net.TCPAddr)
	if err := l.Close(); err != nil {
		return err
	}
	ready(address)
	return become(path, "redis-server", "--port", strconv.Itoa(address.Port), "--bind", "127.0.0.1",
		"--save", "", "--appendonly", "no")
}

// sampleRESP has redis-benchmark send as many commands at once on each of 50 connections, about that
// many keys.
func sampleRESP(pipeline, keys int) func(string) (figures, error) {
	commands := 40_000
	if pipeline > 1 {
		commands = 400_000
	}
	return func(server string) (f figures, err error) {
		p, err := start(server)
		if err != nil {
			return f, err
		}
		defer p.end()
		if err := reachable(p.address); err != nil {
			return f, err
		}
		host, port, err := net.SplitHostPort(p.address)
		if err != nil {
			return f, err
		}
		before, err := p.cpu()
		if err != nil {
			return f, err
		}
		out, err := exec.Command("redis-benchmark", "-h", host, "-p", port, "-c", "50", "-n", strconv.Itoa(commands),
			"-P", strconv.Itoa(pipeline), "-r", strconv.Itoa(keys), "-t", "set,get", "--csv").Output()
		if err != nil {
			return f, fmt.Errorf("redis-benchmark: %w: %s", err, out)
		}
		after, err := p.cpu()
		if err != nil {
			return f, err
		}
		set, err := column(string(out), "SET")
		if err != nil {
			return f, err
		}
		get, err := column(string(out), "GET")
		if err != nil {
			return f, err
		}
		f.rate = 2 / (1/set + 1/get) // commands over all the time
		f.cpu = float64((after - before).Microseconds()) / float64(2*commands)
		return f, nil
	}
}

// column returns the rate of a test in the output of redis-benchmark.
func column(csv, test string) (float64, error) {
	for line := range strings.Lines(csv) {
		if fields := strings.Split(line, ","); len(fields) > 1 && fields[0] == strconv.Quote(test) {
			return strconv.ParseFloat(strings.Trim(strings.TrimSpace(fields[1]), `"`), 64)
		}
	}
	return 0, fmt.Errorf("redis-benchmark has no row %s: %s", test, csv)
}

// reachable waits until a server accepts.
func reachable(address string) error {
	for until := time.Now().Add(10 * time.Second); ; {
		c, err := net.Dial("tcp", address)
		if err == nil {
			return c.Close()
		}
		if time.Now().After(until) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}
