//go:build ignore

// The peer on k6's event loop with its JavaScript engine sobek. It is a program and a
// module of its own, built only where it is measured: k6 brings a hundred modules, and its
// licence is the AGPL.
package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"testing"
	"time"

	"github.com/grafana/sobek"
	"github.com/mstoykov/k6-taskqueue-lib/taskqueue"
	"go.k6.io/k6/js/modulestest"

	"github.com/wakeful-go/wakeful/tournament/world/peer"
)

// k6Loop takes functions over a task queue, as k6's web sockets do: RegisterCallback
// itself may be called on the loop alone.
type k6Loop struct {
	queue    *taskqueue.TaskQueue
	runtime  *sobek.Runtime
	ended    chan error
	setTimer sobek.Callable
	clear    sobek.Callable
}

// newLoop makes a loop. It is internal to k6; what k6 gives to the authors of extensions for
// their tests is the way to one, and wants a test.
func newLoop(bool) (peer.Loop, error) {
	made := modulestest.NewRuntime(new(testing.T))
	l := &k6Loop{runtime: made.VU.RuntimeField, ended: make(chan error, 1)}
	l.setTimer, _ = sobek.AssertFunction(l.runtime.Get("setTimeout"))
	l.clear, _ = sobek.AssertFunction(l.runtime.Get("clearTimeout"))
	ready := make(chan struct{})
	go func() {
		l.ended <- made.EventLoop.Start(func() error {
			l.queue = taskqueue.New(made.VU.RegisterCallback)
			close(ready)
			return nil
		})
	}()
	<-ready
	return l, nil
}

func (l *k6Loop) Submit(task func()) error {
	l.queue.Queue(func() error { task(); return nil })
	return nil
}

func (l *k6Loop) Close() error {
	l.queue.Close()
	return <-l.ended
}

// AfterFunc calls setTimeout, which is the only way to a timer. clearTimeout does not say
// what it did.
func (l *k6Loop) AfterFunc(d time.Duration, fn func()) (func() bool, error) {
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
