//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

import (
	"context"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
)

// A loop that always has long functions to run gets an event in the next turn.
func TestReadableBesideLongTurns(t *testing.T) {
	notHosted(t, "a watcher reports events")
	for name, strategy := range strategies {
		t.Run(name, func(t *testing.T) {
			read, write := pipe(t)
			l := unrun(t, wakeful.WithWaitStrategy(strategy))
			var written, after uint64
			var again func()
			again = func() {
				if after > 0 {
					return
				}
				for began := time.Now(); time.Since(began) < time.Millisecond; { // longer than the interval between polls
				}
				if turn := l.Metrics().Turns; written == 0 && turn > 2 {
					written = turn
					write.put("x")
				}
				check(t, l.Submit(again))
			}
			register(t, l, read, wakeful.Readable, func(wakeful.Events) {
				after = l.Metrics().Turns
				read.take(1)
				check(t, l.Close())
			})
			check(t, l.Submit(again))
			check(t, runLoop(context.Background(), l))
			if turns := after - written; turns > 2 {
				t.Errorf("%d turns later", turns)
			}
		})
	}
}
