package main

// Idle TLS connections with keep-alive: what they cost, and how new ones and requests fare beside them.

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// measureIdleHTTP prints what each server holds for n idle connections, and the times beside them.
func measureIdleHTTP(n int) error {
	for _, server := range []string{"https-net", "https-wakeful"} {
		// Buffers of connections that are idle for a second are freed.
		if err := idleHTTP(server, n, 3*time.Second); err != nil {
			return fmt.Errorf("%s: %w", server, err)
		}
	}
	return nil
}

// idleHTTP prints what a server holds for n connections. They are idle for a time when it is asked.
func idleHTTP(server string, n int, idle time.Duration) error {
	p, err := start(server)
	if err != nil {
		return err
	}
	defer p.end()
	// The first connections make buffers and tables that all share.
	open, _, err := openHTTP(p.address, 100)
	if err != nil {
		return err
	}
	time.Sleep(idle)
	before, err := p.usage()
	if err != nil {
		return err
	}
	more, took, err := openHTTP(p.address, n)
	if err != nil {
		return err
	}
	open = append(open, more...)
	defer func() {
		for _, c := range open {
			_ = c.Close() // the server is about to end
		}
	}()
	time.Sleep(idle)
	after, err := p.usage()
	if err != nil {
		return err
	}
	per := func(b, a int) float64 { return float64(a-b) / float64(n) }
	fmt.Printf("%s, %d idle: %.0f bytes resident, %.0f in the heap, %.0f in stacks, %.2f goroutines for each; opening %.0f us each, the last thousand %.0f us\n",
		server, n, per(before.Resident, after.Resident), per(before.Heap, after.Heap), per(before.Stacks, after.Stacks),
		per(before.Goroutines, after.Goroutines), micros(took.all)/float64(n), micros(took.last)/float64(min(n, 1000)))
	besideIdle(server, p.address, open)
	return nil
}

// opening is how long it has taken to open connections: all, and the last thousand.
type opening struct{ all, last time.Duration }

// openHTTP opens n connections, eight at the same time, and makes a request on each.
func openHTTP(address string, n int) ([]*tls.Conn, opening, error) {
	began := time.Now()
	last := began
	conns := make([]*tls.Conn, n)
	var failed atomic.Pointer[error]
	var mu sync.Mutex
	next := 0
	// take returns the number of the next connection, n if there is none.
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		i := next
		if next = min(next+1, n); n-next == 1000 && i < next {
			last = time.Now()
		}
		return i
	}
	var workers sync.WaitGroup
	for range 8 {
		workers.Go(func() {
			for i := take(); i < n && failed.Load() == nil; i = take() {
				c, err := dialHTTP(address)
				if err != nil {
					failed.Store(&err)
					return
				}
				conns[i] = c
			}
		})
	}
	workers.Wait()
	if err := failed.Load(); err != nil {
		return nil, opening{}, *err
	}
	return conns, opening{time.Since(began), time.Since(last)}, nil
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// dialHTTP opens a connection and makes a request.
func dialHTTP(address string) (*tls.Conn, error) {
	raw, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	c := tls.Client(raw, &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // the server's key is new
	return c, requestHTTP(c)
}

func requestHTTP(c *tls.Conn) error {
	if _, err := c.Write([]byte("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n")); err != nil {
		return err
	}
	response, err := http.ReadResponse(bufio.NewReaderSize(c, 1024), nil)
	if err != nil {
		return err
	}
	return response.Body.Close() // reads it
}

// besideIdle opens connections and makes requests on idle ones, 100 of each per second, and prints the
// times.
func besideIdle(server, address string, open []*tls.Conn) {
	const samples = 500
	var fresh, again []float64
	failed := 0
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	for i := range samples {
		<-ticks.C
		began := time.Now()
		if c, err := dialHTTP(address); err != nil {
			failed++
		} else {
			fresh = append(fresh, micros(time.Since(began)))
			_ = c.Close()
		}
		began = time.Now()
		if err := requestHTTP(open[i*len(open)/samples]); err != nil {
			failed++
		} else {
			again = append(again, micros(time.Since(began)))
		}
	}
	slices.Sort(fresh)
	slices.Sort(again)
	at := func(s []float64, part float64) float64 { return s[int(part*float64(len(s)-1))] / 1000 }
	fmt.Printf("%s, %d idle: a new connection with its request %.2f ms, p99 %.2f ms; a request on an idle connection %.2f ms, p99 %.2f ms; %d of each, %d failed\n",
		server, len(open), at(fresh, 0.5), at(fresh, 0.99), at(again, 0.5), at(again, 0.99), samples, failed)
}
