//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package streamhttp_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/stream"
	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

// readAnswer reads one answer.
func readAnswer(t testing.TB, r *bufio.Reader) (status int, body string) {
	t.Helper()
	response, err := http.ReadResponse(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(response.Body)
	check(t, err)
	return response.StatusCode, string(text)
}

// TestPipeline: answers come in the order of the requests, and while one is handled no more is read
// than the limit.
func TestPipeline(t *testing.T) {
	eachWay(t, func(t *testing.T, onLoop func(*http.Request) bool) {
		address := serve(t, running(t), &streamhttp.Server{OnLoop: onLoop, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			check(t, err)
			fmt.Fprintf(w, "%s %s", r.URL.Path, body)
		})})
		c := dial(t, address)
		requests := 3000
		if testing.Short() {
			requests = 600
		}
		go func() {
			for i := range requests {
				if i%3 == 0 {
					fmt.Fprintf(c, "POST /%d HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", i)
				} else {
					fmt.Fprintf(c, "PUT /%d HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab", i)
				}
			}
		}()
		answers := bufio.NewReader(c)
		for i := range requests {
			if _, body := readAnswer(t, answers); body != fmt.Sprintf("/%d ab", i) {
				t.Fatalf("answer %q, want that to request %d", body, i)
			}
		}
	})
}

// TestPiecesOfRequests: where the bytes are cut makes no difference.
func TestPiecesOfRequests(t *testing.T) {
	eachWay(t, func(t *testing.T, onLoop func(*http.Request) bool) {
		address := serve(t, running(t), &streamhttp.Server{OnLoop: onLoop, Handler: http.HandlerFunc(mirror)})
		text := "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n3\r\nabc\r\n0\r\nT: x\r\n\r\n" + next
		want := exchange(t, address, text)
		c := dial(t, address)
		check(t, c.SetNoDelay(true))
		go func() {
			for i := range len(text) {
				_, _ = c.Write([]byte{text[i]})
				runtime.Gosched()
			}
		}()
		got, err := io.ReadAll(c)
		check(t, err)
		equal(t, "answer", normal(string(got)), normal(want))
	})
}

// TestUpload: a body of any length reaches a handler that reads it, and what the handler does not read
// stays with the client.
func TestUpload(t *testing.T) {
	const size = 8 << 20
	read := make(chan struct{})
	address := serve(t, running(t), &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		<-read
		sum := sha256.New()
		n, err := io.Copy(sum, r.Body)
		check(t, err)
		fmt.Fprintf(w, "%d %x", n, sum.Sum(nil))
	})})
	body := bytes.Repeat([]byte("0123456789abcdef"), size/16)
	c := dial(t, address)
	send(t, c, fmt.Sprintf("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n", size))
	var sent atomic.Int64
	blocked := make(chan struct{})
	go func() {
		for rest := body; len(rest) > 0; {
			n := min(len(rest), 64<<10)
			check(t, c.SetWriteDeadline(time.Now().Add(200*time.Millisecond)))
			took, err := c.Write(rest[:n])
			sent.Add(int64(took))
			if rest = rest[took:]; errors.Is(err, os.ErrDeadlineExceeded) { // nobody takes more
				select {
				case <-blocked:
				default:
					close(blocked)
				}
			}
		}
	}()
	<-blocked
	if n := sent.Load(); n == size {
		t.Error("the server has taken a body that nobody has read")
	}
	close(read)
	_, got := readAnswer(t, bufio.NewReader(c))
	equal(t, "answer", got, fmt.Sprintf("%d %x", size, sha256.Sum256(body)))
}

// TestDownload: a client that does not read stops the handler, and one that reads gets everything.
func TestDownload(t *testing.T) {
	const size, piece = 64 << 20, 16 << 10
	read := size
	if testing.Short() {
		read = 16 << 20
	}
	stopped := make(chan int, 1)
	address := serve(t, running(t), &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		length := read
		if r.URL.Path == "/stop" {
			length = size
			check(t, http.NewResponseController(w).SetWriteDeadline(time.Now().Add(200*time.Millisecond)))
		}
		for written := 0; written < length; written += piece {
			if _, err := w.Write(make([]byte, piece)); err != nil {
				equal(t, "the deadline", errors.Is(err, os.ErrDeadlineExceeded), true)
				stopped <- written
				return
			}
		}
	})})
	c := dial(t, address)
	send(t, c, "GET /stop HTTP/1.1\r\nHost: a\r\n\r\n")
	if written := <-stopped; written > size/2 {
		t.Errorf("the handler has written %d bytes that nobody reads", written)
	}
	c = dial(t, address)
	send(t, c, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	_, body := readAnswer(t, bufio.NewReader(c))
	equal(t, "length", len(body), read)
}

