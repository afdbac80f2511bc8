//go:build linux

package wakeful_test

import (
	"fmt"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// A receiver gets messages. send is called on the sender's goroutine. The receiver calls arrived as
// soon as it has the message.
type receiver func(b *testing.B, arrived func()) (send func())

func loopReceiver(strategy wakeful.WaitStrategy) receiver {
	return func(b *testing.B, arrived func()) func() {
		l := start(b, wakeful.WithWaitStrategy(strategy))
		return func() {
			if err := l.Submit(arrived); err != nil {
				b.Error(err)
			}
		}
	}
}

// channelReceiver is a goroutine that receives from a channel.
func channelReceiver(b *testing.B, arrived func()) func() {
	c, ended := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(ended)
		for range c {
			arrived()
		}
	}()
	b.Cleanup(func() { close(c); <-ended })
	return func() { c <- struct{}{} }
}

// polledReceiver is a goroutine that polls the channel.
func polledReceiver(b *testing.B, arrived func()) func() {
	c, ended := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(ended)
		for polls := 1; ; polls++ {
			select {
			case _, open := <-c:
				if !open {
					return
				}
				arrived()
			default:
				if polls%1024 == 0 {
					runtime.Gosched()
				}
			}
		}
	}()
	b.Cleanup(func() { close(c); <-ended })
	return func() { c <- struct{}{} }
}

var receivers = []struct {
	name string
	receiver
}{
	{"channel-sleep", channelReceiver},
	{"channel-spin", polledReceiver},
	{"block", loopReceiver(wakeful.Block())},
	{"spin", loopReceiver(wakeful.Spin())},
	{"adaptive", loopReceiver(wakeful.Adaptive())},
}

var gaps = []time.Duration{
	time.Microsecond, 5 * time.Microsecond, 50 * time.Microsecond, 100 * time.Microsecond,
	time.Millisecond, 10 * time.Millisecond, 100 * time.Millisecond,
}

// BenchmarkArrival measures the time from a send to the callback, with a gap between messages. It
// also reports the process's processor time without the sender's thread, in processors (cpu) and
// per arrival.
func BenchmarkArrival(b *testing.B) {
	for _, gap := range gaps {
		for _, r := range receivers {
			b.Run(fmt.Sprintf("lane=%s/gap=%v", r.name, gap), func(b *testing.B) { arrivals(b, gap, r.receiver) })
		}
	}
}

func arrivals(b *testing.B, gap time.Duration, r receiver) {
	var done atomic.Uint64
	var at, sent time.Time
	delays := make([]time.Duration, 0, b.N)
	send := r(b, func() {
		at = time.Now()
		done.Add(1)
	})
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const warm = 100
	var all, own, began time.Duration
	epoch := time.Now()
	for n := range uint64(b.N + warm) {
		if n == warm {
			b.ResetTimer()
			all, own, began = clock(b, unix.CLOCK_PROCESS_CPUTIME_ID), clock(b, unix.CLOCK_THREAD_CPUTIME_ID), time.Since(epoch)
		}
		pass(gap)
		sent = time.Now()
		send()
		for done.Load() == n {
			yieldIfAlone()
		}
		if n >= warm {
			delays = append(delays, at.Sub(sent))
		}
	}
	b.StopTimer()
	wall := time.Since(epoch) - began
	used := clock(b, unix.CLOCK_PROCESS_CPUTIME_ID) - all - (clock(b, unix.CLOCK_THREAD_CPUTIME_ID) - own)
	slices.Sort(delays)
	b.ReportMetric(float64(delays[len(delays)/2]), "p50-ns")
	b.ReportMetric(float64(delays[len(delays)*99/100]), "p99-ns")
	b.ReportMetric(used.Seconds()/wall.Seconds(), "cpu")
	b.ReportMetric(float64(used)/float64(len(delays)), "cpu-ns/op")
}

// pass waits on the calling thread. It sleeps if the gap is long enough.
func pass(gap time.Duration) {
	if gap > 200*time.Microsecond {
		t := unix.NsecToTimespec(int64(gap))
		for unix.Nanosleep(&t, &t) != nil { // interrupted: the rest
		}
		return
	}
	for began := time.Now(); time.Since(began) < gap; {
		yieldIfAlone()
	}
}

// yieldIfAlone yields if the receiver needs this processor.
func yieldIfAlone() {
	if runtime.GOMAXPROCS(0) == 1 {
		runtime.Gosched()
	}
}

// clock reads one of the clocks of processor time.
func clock(b *testing.B, id int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(id, &t); err != nil {
		b.Fatal(err)
	}
	return time.Duration(t.Nano())
}

// BenchmarkHandover is a round trip of a goroutine that blocks until its function has run: two
// switches of goroutines, within a thread or between threads.
func BenchmarkHandover(b *testing.B) {
	for _, r := range []struct {
		name     string
		strategy wakeful.WaitStrategy
	}{
		{"block", wakeful.Block()},
		{"spin", wakeful.Spin()},
		{"adaptive", wakeful.Adaptive()},
	} {
		b.Run("strategy="+r.name, func(b *testing.B) {
			l := start(b, wakeful.WithWaitStrategy(r.strategy))
			ran := make(chan struct{}, 1)
			task := func() { ran <- struct{}{} }
			for b.Loop() {
				if err := l.Submit(task); err != nil {
					b.Fatal(err)
				}
				<-ran
			}
		})
	}
}

// BenchmarkPauses measures how long forced collections stop the world beside a waiting receiver:
// the 99th percentile and the median, and the duration of a collection.
func BenchmarkPauses(b *testing.B) {
	for _, r := range receivers {
		for _, locked := range []bool{false, true} {
			b.Run(fmt.Sprintf("lane=%s/locked=%v", r.name, locked), func(b *testing.B) {
				var done atomic.Bool
				send := r.receiver(b, func() { done.Store(true) })
				send()
				for !done.Load() {
					runtime.Gosched()
				}
				if locked {
					runtime.LockOSThread()
					defer runtime.UnlockOSThread()
				}
				runtime.GC()
				before := pauses()
				b.ResetTimer()
				for range b.N {
					kept = make([]byte, 1<<16)
					runtime.GC()
				}
				b.StopTimer()
				after := pauses()
				b.ReportMetric(quantile(before, after, 0.5), "p50-us")
				b.ReportMetric(quantile(before, after, 0.99), "p99-us")
			})
		}
	}
}

var kept []byte

func pauses() *metrics.Float64Histogram {
	s := []metrics.Sample{{Name: "/sched/pauses/total/gc:seconds"}}
	metrics.Read(s)
	return s[0].Value.Float64Histogram()
}

// quantile returns a quantile of the values counted in between, in microseconds: the upper bound of
// its bucket.
func quantile(before, after *metrics.Float64Histogram, q float64) float64 {
	var all, seen uint64
	for i := range after.Counts {
		all += after.Counts[i] - before.Counts[i]
	}
	for i := range after.Counts {
		if seen += after.Counts[i] - before.Counts[i]; float64(seen) >= q*float64(all) {
			return 1e6 * after.Buckets[i+1]
		}
	}
	return 0
}
