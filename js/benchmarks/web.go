package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gobwas/ws"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// This file owns the rows about servers and clients: handlers of HTTP that are scripts, and the
// WebSocket of scripts. The sides do not do the same: a Handler makes a Request, a promise and a
// Response, and the other sides none of these.

const (
	webRequests = 5_000
	webClients  = 16
	webSource   = `(request) => new Response('Hello, ' + request.method)`
	webAnswer   = "Hello, GET"

	socketMessages = 5_000
)

func webRows() []row {
	what := fmt.Sprintf("%d requests over %d connections, by a ", webRequests, webClients)
	handler := func(name, what, against string, atMost float64, ours func() (http.Handler, func(), error), other func(context.Context) (string, func(), error)) row {
		return row{name: name, what: what, against: against, atMost: atMost, each: time.Second, prepare: func(ctx context.Context, _ string) (_, _ side, cleanup func(), err error) {
			h, end, err := ours()
			if err != nil {
				return nil, nil, nil, err
			}
			address, stop := served(h)
			otherAddress, otherStop, err := other(ctx)
			if err != nil {
				stop()
				end()
				return nil, nil, nil, err
			}
			return requests(address), requests(otherAddress), func() { stop(); otherStop(); end() }, nil
		}}
	}
	return []row{
		handler("handler", what+"Handler of one runtime", "a handler in Go", 5, runtimeHandler, goServer),
		handler("handler-pool", what+"Handler of a Pool", "a handler in Go", 8, poolHandler, goServer),
		handler("handler-node", what+"Handler of one runtime", "node's http", 0, runtimeHandler, nodeServer),
		{
			name: "socket", what: fmt.Sprintf("%d messages over a WebSocket, each after the answer to the one before", socketMessages),
			against: "node's WebSocket", each: time.Second, prepare: socketSides(1),
		},
		{
			name: "socket-many", what: fmt.Sprintf("%d messages over a WebSocket, 100 on their way", socketMessages),
			against: "node's WebSocket", each: time.Second, prepare: socketSides(100),
		},
	}
}

// served serves a handler until stop is called.
func served(h http.Handler) (address string, stop func()) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err) // a machine without a loopback
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(listener) // until it is closed
	}()
	return listener.Addr().String(), func() {
		_ = server.Close()
		<-ended
	}
}

// requests is a side that makes the requests and checks the answers.
func requests(address string) side {
	return func(context.Context) (time.Duration, error) {
		errs := make([]error, webClients)
		var clients sync.WaitGroup
		began := time.Now()
		for i := range errs {
			clients.Go(func() { errs[i] = client(address, webRequests/webClients) })
		}
		clients.Wait()
		return time.Since(began), errors.Join(errs...)
	}
}

func client(address string, n int) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	in, body := bufio.NewReader(conn), new(bytes.Buffer)
	for range n {
		if _, err := io.WriteString(conn, "GET /path HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			return err
		}
		response, err := http.ReadResponse(in, nil)
		if err != nil {
			return err
		}
		body.Reset()
		_, err = body.ReadFrom(response.Body)
		if err := errors.Join(err, response.Body.Close()); err != nil {
			return err
		}
		if response.StatusCode != http.StatusOK || body.String() != webAnswer {
			return fmt.Errorf("the answer is %s %q", response.Status, body)
		}
	}
	return nil
}

// runtimeHandler makes a handler of one runtime on a loop of its own.
func runtimeHandler() (http.Handler, func(), error) {
	loop, err := wakeful.New()
	if err != nil {
		return nil, nil, err
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = loop.Run(context.Background())
	}()
	end := func() {
		_ = loop.Close()
		<-ended
	}
	h, err := func() (http.Handler, error) {
		rt, err := js.New(loop)
		if err != nil {
			return nil, err
		}
		fn, err := rt.RunString(context.Background(), webSource)
		if err != nil {
			return nil, err
		}
		return rt.Handler(context.Background(), fn)
	}()
	if err != nil {
		end()
		return nil, nil, err
	}
	return h, end, nil
}