// TestContinue: the client is asked for the body when the handler reads it, and only then.
func TestContinue(t *testing.T) {
	eachWay(t, func(t *testing.T, onLoop func(*http.Request) bool) {
		address := serve(t, running(t), &streamhttp.Server{OnLoop: onLoop, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/refuse" {
				http.Error(w, "no", http.StatusForbidden)
				return
			}
			mirror(w, r)
		})})
		c := dial(t, address)
		answers := bufio.NewReader(c)
		send(t, c, "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
		line, err := answers.ReadString('\n')
		check(t, err)
		equal(t, "line", line, "HTTP/1.1 100 Continue\r\n")
		_, err = answers.Discard(2)
		check(t, err)
		send(t, c, "abc")
		if _, body := readAnswer(t, answers); !strings.Contains(body, `body "abc"`) {
			t.Errorf("answer %q", body)
		}
		if onLoop != nil {
			return
		}
		send(t, c, "POST /refuse HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
		status, _ := readAnswer(t, answers)
		equal(t, "status", status, http.StatusForbidden)
		_, err = answers.ReadByte()
		equal(t, "end", err, io.EOF)
	})
}

// TestClientGone: the context of a request ends when its client goes away.
func TestClientGone(t *testing.T) {
	entered, ended := make(chan struct{}), make(chan error)
	address := serve(t, running(t), &streamhttp.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		entered <- struct{}{}
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
		ended <- r.Context().Err()
	})})
	for _, text := range []string{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na"} {
		for _, leave := range []func(*net.TCPConn) error{(*net.TCPConn).Close, (*net.TCPConn).CloseWrite, func(c *net.TCPConn) error {
			_ = c.SetLinger(0)
			return c.Close()
		}} {
			c := dial(t, address)
			send(t, c, text)
			<-entered
			check(t, leave(c))
			equal(t, "error of the context", <-ended, context.Canceled)
		}
	}
}

// TestTimeLimits: a client that is too slow is disconnected.
func TestTimeLimits(t *testing.T) {
	const short = 30 * time.Millisecond
	failed := make(chan struct{})
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			http.Error(w, fmt.Sprint(errors.Is(err, os.ErrDeadlineExceeded)), http.StatusRequestTimeout)
			return
		}
		for r.URL.Path == "/write" {
			if _, err := w.Write(make([]byte, 64<<10)); err != nil {
				equal(t, "a deadline", errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, net.ErrClosed), true)
				close(failed)
				return
			}
		}
	})
	for name, c := range map[string]struct {
		server *streamhttp.Server
		text   string
		want   string // a part of the answer
	}{
		"nothing":      {&streamhttp.Server{ReadHeaderTimeout: short}, "", ""},
		"part of head": {&streamhttp.Server{ReadHeaderTimeout: short}, "GET / HTTP/1.1\r\nHo", ""},
		"second head":  {&streamhttp.Server{ReadHeaderTimeout: short}, "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /", "200"},
		"idle":         {&streamhttp.Server{IdleTimeout: short}, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "200"},
		"body":         {&streamhttp.Server{ReadTimeout: short}, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na", "true"},
		"loop":         {&streamhttp.Server{ReadTimeout: short, OnLoop: onLoop}, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na", ""},
		"write":        {&streamhttp.Server{WriteTimeout: short}, "GET /write HTTP/1.1\r\nHost: a\r\n\r\n", "200"},
	} {
		t.Run(name, func(t *testing.T) {
			c.server.Handler = handler
			peer := dial(t, serve(t, running(t), c.server))
			send(t, peer, c.text)
			if name == "write" {
				<-failed // the client reads nothing before
			}
			answer, _ := io.ReadAll(peer) // a reset is an end, too
			if !strings.Contains(string(answer), c.want) {
				t.Errorf("answer %.300q", answer)
			}
		})
	}
}

// TestShutdown: idle connections end, a request that is handled gets its answer, and Shutdown waits for
// it.
func TestShutdown(t *testing.T) {
	l := running(t)
	entered, release := make(chan struct{}), make(chan struct{})
	s := &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/wait" {
			close(entered)
			<-release
		}
		_, _ = io.WriteString(w, "done")
	})}
	registered := make(chan struct{})
	s.RegisterOnShutdown(func() { close(registered) })
	address := serve(t, l, s)
	idle, waiting := dial(t, address), dial(t, address)
	send(t, idle, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	idleAnswers := bufio.NewReader(idle)
	readAnswer(t, idleAnswers)
	send(t, waiting, "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n")
	<-entered
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	equal(t, "Shutdown with a context that has ended", s.Shutdown(ctx), context.Canceled)
	<-registered
	_, err := idleAnswers.ReadByte()
	equal(t, "end of the idle connection", err, io.EOF)
	done := make(chan error)
	go func() { done <- s.Shutdown(context.Background()) }()
	close(release)
	response, err := http.ReadResponse(bufio.NewReader(waiting), nil)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "Connection: close", response.Close, true)
	check(t, <-done)
	if c, err := net.Dial("tcp", address); err == nil {
		_ = c.Close()
		t.Error("the listener is open")
	}
	refused := make(chan struct{})
	check(t, stream.Listen(l, "tcp", "127.0.0.1:0", func(listener *stream.Listener, err error) {
		defer close(refused)
		check(t, err)
		equal(t, "Serve after Shutdown", s.Serve(listener), http.ErrServerClosed)
	}))
	<-refused
}

