package designs_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/designs"
)

// These are for whoever changes a part; the tournament measures designs.

func BenchmarkThroughput(b *testing.B) {
	for _, entry := range designs.Entries() {
		for _, producers := range []int{1, 10} {
			b.Run(fmt.Sprintf("impl=%s/producers=%d", entry.Name, producers), func(b *testing.B) {
				loop, ended := benchLoop(b, entry)
				each := b.N/producers + 1
				ran := 0
				task := func() { ran++ }
				b.ReportAllocs()
				b.ResetTimer()
				var all sync.WaitGroup
				for range producers {
					all.Go(func() {
						for range each {
							for errors.Is(loop.Submit(task), contest.ErrFull) {
								runtime.Gosched()
							}
						}
					})
				}
				all.Wait()
				benchEnd(b, loop, ended)
				if ran != each*producers {
					b.Errorf("%d of %d tasks ran", ran, each*producers)
				}
			})
		}
	}
}

func BenchmarkLatency(b *testing.B) {
	for _, entry := range designs.Entries() {
		b.Run("impl="+entry.Name, func(b *testing.B) {
			loop, ended := benchLoop(b, entry)
			done := make(chan struct{}, 1)
			task := func() { done <- struct{}{} }
			b.ResetTimer()
			for range b.N {
				if err := loop.Submit(task); err != nil {
					b.Fatal(err)
				}
				<-done
			}
			benchEnd(b, loop, ended)
		})
	}
}

func benchLoop(b *testing.B, entry contest.Entry) (contest.Loop, chan error) {
	b.Helper()
	loop, err := entry.New()
	if err != nil {
		b.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- loop.Run(context.Background()) }()
	return loop, ended
}

// benchEnd waits until all tasks have run; that belongs to the time measured.
func benchEnd(b *testing.B, loop contest.Loop, ended chan error) {
	b.Helper()
	if err := loop.Shutdown(context.Background()); err != nil {
		b.Error(err)
	}
	b.StopTimer()
	if err := <-ended; err != nil {
		b.Error(err)
	}
}
