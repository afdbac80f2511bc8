//go:build linux

package main

// Idle TLS connections with keep-alive: what they cost, and how new ones and requests fare beside them.

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

// times are those of the clients, in microseconds.
type times struct {
	PerConnection       float64 // to open one and make a request, of all
	LastPerConnection   float64 // of the last thousand
	NewP50, NewP99      float64 // to open one and make a request while the others are idle
	AgainP50, AgainP99  float64 // of a request on an idle connection
	NewFailed, Requests int
}

// measureIdle prints one row.
func measureIdle(impl string, n int) {
	server := start("", "-serve", impl, "-tls")
	defer server.end()
	address := ask[string](server, "")
	peers := start("", "-connect", address)
	defer peers.end()
	// The first connections make buffers and tables that all share.
	ask[times](peers, "100")
	time.Sleep(2 * time.Second) // buffers of connections that are idle for a second are freed
	before := ask[usage](server, "usage")
	t := ask[times](peers, fmt.Sprint(n))
	time.Sleep(3 * time.Second)
	after := ask[usage](server, "usage")
	per := func(b, a int) float64 { return float64(a-b) / float64(n) }
	fmt.Printf("%s, %d idle: %.0f bytes resident, %.0f in the heap, %.0f in stacks, %.2f goroutines for each; opening %.0f us each, the last thousand %.0f us\n",
		impl, n, per(before.Resident, after.Resident), per(before.Heap, after.Heap), per(before.Stacks, after.Stacks),
		per(before.Goroutines, after.Goroutines), t.PerConnection, t.LastPerConnection)
	t = ask[times](peers, "new")
	fmt.Printf("%s, %d idle: a new connection with its request %.2f ms, p99 %.2f ms; a request on an idle connection %.2f ms, p99 %.2f ms; %d of each, %d failed\n",
		impl, n, t.NewP50/1000, t.NewP99/1000, t.AgainP50/1000, t.AgainP99/1000, t.Requests, t.NewFailed)
}

// clients is the process of the clients. A number opens so many connections, and "new" measures while
// they are idle.
func clients(address string) {
	var open []*client
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		if in.Text() == "new" {
			printJSON(besideIdle(address, open))
			continue
		}
		var n int
		if _, err := fmt.Sscan(in.Text(), &n); err != nil {
			log.Fatal(err)
		}
		began, last := time.Now(), time.Now()
		var mu sync.Mutex
		var workers sync.WaitGroup
		next := 0
		for range 8 {
			workers.Go(func() {
				for {
					mu.Lock()
					if next == n {
						mu.Unlock()
						return
					}
					if next++; n-next == 1000 {
						last = time.Now()
					}
					mu.Unlock()
					c, err := dial(address)
					if err != nil {
						log.Fatal(err)
					}
					mu.Lock()
					open = append(open, c)
					mu.Unlock()
				}
			})
		}
		workers.Wait()
		printJSON(times{PerConnection: micros(time.Since(began)) / float64(n), LastPerConnection: micros(time.Since(last)) / float64(min(n, 1000))})
	}
}

func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

type client struct{ conn *tls.Conn }

// dial opens a connection and makes a request.
func dial(address string) (*client, error) {
	raw, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	c := &client{tls.Client(raw, &tls.Config{InsecureSkipVerify: true})} //nolint:gosec // the server's key is new
	return c, c.request()
}

func (c *client) request() error {
	if _, err := c.conn.Write([]byte("GET /hello HTTP/1.1\r\nHost: localhost\r\n\r\n")); err != nil {
		return err
	}
	response, err := http.ReadResponse(bufio.NewReaderSize(c.conn, 1024), nil)
	if err != nil {
		return err
	}
	return response.Body.Close() // reads it
}

// besideIdle opens connections and makes requests on idle ones, 100 of each per second.
func besideIdle(address string, open []*client) times {
	const samples = 500
	var fresh, again []float64
	failed := 0
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	for i := range samples {
		<-ticks.C
		began := time.Now()
		if c, err := dial(address); err != nil {
			failed++
		} else {
			fresh = append(fresh, micros(time.Since(began)))
			_ = c.conn.Close()
		}
		began = time.Now()
		if err := open[i*len(open)/samples].request(); err != nil {
			failed++
		} else {
			again = append(again, micros(time.Since(began)))
		}
	}
	slices.Sort(fresh)
	slices.Sort(again)
	at := func(s []float64, part float64) float64 { return s[int(part*float64(len(s)-1))] }
	return times{
		NewP50: at(fresh, 0.5), NewP99: at(fresh, 0.99), AgainP50: at(again, 0.5), AgainP99: at(again, 0.99),
		NewFailed: failed, Requests: samples,
	}
}