// TestClose: all connections end at once, and so do the contexts.
func TestClose(t *testing.T) {
	entered, ended := make(chan struct{}), make(chan struct{})
	s := &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		<-r.Context().Done()
		_, err := w.Write(make([]byte, 100_000))
		equal(t, "Write fails", err != nil, true)
		close(ended)
	})}
	c := dial(t, serve(t, running(t), s))
	send(t, c, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
	<-entered
	check(t, s.Close())
	<-ended
	if p, _ := io.ReadAll(c); len(p) > 0 { // a reset or an end
		t.Errorf("answer %q", p)
	}
	check(t, s.Shutdown(context.Background()))
}

// TestLoopShutdown: Shutdown of the loop ends the context of a request and the wait for its body, and
// the answer is still sent.
func TestLoopShutdown(t *testing.T) {
	l, err := wakeful.New()
	check(t, err)
	go l.Run(context.Background())
	entered := make(chan struct{})
	address := serve(t, l, &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(entered)
		_, err := io.ReadAll(r.Body)
		equal(t, "the body ends", errors.Is(err, wakeful.ErrClosed), true)
		<-r.Context().Done()
		_, _ = io.WriteString(w, "bye")
	})})
	c := dial(t, address)
	send(t, c, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\na")
	<-entered
	check(t, l.Shutdown(context.Background()))
	_, body := readAnswer(t, bufio.NewReader(c))
	equal(t, "answer", body, "bye")
}

// TestPanics: the connection ends, the server goes on, and the panic is logged, unless it says not to.
func TestPanics(t *testing.T) {
	eachWay(t, func(t *testing.T, onLoop func(*http.Request) bool) {
		var log logged
		address := serve(t, running(t), &streamhttp.Server{OnLoop: onLoop, ErrorLog: log.logger(), Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/panic":
				panic("planted")
			case "/abort":
				panic(http.ErrAbortHandler)
			case "/goexit":
				runtime.Goexit()
			}
		})})
		for _, path := range []string{"/abort", "/goexit", "/panic"} {
			equal(t, "logged", log.String(), "")
			equal(t, "answer to "+path, exchange(t, address, "GET "+path+" HTTP/1.1\r\nHost: a\r\n\r\n"), "")
		}
		if text := log.String(); !strings.Contains(text, "panic serving 127.0.0.1") || !strings.Contains(text, "planted") || !strings.Contains(text, "server_test.go") {
			t.Errorf("logged %q", text)
		}
	})
}

