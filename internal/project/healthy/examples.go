package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// This file owns the examples that can run under load, and their clients.

// An example is a program in examples.
type example struct {
	name    string
	args    []string
	address string // "" if it prints where it listens
	module  bool   // it is a module that is not in the workspace
	// client makes requests until ctx ends, nil for a program that needs none. That is started again
	// when it has ended.
	client func(ctx context.Context, address string, n int, request func()) error
}

// again is how long a program has ended before it is started again.
const again = time.Minute

// The examples without the dashboard, whose faults are planted, and without those that need a
// terminal or a compiler of C.
var examples = []example{
	{name: "echo", args: []string{"-listen", "127.0.0.1:0"}, client: echoes},
	{name: "chat", args: []string{"-listen", "127.0.0.1:0", "-web", ""}, client: chats},
	{name: "restart", args: []string{"-listen", "127.0.0.1:0"}, client: listens},
	{name: "service", args: []string{"-listen", "127.0.0.1:0"}, client: requests(http.MethodGet, "/hello/gopher", "")},
	{name: "gateway", address: "127.0.0.1:8080", client: requests(http.MethodPost, "/run",
		`(await orders.list({customer: "c1"})).filter(o => o.total > 20)`)},
	{name: "hooks", args: []string{"-listen", "127.0.0.1:8090", "-scripts", "examples/hooks/scripts"}, address: "127.0.0.1:8090", module: true,
		client: requests(http.MethodPost, "/orders", `{"customer":"Ada","cents":1200}`)},
	{name: "load"},
	{name: "rules"},
	{name: "orders", args: []string{"-records", "2000", "-kills", "1"}},
	{name: "frame", args: []string{"-frames", "3000"}},
}

// listening returns the address that a program prints.
func listening(out io.Reader) (string, error) {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "listening on "); ok {
			return strings.TrimPrefix(strings.Fields(address)[0], "http://"), nil
		}
	}
	return "", fmt.Errorf("the program has not printed where it listens: %w", lines.Err())
}

// run runs the program until ctx ends, and its clients once it listens.
func (e *example) run(ctx context.Context, program string, environment []string, l load, requests *atomic.Int64) error {
	for ctx.Err() == nil {
		cmd := exec.CommandContext(ctx, program, e.args...)
		cmd.Env, cmd.WaitDelay = environment, 10*time.Second
		if l.verbose {
			cmd.Stderr = os.Stderr
		}
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
		out, err := cmd.StdoutPipe()
		if err != nil {
			return err
		}
		if err = cmd.Start(); err != nil {
			return err
		}
		address := e.address
		if e.client != nil && address == "" {
			if address, err = listening(out); err != nil {
				return errors.Join(err, cmd.Process.Kill(), cmd.Wait())
			}
		}
		var all sync.WaitGroup
		all.Go(func() { _, _ = io.Copy(io.Discard, out) })
		if e.client != nil {
			e.clients(ctx, address, l, requests)
		}
		all.Wait()
		if err = cmd.Wait(); err != nil && ctx.Err() == nil {
			return err
		}
		pause(ctx, again)
	}
	return nil
}

// clients runs clients until ctx ends. A client that fails begins again.
func (e *example) clients(ctx context.Context, address string, l load, requests *atomic.Int64) {
	var all sync.WaitGroup
	think := func() {
		requests.Add(1)
		pause(ctx, time.Duration(rand.ExpFloat64()*float64(l.think)))
	}
	for n := range l.clients {
		all.Go(func() {
			for ctx.Err() == nil {
				if e.client(ctx, address, n, think) != nil {
					pause(ctx, 100*time.Millisecond) // it does not listen yet, or it ends
				}
			}
		})
	}
	all.Wait()
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// connect dials, and closes the connection when ctx ends.
func connect(ctx context.Context, address string) (c net.Conn, forget func() bool, err error) {
	if c, err = net.Dial("tcp", address); err != nil {
		return nil, nil, err
	}
	return c, context.AfterFunc(ctx, func() { _ = c.Close() }), nil
}

// echoes sends lines of different lengths and reads them back.
func echoes(ctx context.Context, address string, _ int, request func()) error {
	c, forget, err := connect(ctx, address)
	if err != nil {
		return err
	}
	defer forget()
	for sent := 0; ; sent++ {
		line := strings.Repeat("x", 1+rand.IntN(4000))
		if _, err := io.WriteString(c, line); err != nil {
			return err
		}
		if _, err := io.ReadFull(c, make([]byte, len(line))); err != nil {
			return err
		}
		request()
	}
}

// chats says something from time to time, and reads what all say.
func chats(ctx context.Context, address string, n int, request func()) error {
	c, forget, err := connect(ctx, address)
	if err != nil {
		return err
	}
	defer forget()
	go io.Copy(io.Discard, c) //nolint:errcheck // until the connection is closed
	if _, err := fmt.Fprintf(c, "guest%d\n", n); err != nil {
		return err
	}
	for {
		if _, err := io.WriteString(c, "hello, everybody\n"); err != nil {
			return err
		}
		for range 5 {
			request()
		}
	}
}

// listens connects, reads what the server says for a while, and connects again.
func listens(ctx context.Context, address string, _ int, request func()) error {
	c, forget, err := connect(ctx, address)
	if err != nil {
		return err
	}
	defer forget()
	defer c.Close() //nolint:errcheck // it was read
	for range 20 {
		if _, err := io.WriteString(c, "hello\n"); err != nil {
			return err
		}
		if _, err := c.Read(make([]byte, 1000)); err != nil {
			return err
		}
		request()
	}
	return nil
}

// requests is a client of HTTP.
func requests(method, path, body string) func(ctx context.Context, address string, n int, request func()) error {
	return func(ctx context.Context, address string, _ int, request func()) error {
		r, err := http.NewRequestWithContext(ctx, method, "http://"+address+path, strings.NewReader(body))
		if err != nil {
			return err
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		defer answer.Body.Close() //nolint:errcheck // it was read
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			return err
		}
		if answer.StatusCode >= http.StatusBadRequest {
			return fmt.Errorf("the answer is %s", answer.Status)
		}
		request()
		return nil
	}
}
