//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package streamhttp_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	streamhttp "github.com/wakeful-go/wakeful/stream/http"
)

// TestStress: clients send requests of any kind, in pieces and behind each other, and leave at any
// moment. Each answer is that to its request, and afterwards the server knows of no connection and has
// called no handler that has not returned.
func TestStress(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rounds := 400
	if testing.Short() {
		rounds = 60
	}
	var inside atomic.Int64
	s := &streamhttp.Server{
		OnLoop:      func(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/loop") },
		IdleTimeout: time.Minute, ReadTimeout: time.Minute, WriteTimeout: time.Minute,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			inside.Add(1)
			defer inside.Add(-1)
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return // the client has left
			}
			if strings.HasSuffix(r.URL.Path, "long") {
				_, _ = w.Write(make([]byte, 200_000)) // the client may have left
			}
			fmt.Fprintf(w, "%s %d", r.URL.Path, len(body))
		}),
	}
	address := serve(t, running(t), s)
	var clients sync.WaitGroup
	for i := range 8 {
		clients.Go(func() {
			random := rand.New(rand.NewPCG(seed, uint64(i))) //nolint:gosec // a test
			for range rounds {
				stressOne(t, address, random)
			}
		})
	}
	clients.Wait()
	check(t, s.Shutdown(context.Background()))
	until(func() bool { return inside.Load() == 0 })
}

// stressOne is the life of one connection.
func stressOne(t *testing.T, address string, random *rand.Rand) {
	c := dial(t, address)
	defer c.Close()
	var text strings.Builder
	var want []string
	for n := range random.IntN(5) {
		path := []string{"/a", "/loop", "/loop-long", "/long"}[random.IntN(4)]
		size := []int{0, 1, 5000, 100_000}[random.IntN(4)]
		body := strings.Repeat("x", size)
		switch random.IntN(3) {
		case 0:
			fmt.Fprintf(&text, "GET %s%d HTTP/1.1\r\nHost: a\r\n\r\n", strings.TrimSuffix(path, "long"), n)
			want = append(want, fmt.Sprintf("%s%d 0", strings.TrimSuffix(path, "long"), n))
			continue
		case 1:
			fmt.Fprintf(&text, "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n%s", path, size, body)
		case 2:
			fmt.Fprintf(&text, "POST %s HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", path)
			if size > 0 {
				fmt.Fprintf(&text, "%x\r\n%s\r\n", size, body)
			}
			text.WriteString("0\r\n\r\n")
		}
		want = append(want, fmt.Sprintf("%s %d", path, size))
	}
	out := text.String()
	leaves := random.IntN(3) == 0
	if leaves {
		out = out[:random.IntN(len(out)+1)]
	}
	step := 1 + random.IntN(1+len(out))
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		for len(out) > 0 {
			n := min(step, len(out))
			if _, err := c.Write([]byte(out[:n])); err != nil {
				return // the test reports what is missing
			}
			out = out[n:]
		}
	}()
	if leaves {
		<-sent
		if random.IntN(2) == 0 {
			_ = c.SetLinger(0)
		}
		return
	}
	answers := bufio.NewReader(c)
	for _, w := range want {
		if _, body := readAnswer(t, answers); !strings.HasSuffix(body, w) {
			t.Errorf("answer %.100q, want %q at its end", body, w)
			break
		}
	}
	<-sent
}
