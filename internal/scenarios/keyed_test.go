//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package scenarios

// Records of a simulated log on the groups of two processes, whose partitions move between them.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/group"
	"github.com/wakeful-go/wakeful/keyed"
	"github.com/wakeful-go/wakeful/sim"
)

func TestKeyed(t *testing.T) { sim.Run(t, 1000, rebalances) }

// A log has partitions, each of which one member reads at a time.
type log struct {
	w       *sim.World
	records [][]keyed.Message

	mu        sync.Mutex // the goroutines of consumers and partitions may be woken by one callback
	committed []int64
	over      []bool
}

// next returns the position from which a partition is delivered.
func (l *log) next(p int) int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.committed[p]
}

// ended reports whether everything is acknowledged, and remembers it.
func (l *log) ended(p int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over[p] = l.committed[p] == int64(len(l.records[p]))
	return l.over[p]
}

func (l *log) allEnded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !slices.Contains(l.over, false)
}

// A member is the source of one process.
type member struct {
	log   *log
	sink  keyed.Sink
	begun chan struct{}
}

func (m *member) Run(ctx context.Context, sink keyed.Sink) error {
	m.sink = sink
	close(m.begun)
	<-ctx.Done()
	return nil
}

func (m *member) Acknowledge(_ context.Context, acks []keyed.Ack) error {
	m.log.mu.Lock()
	defer m.log.mu.Unlock()
	for _, a := range acks {
		n := a.Partition.Number
		if a.Next < m.log.committed[n] {
			m.log.w.Fail("the acknowledgement of partition %d goes back from %d to %d", n, m.log.committed[n], a.Next)
		}
		m.log.committed[n] = a.Next
	}
	return nil
}

func (m *member) Close() error { return nil }

func rebalances(w *sim.World) {
	const partitions, keys = 3, 12
	total := 20 + w.Rand().IntN(80)
	l := &log{w: w, records: make([][]keyed.Message, partitions), committed: make([]int64, partitions), over: make([]bool, partitions)}
	for range total {
		key := w.Rand().IntN(keys)
		p := key % partitions
		l.records[p] = append(l.records[p], keyed.Message{
			Position: int64(len(l.records[p])), Key: fmt.Append(nil, key),
		})
	}
	last, running, effects := map[string]int64{}, map[string]bool{}, 0 // durable, shared by the processes
	var members []*member
	var consumers []*keyed.Consumer[string, int]
	for i := range 2 {
		m := &member{log: l, begun: make(chan struct{})}
		w.On(fmt.Sprint("process ", i), func() {
			g, err := group.New(2)
			if err != nil {
				w.Fail("%w", err)
				return
			}
			w.Go(func() { _ = g.Run(w.Context()) })
			fails := w.Rand().IntN(3) == 0
			c, err := keyed.Consume(g, m, func(r keyed.Record) string { return string(r.Key()) },
				func(_ *int, r keyed.Record, done func(error)) {
					key := string(r.Key())
					if running[key] {
						w.Fail("two records of key %s run at once", key)
					}
					running[key] = true
					finish := func() {
						running[key] = false
						if before, ok := last[key]; !ok || r.Position() > before {
							last[key] = r.Position()
							effects++
						}
						if fails && r.Attempt() == 1 && r.Position()%5 == 0 {
							done(fmt.Errorf("try again"))
							return
						}
						done(nil)
					}
					if w.Rand().IntN(2) == 0 {
						w.After(time.Duration(w.Rand().IntN(50))*time.Millisecond, finish)
					} else {
						finish()
					}
				}, keyed.WithMaxInFlight(1+w.Rand().IntN(40)), keyed.WithAcknowledgeInterval(20*time.Millisecond))
			if err != nil {
				w.Fail("%w", err)
				return
			}
			consumers = append(consumers, c)
		})
		members = append(members, m)
	}
	for p := range partitions {
		random := rand.New(rand.NewPCG(w.Seed(), uint64(p))) //nolint:gosec // a run must be repeatable
		w.Go(func() {
			owner := random.IntN(2)
			for w.Context().Err() == nil {
				m := members[owner]
				<-m.begun
				w.Logf("partition %d belongs to process %d", p, owner)
				ctx, cancel := context.WithTimeout(w.Context(), time.Duration(1+p+100*random.IntN(8))*time.Millisecond)
				a := m.sink.Assign(keyed.Partition{Topic: "log", Number: int32(p)})
				from := l.next(p)
				if from > int64(len(l.records[p])) {
					w.Fail("%d of %d records of partition %d are acknowledged", from, len(l.records[p]), p)
					cancel()
					return
				}
				rest := l.records[p][from:]
				for len(rest) > 0 && ctx.Err() == nil {
					n := min(len(rest), 1+random.IntN(8))
					if a.Deliver(ctx, keyed.Messages(rest[:n])) != nil {
						break
					}
					rest = rest[n:]
				}
				<-ctx.Done()
				cancel()
				w.Logf("partition %d is revoked", p)
				a.Revoke(context.Background())
				w.Logf("partition %d is free", p)
				if l.ended(p) {
					return
				}
				owner = 1 - owner
			}
		})
	}
	done := w.Until(10*time.Minute, l.allEnded)
	if !done {
		w.Fail("acknowledged are %v of %d records", l.committed, total)
	}
	if effects != total {
		w.Fail("%d of %d records had an effect", effects, total)
	}
	for _, c := range consumers {
		if m := c.Metrics(); m.Delivered != m.Finished+m.Abandoned || m.Unfinished != 0 {
			w.Fail("not conserved: %+v", m)
		}
		w.Go(func() { _ = c.Close() })
	}
	w.For(time.Second)
}