// TestPanicsBeforeHandler: a connection ends if a function of the server's settings does not return.
// Nobody else would answer its request.
func TestPanicsBeforeHandler(t *testing.T) {
	for name, s := range map[string]*streamhttp.Server{
		"OnLoop": {OnLoop: func(*http.Request) bool { panic("planted") }},
		"Goexit": {OnLoop: func(*http.Request) bool {
			runtime.Goexit()
			return true
		}},
		"ConnContext": {ConnContext: func(context.Context, *stream.Conn) context.Context { panic("planted") }},
	} {
		t.Run(name, func(t *testing.T) {
			s.Handler = http.NotFoundHandler()
			var panics atomic.Int64
			l := running(t, wakeful.WithPanicHandler(func(*wakeful.PanicError) { panics.Add(1) }))
			c := dial(t, serve(t, l, s))
			send(t, c, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
			answer, _ := io.ReadAll(c) // a reset is an end, too
			equal(t, "answer", string(answer), "")
			check(t, s.Shutdown(context.Background())) // waits for the end of the turn
			equal(t, "panics", panics.Load(), 1)
		})
	}
}

// TestOnLoop: the handler is a callback of the loop for the requests that are chosen.
func TestOnLoop(t *testing.T) {
	l := running(t)
	address := serve(t, l, &streamhttp.Server{
		OnLoop:      func(r *http.Request) bool { return r.URL.Path != "/goroutine" },
		MaxLoopBody: 10,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			fmt.Fprint(w, l.OnLoop(), streamhttp.Conn(r).Loop() == l, string(body), err)
		}),
	})
	for text, want := range map[string]string{
		"GET / HTTP/1.1\r\nHost: a\r\n\r\n":                                                            "true true<nil>",
		"GET /goroutine HTTP/1.1\r\nHost: a\r\n\r\n":                                                   "false true<nil>",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789":                           "true true0123456789<nil>",
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n0\r\n\r\n": "true true0123456789<nil>",
		"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n0123456789a":                          "413",
		"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n0123456789a":             "413",
	} {
		if got := exchange(t, address, text); !strings.Contains(got, want) {
			t.Errorf("%q: answer %q, want %q in it", text, got, want)
		}
	}
}

// TestIdleTLS: an idle connection has no goroutine, and the next request works, with the TLS state.
func TestIdleTLS(t *testing.T) {
	eachWay(t, func(t *testing.T, onLoop func(*http.Request) bool) {
		address, config := serveTLS(t, running(t), &streamhttp.Server{OnLoop: onLoop, IdleTimeout: time.Hour, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, err := io.ReadAll(r.Body)
			check(t, err)
			fmt.Fprint(w, r.TLS.ServerName, string(body), r.Trailer)
		})})
		before := runtime.NumGoroutine()
		var open []*tls.Conn
		for range 20 {
			c := tls.Client(dial(t, address), config)
			send(t, c, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
			_, body := readAnswer(t, bufio.NewReader(c))
			equal(t, "answer", body, "example.commap[]")
			open = append(open, c)
		}
		until(func() bool { return runtime.NumGoroutine() <= before+1 }) // the loop's watcher may come
		for _, c := range open {
			send(t, c, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n1\r\na\r\n0\r\nT: x\r\n\r\n")
			_, body := readAnswer(t, bufio.NewReader(c))
			equal(t, "answer", body, "example.comamap[T:[x]]")
		}
	})
}

// TestGroup: connections of a group are served on its loops.
func TestGroup(t *testing.T) {
	g, err := group.New(3)
	check(t, err)
	go g.Run(context.Background())
	defer func() { check(t, g.Shutdown(context.Background())) }()
	s := &streamhttp.Server{OnLoop: onLoop, Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, streamhttp.Conn(r).Loop().OnLoop())
	})}
	l, err := stream.ListenGroup(g, "tcp", "127.0.0.1:0", s.ServeConn)
	check(t, err)
	s.RegisterOnShutdown(func() { check(t, l.Close()) })
	for range 9 {
		_, body := readAnswer(t, bufio.NewReader(strings.NewReader(exchange(t, l.Addr().String(), "GET / HTTP/1.1\r\nHost: a\r\n\r\n"))))
		equal(t, "answer", body, "true")
	}
	check(t, s.Shutdown(context.Background()))
}

// TestFullDuplex: a handler answers while it reads.
func TestFullDuplex(t *testing.T) {
	address := serve(t, running(t), &streamhttp.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		check(t, control.EnableFullDuplex())
		check(t, control.SetWriteDeadline(time.Now().Add(time.Hour)))
		check(t, control.SetReadDeadline(time.Now().Add(time.Hour)))
		for in := bufio.NewScanner(r.Body); in.Scan(); {
			_, err := fmt.Fprintln(w, "got "+in.Text())
			check(t, err)
			check(t, control.Flush())
		}
	})})
	c := dial(t, address)
	send(t, c, "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
	var response *http.Response
	var lines *bufio.Reader
	for _, word := range []string{"one", "two"} {
		send(t, c, fmt.Sprintf("%x\r\n%s\n\r\n", len(word)+1, word))
		if response == nil {
			var err error
			if response, err = http.ReadResponse(bufio.NewReader(c), nil); err != nil {
				t.Fatal(err)
			}
			lines = bufio.NewReader(response.Body)
		}
		line, err := lines.ReadString('\n')
		check(t, err)
		equal(t, "line", line, "got "+word+"\n")
	}
	send(t, c, "0\r\n\r\n")
	_, err := lines.ReadByte()
	equal(t, "end", err, io.EOF)
}
