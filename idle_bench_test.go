//go:build unix

package wakeful_test

import (
	"syscall"
	"testing"
	"time"
)

// BenchmarkIdle is what a loop with nothing to do costs: the processor time of
// the whole process over ten seconds.
func BenchmarkIdle(b *testing.B) {
	l := start(b)
	ran := make(chan struct{})
	if err := l.Submit(func() { close(ran) }); err != nil {
		b.Fatal(err)
	}
	<-ran
	const long = 10 * time.Second
	time.Sleep(long / 100) //nolint:forbidigo // whatever that has stirred up comes to rest
	parks := l.Metrics().Parks
	b.ResetTimer()
	before := processorTime(b)
	for range b.N {
		time.Sleep(long) //nolint:forbidigo // what is measured is time that passes
	}
	used := processorTime(b) - before
	b.ReportMetric(100*used.Seconds()/b.Elapsed().Seconds(), "%cpu")
	b.ReportMetric(float64(l.Metrics().Parks-parks)/float64(b.N), "wakeups/op")
}

// processorTime is what the process has used so far.
func processorTime(b *testing.B) time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		b.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}
