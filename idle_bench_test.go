//go:build unix

package wakeful_test

import (
	"syscall"
	"testing"
	"time"
)

// BenchmarkIdle measures the processor time of a process with an idle loop over ten seconds.
func BenchmarkIdle(b *testing.B) {
	l := start(b)
	ran := make(chan struct{})
	if err := l.Submit(func() { close(ran) }); err != nil {
		b.Fatal(err)
	}
	<-ran
	const long = 10 * time.Second
	time.Sleep(long / 100) //nolint:forbidigo // let background work of the process end
	parks := l.Metrics().Parks
	b.ResetTimer()
	before := processorTime(b)
	for range b.N {
		time.Sleep(long) //nolint:forbidigo // passing time is what is measured
	}
	used := processorTime(b) - before
	b.ReportMetric(100*used.Seconds()/b.Elapsed().Seconds(), "%cpu")
	b.ReportMetric(float64(l.Metrics().Parks-parks)/float64(b.N), "wakeups/op")
}

// processorTime returns the processor time of the process so far.
func processorTime(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
