package wakeful_test

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// start runs a loop for the length of a benchmark.
func start(b *testing.B, options ...wakeful.Option) *wakeful.Loop {
	l, err := wakeful.New(options...)
	if err != nil {
		b.Fatal(err)
	}
	ended := make(chan error)
	go func() { ended <- l.Run(context.Background()) }()
	b.Cleanup(func() {
		b.StopTimer()
		if err := l.Shutdown(context.Background()); err != nil {
			b.Error(err)
		}
		if err := <-ended; err != nil {
			b.Error(err)
		}
		if m := l.Metrics(); m.Submitted != m.Executed+m.Rejected+m.Discarded {
			b.Errorf("not conserved: %+v", m)
		}
	})
	return l
}

// BenchmarkSubmit measures the time per function from the first Submit until the last function has
// run.
func BenchmarkSubmit(b *testing.B) {
	for _, producers := range []int{1, 2, 8, 32} {
		b.Run(fmt.Sprintf("impl=wakeful/producers=%d", producers), func(b *testing.B) {
			l := start(b)
			each := b.N/producers + 1
			ran, all := 0, make(chan struct{})
			task := func() {
				if ran++; ran == each*producers {
					close(all)
				}
			}
			b.ReportAllocs()
			b.ResetTimer()
			var wg sync.WaitGroup
			for range producers {
				wg.Go(func() {
					for range each {
						if l.Submit(task) != nil {
							panic("not accepted")
						}
					}
				})
			}
			<-all
			wg.Wait()
		})
	}
}

// BenchmarkMailbox is BenchmarkSubmit with messages.
func BenchmarkMailbox(b *testing.B) {
	l := start(b)
	ran, all := 0, make(chan struct{})
	m, err := wakeful.NewMailbox(l, func(int) {
		if ran++; ran == b.N {
			close(all)
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if m.Send(i) != nil {
			b.Fatal("not accepted")
		}
	}
	<-all
}

// BenchmarkCallers measures eight goroutines that each wait for the result of every Call.
func BenchmarkCallers(b *testing.B) {
	const callers = 8
	l := start(b)
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for range b.N / callers {
				if _, err := l.Call(context.Background(), func() (int, error) { return 1, nil }); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

// BenchmarkRoundTrip submits a function and waits until it has run. This wakes the loop's goroutine
// but no thread.
func BenchmarkRoundTrip(b *testing.B) {
	for name, strategy := range map[string]wakeful.WaitStrategy{
		"block": wakeful.Block(), "spin": wakeful.Spin(), "adaptive": wakeful.Adaptive(),
	} {
		b.Run("impl=wakeful/strategy="+name, func(b *testing.B) {
			l := start(b, wakeful.WithWaitStrategy(strategy))
			ran := make(chan struct{}, 1)
			task := func() { ran <- struct{}{} }
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				l.Submit(task)
				<-ran
			}
		})
	}
	b.Run("impl=wakeful/strategy=spin/waiter=spins", func(b *testing.B) {
		l := start(b, wakeful.WithWaitStrategy(wakeful.Spin()))
		var ran atomic.Int64
		task := func() { ran.Add(1) }
		b.ResetTimer()
		for i := range int64(b.N) {
			l.Submit(task)
			for ran.Load() == i {
			}
		}
	})
	b.Run("impl=flags", func(b *testing.B) {
		var there, back atomic.Int64
		n := int64(b.N)
		go func() {
			for i := range n {
				for there.Load() == i {
				}
				back.Store(i + 1)
			}
		}()
		for i := range n {
			there.Store(i + 1)
			for back.Load() == i {
			}
		}
	})
	b.Run("impl=channels", func(b *testing.B) {
		there, back := make(chan struct{}, 1), make(chan struct{}, 1)
		go func() {
			for range there {
				back <- struct{}{}
			}
		}()
		for range b.N {
			there <- struct{}{}
			<-back
		}
		close(there)
	})
}
