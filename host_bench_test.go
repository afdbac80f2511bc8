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
	check(b, l.Attach(context.Background()))
	b.Cleanup(func() {
		check(b, l.Close())
		_, err := l.Turn(time.Time{})
		matches(b, err, wakeful.ErrClosed)
	})
	return l
}

// BenchmarkEmptyTurn is a Turn of an idle loop: nothing was submitted since the last one.
func BenchmarkEmptyTurn(b *testing.B) {
	l, until := hostedBench(b), time.Now().Add(time.Hour)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Turn(until); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTurnOfOne is a Submit and the Turn that runs it, on one goroutine.
func BenchmarkTurnOfOne(b *testing.B) {
	l, fn := hostedBench(b), func() {}
	b.ReportAllocs()
	for b.Loop() {
		if err := l.Submit(fn); err != nil {
			b.Fatal(err)
		}
		if _, err := l.Turn(time.Time{}); err != nil {
			b.Fatal(err)
		}
	}
}
