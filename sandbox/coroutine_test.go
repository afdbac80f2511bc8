package sandbox

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
)

// TestOthersRunBetweenSlices: a goroutine, for example that of a tool, gets a processor after a slice of a script,
// and not when the Go runtime interrupts the loop.
func TestOthersRunBetweenSlices(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	running.Go(func() { _ = loop.Run(context.Background()) })
	defer running.Wait()
	defer loop.Close()
	var ran atomic.Bool
	slices, ended := 0, make(chan struct{})
	c := &call{runner: &runner{tags: observe.Open(loop).Tags()}, loop: loop, coroutine: newCoroutine(), done: true}
	c.coroutine.task = func() {
		for ; !ran.Load(); slices++ {
			c.coroutine.yield(struct{}{})
		}
		close(ended)
	}
	if err := loop.Submit(func() {
		go ran.Store(true)
		c.resume()
	}); err != nil {
		t.Fatal(err)
	}
	<-ended
	if slices > 10 {
		t.Errorf("there were %d slices before the goroutine ran", slices)
	}
	if _, err := loop.Call(t.Context(), func() (any, error) {
		c.runner.end() // with its coroutine
		return nil, nil
	}); err != nil {
		t.Error(err)
	}
}