func poolHandler() (http.Handler, func(), error) {
	p, err := js.NewPool(js.PoolConfig{Queue: webClients})
	if err != nil {
		return nil, nil, err
	}
	h, err := p.Handler(webSource)
	if err != nil {
		p.Close()
		return nil, nil, err
	}
	return h, p.Close, nil
}

// goServer is the same handler in Go.
func goServer(context.Context) (string, func(), error) {
	address, stop := served(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "Hello, "+r.Method) }))
	return address, stop, nil
}

// node runs a program of Node and returns the first line that it prints.
func node(ctx context.Context, source string, arguments ...string) (line string, stop func(), err error) {
	path, err := exec.LookPath("node")
	if err != nil {
		return "", nil, fmt.Errorf("install Node, or choose another row with -row: %w", err)
	}
	cmd := exec.CommandContext(ctx, path, append([]string{"--experimental-websocket", "--no-warnings", "-e", source}, arguments...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	line, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("node said %q: %w", line, err)
	}
	return strings.TrimSpace(line), stop, nil
}

func nodeServer(ctx context.Context) (string, func(), error) {
	return node(ctx, `const server = require('http').createServer((request, response) => response.end('Hello, ' + request.method));
server.listen(0, '127.0.0.1', () => console.log('127.0.0.1:' + server.address().port));`)
}

// socketSource is a promise of the milliseconds that the messages took.
const socketSource = `new Promise((done, fail) => { const ws = new WebSocket(ADDRESS); let sent = 0, got = 0, began;
	const send = () => { ws.send('message ' + sent++); };
	ws.onerror = (e) => fail(new Error(e.message));
	ws.onopen = () => { began = performance.now(); while (sent < AHEAD) send(); };
	ws.onmessage = (e) => {
		if (e.data !== 'message ' + got++) fail(new Error(e.data));
		if (sent < MANY) send();
		if (got === MANY) { const took = performance.now() - began; ws.onclose = () => done(took); ws.close(); }
	} })`

// socketSides are the WebSockets of this module and of Node, with an echo server in this process.
func socketSides(ahead int) func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
	return func(context.Context, string) (ours, theirs side, cleanup func(), err error) {
		address, stop := served(http.HandlerFunc(echoMessages))
		source := fmt.Sprintf("{ const ADDRESS = 'ws://%s/', MANY = %d, AHEAD = %d; %s }", address, socketMessages, ahead, socketSource)
		ours = func(ctx context.Context) (took time.Duration, err error) {
			err = onLoop(func(loop *wakeful.Loop) error {
				rt, err := js.New(loop, js.WithWebSocket(http.DefaultClient))
				if err != nil {
					return err
				}
				defer rt.Close()
				ms, err := rt.Eval(ctx, source)
				took, _ = time.ParseDuration(fmt.Sprintf("%vms", ms))
				return err
			})
			return took, err
		}
		theirs = func(ctx context.Context) (time.Duration, error) {
			line, stop, err := node(ctx, "const run = eval("+strconv.Quote(source)+"); run.then((ms) => console.log(ms + 'ms'))")
			if err != nil {
				return 0, err
			}
			stop()
			return time.ParseDuration(line)
		}
		return ours, theirs, stop, nil
	}
}

func echoMessages(w http.ResponseWriter, r *http.Request) {
	conn, in, _, err := ws.UpgradeHTTP(r, w)
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }()
	for {
		f, err := ws.ReadFrame(in) //nolint:staticcheck // the clients send small frames
		if err == nil {
			ws.Cipher(f.Payload, f.Header.Mask, 0)
			_, err = conn.Write(ws.MustCompileFrame(ws.NewFrame(f.Header.OpCode, true, f.Payload)))
		}
		if err != nil || f.Header.OpCode == ws.OpClose {
			return
		}
	}
}
