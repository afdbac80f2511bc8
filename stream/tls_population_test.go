//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// populationClients is the variable that makes this test's program the clients of
// TestTLSPopulation. Its value is their configuration.
const populationClients = "WAKEFUL_TLS_POPULATION_CLIENTS"

// population is what the clients do: so many connections are open, and are opened and dropped at
// random for a number of steps and at least for a time.
type population struct {
	address     string
	connections int
	steps       int
	length      time.Duration
	seed        uint64
}

func (p population) String() string {
	return fmt.Sprintf("%s %d %d %d %d", p.address, p.connections, p.steps, p.length, p.seed)
}

// TestTLSPopulation: many connections of another process are opened, do the handshake, and are
// dropped at random moments, for WAKEFUL_TLS_POPULATION (a duration) with 10,000 connections, or
// for some hundred steps. Afterwards the server has the descriptors, the goroutines and the memory
// of before.
func TestTLSPopulation(t *testing.T) {
	if text := os.Getenv(populationClients); text != "" {
		clients(t, text)
		return
	}
	p := population{connections: 50, steps: 400, seed: rand.Uint64()}
	if testing.Short() {
		p.steps = 100
	}
	if text := os.Getenv("WAKEFUL_TLS_POPULATION"); text != "" {
		var err error
		if p.length, err = time.ParseDuration(text); err != nil {
			t.Fatal(err)
		}
		p.connections, p.steps = 10_000, 20_000
	}
	allowDescriptors(t, p.connections+200)
	t.Logf("seed %d", p.seed)
	l := running(t)
	opened, ended := 0, 0 // loop only
	listener := serveTLS(t, l, serverConfig(t), func(error) {}, func(c *stream.Conn) {
		opened++
		check(t, c.OnClose(func(error) { ended++ }))
		check(t, c.OnData(func(p []byte) { _, _ = c.Write(p) })) // an error ends the connection
	})
	p.address = listener.Addr().String()

	// The loop has its descriptors and goroutines now. Its buffers and tables have grown to the size
	// of the population after a first, short one.
	before := usage{descriptors: descriptors(t), goroutines: runtime.NumGoroutine()}
	first := p
	first.steps, first.length = 2*p.connections, 0
	runClients(t, first)
	start := settled(t, l, before)
	report := runClients(t, p)
	end := settled(t, l, before)
	on(t, l, func() {
		equal(t, "ended connections", ended, opened)
		t.Logf("%s; the server has opened %d", report, opened)
	})
	t.Logf("at the start %v", start)
	t.Logf("at the end   %v", end)
	// What the runtime and the test framework hold varies by some 10 KiB, with -race by more.
	if more, allowed := int64(end.heap)-int64(start.heap), int64(256<<10); more > allowed { //nolint:gosec // far below 1<<63
		t.Errorf("the heap has %d bytes more than at the start, and %d are allowed", more, allowed)
	}
}

// usage is what the server holds.
type usage struct {
	descriptors, goroutines int
	heap                    uint64
}

func (u usage) String() string {
	return fmt.Sprintf("%d descriptors, %d goroutines, %d bytes in the heap", u.descriptors, u.goroutines, u.heap)
}

// settled waits until all clients are gone from the server, and their goroutines and descriptors
// too.
func settled(t *testing.T, l *wakeful.Loop, before usage) (u usage) {
	t.Helper()
	const watcher = 1 // the loop has it while it parks elsewhere
	until(func() bool {
		members := 0
		on(t, l, func() {
			stream.SweepTLS(l)
			members = stream.Members(l)
		})
		u.descriptors, u.goroutines = descriptors(t), runtime.NumGoroutine()
		return members == 1 && u.descriptors <= before.descriptors && u.goroutines <= before.goroutines+watcher
	})
	for range 3 { // pools give their content back in two collections
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	u.heap = m.HeapAlloc
	return u
}

// runClients runs the clients in another process, and returns what it reports.
func runClients(t *testing.T, p population) (report string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTLSPopulation$")
	cmd.Env = append(os.Environ(), populationClients+"="+p.String())
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	check(t, err)
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(line, reportPrefix); ok {
			return strings.TrimSpace(text)
		}
	}
	t.Fatalf("the clients have not reported: %s", out)
	return ""
}

const reportPrefix = "the clients: "

// clients is the main function of the clients' process.
func clients(t *testing.T, text string) {
	var p population
	if _, err := fmt.Sscan(text, &p.address, &p.connections, &p.steps, &p.length, &p.seed); err != nil {
		t.Fatal(err)
	}
	allowDescriptors(t, p.connections+200)
	const workers = 16
	var running sync.WaitGroup
	var opened, most [workers]int
	end := time.Now().Add(p.length)
	for i := range workers {
		running.Go(func() {
			random := rand.New(rand.NewPCG(p.seed, uint64(i))) //nolint:gosec // a test
			sessions := tls.NewLRUClientSessionCache(4)
			share := max(1, p.connections/workers)
			var open []net.Conn
			for step := 0; step < p.steps/workers || time.Now().Before(end); step++ {
				// The population grows to its size, and then stays near it.
				if len(open) == 0 || len(open) < share && random.IntN(8) > 0 {
					c, err := openOne(p.address, sessions, random)
					if err != nil {
						t.Error(err)
						break
					}
					open = append(open, c)
					opened[i]++
					most[i] = max(most[i], len(open))
					continue
				}
				at := random.IntN(len(open))
				dropOne(open[at], random)
				open[at] = open[len(open)-1]
				open = open[:len(open)-1]
			}
			for _, c := range open {
				dropOne(c, random)
			}
		})
	}
	running.Wait()
	total, peak := 0, 0
	for i := range workers {
		total += opened[i]
		peak += most[i]
	}
	fmt.Printf("%s%d connections opened, at most %d at the same time\n", reportPrefix, total, peak)
}

// openOne opens a connection and stops at a random point: before the handshake, within it, after
// it, or after some data.
func openOne(address string, sessions tls.ClientSessionCache, random *rand.Rand) (net.Conn, error) {
	raw, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	config := withVersion(&tls.Config{InsecureSkipVerify: true}, versions[random.IntN(2)]) //nolint:gosec // the server is the parent process
	config.ClientSessionCache = sessions
	c := tls.Client(raw, config)
	how := random.IntN(8)
	switch how {
	case 0:
		return c, nil
	case 1:
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(random.IntN(3_000_000)))
		defer cancel()
		_ = c.HandshakeContext(ctx) // it ends the connection if it is not complete
		return c, nil
	}
	if err := c.HandshakeContext(context.Background()); err != nil {
		return nil, fmt.Errorf("handshake: %w", err)
	}
	if how > 3 {
		sent := make([]byte, 1+random.IntN(20_000))
		if _, err := c.Write(sent); err != nil {
			return nil, err
		}
		if _, err := io.ReadFull(c, sent); err != nil {
			return nil, fmt.Errorf("reading the echo: %w", err)
		}
	}
	return c, nil
}

// dropOne ends a connection with a reset, with TCP's end or with that of TLS.
func dropOne(c net.Conn, random *rand.Rand) {
	raw := c.(*tls.Conn).NetConn().(*net.TCPConn)
	switch random.IntN(3) {
	case 0:
		_ = raw.SetLinger(0) // it may be closed
		_ = raw.Close()
	case 1:
		_ = raw.Close()
	case 2:
		_ = c.Close()
	}
}
