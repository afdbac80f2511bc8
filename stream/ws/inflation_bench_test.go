//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// BenchmarkSubmitDelay measures how long Submit takes until its function runs while clients send
// compressed messages, each client at most 2 MB/s. At least some hundred iterations are needed:
// use -benchtime 2000x.
func BenchmarkSubmitDelay(b *testing.B) {
	const rate = 2_000_000 // bytes per second and client
	letters := make([]byte, megabyte)
	for i := range letters {
		letters[i] = "etaoin shrdlu"[rand.IntN(13)]
	}
	for _, kind := range []struct {
		name    string
		payload string
		length  int
		rsv     byte // 4: the payload is compressed
	}{
		{"zeros", deflate(b, strings.Repeat("\x00", megabyte)), megabyte, 4},
		{"letters", deflate(b, string(letters)), megabyte, 4},
		{"nothing", emptyBlocks(megabyte - 20), 0, 4},
		// For comparison: the same traffic without decompression.
		{"uncompressed", string(letters[:megabyte/2]), megabyte / 2, 0},
	} {
		for _, clients := range []int{1, 16} {
			b.Run(fmt.Sprintf("content=%s/clients=%d", kind.name, clients), func(b *testing.B) {
				l := running(b)
				delivered := 0
				address := serve(b, l, func(c *wakews.Conn, err error) {
					check(b, err)
					check(b, c.OnMessage(func(_ wakews.Kind, p []byte) {
						delivered++
						if len(p) != kind.length {
							b.Errorf("%d bytes, want %d", len(p), kind.length)
						}
					}))
				}, wakews.WithCompression(0))
				message := binary(kind.payload).with(kind.rsv).encoded()
				ctx, stop := context.WithCancel(context.Background())
				var writers sync.WaitGroup
				for range clients {
					p, _ := connect(b, address, withDeflate)
					context.AfterFunc(ctx, func() { _ = p.Close() })
					writers.Go(func() {
						began, sent := time.Now(), 0
						for ctx.Err() == nil {
							n, err := p.Write(message)
							if err != nil {
								return
							}
							sent += n
							ahead := time.Duration(sent)*time.Second/rate - time.Since(began)
							if ahead > 5*time.Millisecond {
								time.Sleep(ahead) //nolint:forbidigo // the rate of the peer
							}
						}
					})
				}
				for before := 0; before == 0; { // until it has begun
					on(b, l, func() { before = delivered })
				}
				var delays []time.Duration
				ran := make(chan struct{}, 1)
				for b.Loop() {
					began := time.Now()
					check(b, l.Submit(func() { ran <- struct{}{} }))
					<-ran
					delays = append(delays, time.Since(began))
					time.Sleep(200 * time.Microsecond) //nolint:forbidigo // the distance of the samples
				}
				total := 0
				on(b, l, func() { total = delivered })
				stop()
				writers.Wait()
				slices.Sort(delays)
				at := func(q float64) float64 { return delays[int(q*float64(len(delays)-1))].Seconds() * 1000 }
				b.ReportMetric(at(0.5), "p50-ms")
				b.ReportMetric(at(0.99), "p99-ms")
				b.ReportMetric(at(1), "max-ms")
				b.ReportMetric(float64(total), "messages")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
