package peers

import (
	"runtime"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

var controlChannelsEntry = contest.Entry{
	Name:    "control-channels",
	Kind:    contest.Control,
	Summary: "Two goroutines that hand a token back and forth over two channels: what the scheduler itself costs.",
	Can:     contest.RoundTrips,
	NewControl: func() (contest.RoundTripper, error) {
		return newChannelTrips(), nil
	},
}

var controlFlagsEntry = contest.Entry{
	Name:    "control-flags",
	Kind:    contest.Control,
	Summary: "Two goroutines that spin on two flags: what moving a cache line between two cores costs.",
	Can:     contest.RoundTrips | contest.Spins,
	NewControl: func() (contest.RoundTripper, error) {
		return newFlagTrips(), nil
	},
}

// channelTrips is the control of a waiter that blocks.
type channelTrips struct {
	there, back chan struct{}
}

func newChannelTrips() *channelTrips {
	t := &channelTrips{there: make(chan struct{}, 1), back: make(chan struct{}, 1)}
	go func() {
		defer close(t.back)
		for range t.there {
			t.back <- struct{}{}
		}
	}()
	return t
}

func (t *channelTrips) RoundTrip() {
	t.there <- struct{}{}
	<-t.back
}

func (t *channelTrips) Close() {
	close(t.there)
	<-t.back // closed by the other goroutine as its last act
}

// flagTrips is the control of a waiter that spins. Each flag has one writer; the
// padding separates the two.
type flagTrips struct {
	turn  uint64 // the caller's
	_     [64]byte
	there atomic.Uint64 // written by the caller, the other goroutine spins on it
	_     [56]byte
	back  atomic.Uint64 // written by the other goroutine, the caller spins on it
	_     [56]byte
	ended chan struct{}
}

// Values of flagTrips.there that are no turn.
const noMoreTurns = ^uint64(0)

// yieldAfter is how often a spinning goroutine looks before it lets others on
// its processor run once. It is far longer than any trip between two cores, and
// keeps one processor from standing still when there is only one.
const yieldAfter = 1 << 14

func newFlagTrips() *flagTrips {
	t := &flagTrips{ended: make(chan struct{})}
	go func() {
		defer close(t.ended)
		var seen uint64
		for looks := 1; ; looks++ {
			if now := t.there.Load(); now != seen {
				if now == noMoreTurns {
					return
				}
				seen, looks = now, 1
				t.back.Store(now)
			}
			if looks%yieldAfter == 0 {
				runtime.Gosched()
			}
		}
	}()
	return t
}

func (t *flagTrips) RoundTrip() {
	t.turn++
	t.there.Store(t.turn)
	for looks := 1; t.back.Load() != t.turn; looks++ {
		if looks%yieldAfter == 0 {
			runtime.Gosched()
		}
	}
}

func (t *flagTrips) Close() {
	t.there.Store(noMoreTurns)
	<-t.ended
}
