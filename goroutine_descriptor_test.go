//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// A loop that waits for work, and does not look at descriptors any more, sleeps
// also while one of them is ready.
func TestDrainingLoopSleepsBesideAReadyDescriptor(t *testing.T) {
	l := running(t)
	read, write := pipe(t)
	goOn, arrived, called := make(chan struct{}), false, make(chan struct{}, 1)
	check(t, wakeful.Go(l, func(context.Context) (int, error) {
		<-goOn
		return 0, nil
	}, func(int, error) { arrived = true }))
	register(t, l, read, wakeful.Readable, func(wakeful.Events) { // nobody reads: it is ready in every turn
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
	// Those who look wake a loop that sleeps; apart from them it takes few turns.
	const looks = 100
	before := l.Metrics().Turns
	for range looks {
		runtime.Gosched()
		l.Metrics()
		for range 100 {
			runtime.Gosched()
		}
	}
	if turns := l.Metrics().Turns - before; turns > 2*looks {
		t.Errorf("%d turns while there was nothing to do", turns)
	}
	close(goOn)
	check(t, <-shut)
	equal(t, "arrived", arrived, true)
}
