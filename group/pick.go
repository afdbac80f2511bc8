package group

// This file owns the choice of a loop for new work.

import (
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/placement"
)

// measureEvery is the age from which on Pick measures a loop again.
const measureEvery = time.Millisecond

// gauge is the load of a member as Pick sees it.
type gauge struct {
	// load holds the bits of the load, written under mu. placed counts the picks since.
	load   atomic.Uint64
	placed atomic.Int64
	// measuredAt is the time of the last measurement, on the group's clock. Written under mu.
	measuredAt atomic.Int64

	mu    sync.Mutex
	gauge placement.Gauge
}

// Pick returns the less loaded of two loops that are chosen at random. If their loads are about the
// same, it is the one that was picked less often since they were measured. The load is the part of
// the last 100 ms in which the loop was busy, plus the time that its queue will take, in tenths of
// a second. A measurement that is older than a millisecond is repeated, which reads the loop's
// metrics and does not wake the loop. A loop that has ended is not picked while the other one has
// not. After the end of the group Pick returns one of the last loops, which accepts nothing.
//
// Use Pick for work whose place does not matter, and to place connections. It says nothing of
// order: functions that one goroutine submits to different loops run at the same time.
func (g *Group) Pick() *wakeful.Loop {
	members := g.active.Load().members
	n := len(members)
	if n == 1 {
		return members[0].loop
	}
	i, j := g.random.IntN(n), g.random.IntN(n-1)
	if j >= i {
		j++
	}
	now := time.Since(g.epoch)
	a, b := members[i], members[j]
	if placement.LessLoaded(b.candidate(now), a.candidate(now)) {
		a, b = b, a
	}
	if a.ended() && !b.ended() {
		a = b
	}
	a.gauge.placed.Add(1)
	return a.loop
}

// ended reports whether the loop has begun to end.
func (m *member) ended() bool {
	select {
	case <-m.loop.Context().Done():
		return true
	default:
		return false
	}
}

// candidate measures the member if its measurement is too old, and returns its load. If another
// goroutine is measuring it, the old figure does.
func (m *member) candidate(now time.Duration) placement.Candidate {
	q := &m.gauge
	if now-time.Duration(q.measuredAt.Load()) >= measureEvery && q.mu.TryLock() {
		if now > time.Duration(q.measuredAt.Load()) {
			q.gauge.Update(sample(now, m.loop.Metrics()))
			q.load.Store(math.Float64bits(q.gauge.Load()))
			q.placed.Store(0)
			q.measuredAt.Store(int64(now))
		}
		q.mu.Unlock()
	}
	return placement.Candidate{Load: math.Float64frombits(q.load.Load()), Placed: q.placed.Load()}
}

func sample(now time.Duration, m wakeful.Metrics) placement.Sample {
	return placement.Sample{
		At: now, Busy: m.Busy, Queued: m.Queued,
		Done: m.Executed + m.TimersFired + m.Descriptors,
	}
}

// LoopFor returns the loop of a key. It is the same loop until Resize changes the number of loops,
// which moves the fewest keys that keep the loops even. The loop of a key differs between groups
// and between runs of the program, because the hash is seeded at random. So an attacker cannot
// choose keys that all belong to one loop.
//
// Rebalancing does not change it. KeyedState places its keys by itself: KeyedState.Loop returns
// their loops.
func (g *Group) LoopFor(key string) *wakeful.Loop {
	loops := g.active.Load().loops
	return loops[placement.Jump(g.random.String(key), len(loops))]
}
