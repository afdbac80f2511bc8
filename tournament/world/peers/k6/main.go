//go:build ignore

// The peer on k6's event loop with its JavaScript engine sobek. It is a separate program and
// module, built only where it is measured, because k6 has a hundred dependencies, and its licence
// is the AGPL.
package main

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"github.com/grafana/sobek"
	"go.k6.io/k6/js/modulestest"

	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// k6Loop submits functions as k6's modules do for work that ends on another goroutine: a callback is
// registered, and enqueued. k6 says that RegisterCallback must be called on the loop, because the
// loop ends when no callback is registered. Here hold is registered until Shutdown, so that every
// goroutine can register further ones; the method itself takes the loop's lock.
type k6Loop struct {
	register func() (enqueue func(func() error))
	hold     func(func() error)
	runtime  *sobek.Runtime
	ended    chan error
	setTimer sobek.Callable
	clear    sobek.Callable
}

// newLoop creates a loop. The loop is internal to k6. Only k6's test support for authors of
// extensions gives access to one, and that needs a *testing.T.
func newLoop() (peer.Loop, error) {
	made := modulestest.NewRuntime(new(testing.T))
	l := &k6Loop{register: made.VU.RegisterCallback, runtime: made.VU.RuntimeField, ended: make(chan error, 1)}
	l.setTimer, _ = sobek.AssertFunction(l.runtime.Get("setTimeout"))
	l.clear, _ = sobek.AssertFunction(l.runtime.Get("clearTimeout"))
	ready := make(chan struct{})
	go func() {
		l.ended <- made.EventLoop.Start(func() error {
			l.hold = l.register()
			close(ready)
			return nil
		})
	}()
	<-ready
	return l, nil
}

func (l *k6Loop) Submit(task func()) error {
	l.register()(func() error { task(); return nil })
	return nil
}

func (l *k6Loop) Shutdown(context.Context) error {
	l.hold(func() error { return nil })
	return <-l.ended
}

// After calls setTimeout, which is the only access to timers. clearTimeout does not report
// whether it stopped the timer.
func (l *k6Loop) After(d time.Duration, fn func()) (func() bool, error) {
	id, err := l.setTimer(sobek.Undefined(), l.runtime.ToValue(func(sobek.FunctionCall) sobek.Value { fn(); return nil }),
		l.runtime.ToValue(float64(d)/float64(time.Millisecond)))
	if err != nil {
		return nil, err
	}
	return func() bool {
		_, err := l.clear(sobek.Undefined(), id)
		return err == nil
	}, nil
}

func main() {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == "go.k6.io/k6" {
				version = module.Version
			}
		}
	}
	if err := peer.Serve(os.Stdin, os.Stdout, peer.Peer{Name: "k6", Version: version, NewLoop: newLoop}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
