package observe_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// TestRingKindsStress copies a small ring while all kinds of events are written. The words of each event
// belong together, a tag follows its callback, and a cause precedes its own.
func TestRingKindsStress(t *testing.T) {
	const rounds = 20_000
	r := observe.NewRing(64*observe.EventBytes, true)
	r.Attach(0)
	now := int64(0)
	tags := &observe.Tags{ID: 1, Ring: r, Clock: func() int64 { return now }}
	other := &observe.Tags{ID: 2}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	var writer sync.WaitGroup
	writer.Go(func() {
		random := rand.New(rand.NewPCG(seed, 0))
		for range rounds {
			now++
			n := uint32(now)
			switch random.IntN(6) {
			case 0:
				r.Park(now, observe.Untimed{})
				claimed := now + 1
				now += 2
				r.Unpark(now, uint8(now%7), &observe.Stack{uintptr(now%100 + 1)}, claimed, uint32(now))
			case 1:
				tags.Out(observe.TagKey, n, other, int(n))
				tags.In(observe.TagConnection, n, other, now, int(n))
			case 2:
				r.Work(uintptr(now), now, now, now, now+1, now+1)
				fallthrough
			default:
				if random.IntN(3) == 0 {
					r.Submitted(now-1, &observe.Stack{uintptr(now%100 + 1)}, 0)
				}
				r.Begin(now, uint64(now), int(now%100), int(n), n, observe.Untimed{})
				for range random.IntN(4) {
					tags.Tag(observe.TagPartition, n, n, n)
				}
				fn := uint64(now + rounds*10)
				if random.IntN(5) == 0 {
					fn = 0 // an entry
				}
				now++
				r.End(now, fn, int((now-1)%100))
			}
		}
	})
	readers, done := sync.WaitGroup{}, make(chan struct{})
	for range 2 {
		readers.Go(func() {
			for ended := false; !ended; {
				select {
				case <-done:
					ended = true
				default:
				}
				checkKinds(t, r.Snapshot(observe.Read()))
			}
		})
	}
	writer.Wait()
	close(done)
	readers.Wait()
}

// checkKinds checks a copy.
func checkKinds(t *testing.T, c observe.Copy) {
	running := int64(-1) // the start of the last callback
	for i, e := range c.Events {
		last := i == len(c.Events)-1
		n := uint32(e.Start)
		ok := true
		switch e.Kind {
		case observe.KindCallback:
			running = e.Start
			ok = e.Queue == n && e.Extra == n && (e.Duration == 1 || e.Duration == observe.Unfinished) && int64(e.Detail) == e.Start%100
		case observe.KindPark:
			ok = e.Duration == 2 && e.Queue == 1 && e.Extra == n+2 && int64(e.Detail) == (e.Start+2)%7 &&
				c.Stacks[e.Value-1][0] == uintptr((e.Start+2)%100+1) || e.Duration == observe.Unfinished
		case observe.KindTag:
			// The entry before it may have been erased.
			ok = e.Start >= running && e.Value == uint64(n)<<32|uint64(n) && e.Extra == n
		case observe.KindMove:
			ok = e.Value == uint64(n)<<32|2 && e.Extra == n
		case observe.KindWork:
			ok = e.Value == uint64(e.Start) && e.Duration == 1
		case observe.KindCause:
			switch {
			case e.Detail == observe.CauseSubmitted && e.Value != 0:
				ok = c.Stacks[e.Value-1][0] == uintptr((e.Start+1)%100+1)
			case e.Detail == observe.CauseWork:
				ok = e.Start+e.Duration == e.Start
			}
			// What begins at its end is next, or what it is for was not written yet.
			if !last && e.Detail != observe.CauseWork {
				next := c.Events[i+1]
				ok = ok && (next.Start == e.Start+e.Duration || next.Kind != observe.KindCallback)
			}
		default:
			ok = false
		}
		if !ok {
			t.Errorf("event %d of %d is %+v, after the callback at %d", i, len(c.Events), e, running)
			return
		}
	}
}
