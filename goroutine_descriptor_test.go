//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// A draining loop that waits for work ignores descriptors, so it parks even if one of them is
// ready.
func TestDrainingLoopSleepsBesideAReadyDescriptor(t *testing.T) {
	l := running(t)
	read, write := pipe(t)
	goOn, arrived, called := make(chan struct{}), false, make(chan struct{}, 1)
	check(t, l.RunBlocking(context.Background(), func(context.Context) (int, error) {
		<-goOn
		return 0, nil
	}, func(int, error) { arrived = true }))
	register(t, l, read, wakeful.Readable, func(wakeful.Events) { // nobody reads, so it is ready in every turn
		select {
		case called <- struct{}{}:
		default:
		}
	})
	write.put("x")
	<-called
	shut := make(chan error)
	go func() { shut <- l.Shutdown(context.Background()) }()
	awaitRefusal(l)
	// The loop takes a turn or two for the Shutdown and then parks. Reading the metrics does not
	// wake it.
	before := l.Metrics().Turns
	for range 100 {
		runtime.Gosched()
		l.Metrics()
		for range 100 {
			runtime.Gosched()
		}
	}
	// The figures of a loop that is awake are up to 64 turns old, so before may be as much too low.
	if turns := l.Metrics().Turns - before; turns > 100 {
		t.Errorf("%d turns while there was nothing to do", turns)
	}
	close(goOn)
	check(t, <-shut)
	equal(t, "arrived", arrived, true)
}
