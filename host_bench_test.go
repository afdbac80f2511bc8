package wakeful_test

import (
	"context"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// hostedBench returns an idle loop in guest mode that the benchmark drives.
func hostedBench(b *testing.B) *wakeful.Loop {
	b.Helper()
	l, err := wakeful.New(wakeful.WithHost(nil))
	check(b, err)
	check(b, l.Start(context.Background()))
	b.Cleanup(func() {
		check(b, l.Close())
		_, err := l.RunUntil(time.Time{})
		matches(b, err, wakeful.ErrClosed)
	})
	return l
}

// BenchmarkEmptyRunUntil is a call of RunUntil of an idle loop: nothing was submitted since the last
// one.
func BenchmarkEmptyRunUntil(b *testing.B) {
	l, until := hostedBench(b), time.Now().Add(time.Hour)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.RunUntil(until); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRunUntilOfOne is a Submit and the call that runs it, on one goroutine.
func BenchmarkRunUntilOfOne(b *testing.B) {
	l, fn := hostedBench(b), func() {}
	b.ReportAllocs()
	for b.Loop() {
		if err := l.Submit(fn); err != nil {
			b.Fatal(err)
		}
		if _, err := l.RunUntil(time.Time{}); err != nil {
			b.Fatal(err)
		}
	}
}
