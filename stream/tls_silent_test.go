//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/stream"
)

// silentClients is the variable that makes this test's program the clients of TestTLSSilentHellos.
// Its value is their configuration.
const silentClients = "WAKEFUL_TLS_SILENT_CLIENTS"

// siege is what the clients of one row do.
type siege struct {
	address string
	rate    int           // silent clients per second
	warm    time.Duration // silent clients alone, first
	length  time.Duration // then honest ones as well
	every   time.Duration // between two honest handshakes
	hello   string        // what a silent client sends, in hexadecimal
}

func (s siege) String() string {
	return fmt.Sprintf("%s %d %d %d %d %s", s.address, s.rate, s.warm, s.length, s.every, s.hello)
}

// TestTLSSilentHellos: clients from the same address send a complete first message and nothing
// more. Others still complete handshakes. With WAKEFUL_TLS_SILENT (a duration) each row takes
// that long after 12 seconds of silent clients alone, and the log has the figures: the handshakes of
// clients that answer at once, of clients that answer after two seconds, and what the server holds
// at the end.
func TestTLSSilentHellos(t *testing.T) {
	if text := os.Getenv(silentClients); text != "" {
		besiege(t, text)
		return
	}
	s := siege{warm: 100 * time.Millisecond, length: 200 * time.Millisecond, every: 10 * time.Millisecond}
	rates, limits := []int{200}, []int{32}
	if text := os.Getenv("WAKEFUL_TLS_SILENT"); text != "" {
		length, err := time.ParseDuration(text)
		if err != nil {
			t.Fatal(err)
		}
		s.warm, s.length, s.every = 12*time.Second, length, 100*time.Millisecond
		rates, limits = []int{0, 100, 200, 400}, []int{1000, 50}
	} else {
		undo := stream.ShortenHandshakeGrace(time.Millisecond)
		t.Cleanup(undo)
	}
	s.hello = hex.EncodeToString(clientHello(t))
	for _, limit := range limits {
		for _, rate := range rates {
			t.Run(fmt.Sprintf("limit=%d/silent=%d", limit, rate), func(t *testing.T) {
				l := running(t)
				var failures atomic.Int64
				listener := serveTLS(t, l, serverConfig(t), func(error) { failures.Add(1) }, func(c *stream.Conn) {
					check(t, c.OnData(func(p []byte) { _, _ = c.Write(p) })) // an error ends the connection
				}, stream.WithMaxHandshakes(limit))
				row := s
				row.address, row.rate = listener.Addr().String(), rate
				report, end := underSiege(t, l, row)
				t.Logf("%s; at the end %s; %d handshakes have failed", report, end, failures.Load())
			})
		}
	}
}

// underSiege runs the clients in another process. It returns what they report, and what the server
// holds while they are still there.
func underSiege(t *testing.T, l *wakeful.Loop, s siege) (report, end string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestTLSSilentHellos$")
	cmd.Env = append(os.Environ(), silentClients+"="+s.String())
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	check(t, err)
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), reportPrefix); ok {
			report = text
			break
		}
	}
	members := 0
	on(t, l, func() { members = stream.Members(l) })
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	end = fmt.Sprintf("%d connections, %d goroutines, %.1f MiB of heap and stacks",
		members, runtime.NumGoroutine(), float64(m.HeapInuse+m.StackInuse)/(1<<20))
	check(t, in.Close())
	_, _ = io.Copy(io.Discard, out) // until it ends
	check(t, cmd.Wait())
	return report, end
}

// besiege is the main function of the clients' process.
func besiege(t *testing.T, text string) {
	var s siege
	if _, err := fmt.Sscan(text, &s.address, &s.rate, &s.warm, &s.length, &s.every, &s.hello); err != nil {
		t.Fatal(err)
	}
	hello, err := hex.DecodeString(s.hello)
	check(t, err)
	raiseDescriptors(t)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	if s.rate > 0 {
		running.Go(func() {
			each := time.NewTicker(time.Second / time.Duration(s.rate))
			defer each.Stop()
			for ctx.Err() == nil {
				<-each.C
				running.Go(func() { staySilent(ctx, s.address, hello) })
			}
		})
	}
	time.Sleep(s.warm) //nolint:forbidigo // passing time is what is measured
	var mu sync.Mutex
	var times []time.Duration
	failed, slow, slowFailed := 0, 0, 0
	var honest sync.WaitGroup
	one := func(answersAfter time.Duration) {
		took, err := handshakeTime(s.address, answersAfter)
		mu.Lock()
		defer mu.Unlock()
		switch {
		case answersAfter > 0:
			slow++
			if err != nil {
				slowFailed++
			}
		case err != nil:
			failed++
		default:
			times = append(times, took)
		}
	}
	each := time.NewTicker(s.every)
	defer each.Stop()
	for i, end := 0, time.Now().Add(s.length); time.Now().Before(end); i++ {
		honest.Go(func() { one(0) })
		if i%5 == 0 && s.length > time.Second {
			honest.Go(func() { one(2 * time.Second) })
		}
		<-each.C
	}
	honest.Wait()
	slices.Sort(times)
	at := func(part float64) float64 {
		if len(times) == 0 {
			return -1
		}
		return times[int(part*float64(len(times)-1))].Seconds() * 1000
	}
	fmt.Printf("%s%d honest: median %.1f ms, p99 %.1f ms, most %.1f ms, %d failed; %d that answer after 2 s: %d failed\n",
		reportPrefix, len(times)+failed, at(0.5), at(0.99), at(1), failed, slow, slowFailed)
	if len(times) == 0 {
		t.Error("no honest handshake was completed")
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // until the server has looked
	cancel()
	running.Wait()
}

// staySilent sends a first message and waits for the end.
func staySilent(ctx context.Context, address string, hello []byte) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { c.Close() })()
	if _, err := c.Write(hello); err == nil {
		_, _ = io.Copy(io.Discard, c)
	}
}

// handshakeTime connects, and returns the time until an echo has come back over TLS.
func handshakeTime(address string, answersAfter time.Duration) (time.Duration, error) {
	began := time.Now()
	raw, err := net.Dial("tcp", address)
	if err != nil {
		return 0, err
	}
	defer raw.Close()
	c := tls.Client(&slowConn{Conn: raw, delay: answersAfter}, &tls.Config{InsecureSkipVerify: true}) //nolint:gosec // the server is the parent process
	if _, err = c.Write([]byte("x")); err == nil {
		_, err = io.ReadFull(c, make([]byte, 1))
	}
	return time.Since(began), err
}

// slowConn waits before the first read, as if the peer were far away.
type slowConn struct {
	net.Conn
	delay time.Duration
}

func (c *slowConn) Read(p []byte) (int, error) {
	time.Sleep(c.delay) //nolint:forbidigo // the delay of the network
	c.delay = 0
	return c.Conn.Read(p)
}
