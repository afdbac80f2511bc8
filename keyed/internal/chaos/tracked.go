package chaos

import (
	"context"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/keyed"
)

// This file owns the count of records that may come again: those that a member has delivered and
// the engine has not acknowledged when the member's time with their partition ends. The next owner
// gets them. A record that comes again and was not among them was acknowledged and delivered
// nevertheless.

// slice is how many records are delivered at once, so that few are counted that were not delivered.
const slice = 16

// doubtful is the time after which the engine may have given a partition away while a member waited
// for an acknowledgement. What was acknowledged then may come again. It makes the limit higher on a
// machine that is too busy, and it is not a limit itself.
const doubtful = 500 * time.Millisecond

// tracked is the source of a member, with the count.
type tracked struct {
	keyed.Source
	link *Link

	mu        sync.Mutex
	open      map[keyed.Partition]*trackedAssignment
	mayRepeat int
}

type trackedAssignment struct {
	keyed.Assignment
	source    *tracked
	id        keyed.Partition
	positions []int64 // of the records that are delivered and not acknowledged
	ended     bool
	// failed is set when an acknowledgement has failed: the engine was away, and may have given the
	// partition to another member, so what is acknowledged afterwards may come again.
	failed bool
}

func track(source keyed.Source, link *Link) *tracked {
	return &tracked{Source: source, link: link, open: map[keyed.Partition]*trackedAssignment{}}
}

// Run implements keyed.Source.
func (s *tracked) Run(ctx context.Context, sink keyed.Sink) error {
	return s.Source.Run(ctx, trackedSink{sink, s})
}

// Acknowledge implements keyed.Source.
func (s *tracked) Acknowledge(ctx context.Context, acks []keyed.Ack) error {
	began, stalls := time.Now(), s.link.stallCount()
	err := s.Source.Acknowledge(ctx, acks)
	late := s.link.stallCount() != stalls || stalls%2 == 1 || time.Since(began) > doubtful
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ack := range acks {
		a := s.open[ack.Partition]
		if a == nil {
			continue
		}
		if err != nil {
			a.failed = true
			continue
		}
		for len(a.positions) > 0 && a.positions[0] < ack.Next {
			a.positions = a.positions[1:]
			if late || a.failed {
				s.mayRepeat++
			}
		}
	}
	return err
}

// endTracking counts what is left of the partitions that s has, and returns the count.
func (s *tracked) endTracking() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.open {
		a.count()
	}
	return s.mayRepeat
}

// count counts what is not acknowledged, once. The lock is held.
func (a *trackedAssignment) count() {
	if !a.ended {
		a.ended = true
		a.source.mayRepeat += len(a.positions)
	}
}

type trackedSink struct {
	keyed.Sink
	source *tracked
}

// Assign implements keyed.Sink.
func (s trackedSink) Assign(p keyed.Partition) keyed.Assignment {
	a := &trackedAssignment{Assignment: s.Sink.Assign(p), source: s.source, id: p}
	s.source.mu.Lock()
	defer s.source.mu.Unlock()
	s.source.open[p] = a
	return a
}

// Deliver implements keyed.Assignment.
func (a *trackedAssignment) Deliver(ctx context.Context, records keyed.Records) error {
	for from := 0; from < records.Len(); from += slice {
		var some keyed.Messages
		for i := from; i < min(records.Len(), from+slice); i++ {
			some = append(some, keyed.Message{
				Position: records.Position(i), Key: records.Key(i), Value: records.Value(i), Time: records.Time(i), Native: records.Native(i),
			})
		}
		a.source.mu.Lock()
		for _, m := range some {
			if !a.ended {
				a.positions = append(a.positions, m.Position)
			}
		}
		a.source.mu.Unlock()
		if err := a.Assignment.Deliver(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// Revoke implements keyed.Assignment. It counts afterwards, because it acknowledges.
func (a *trackedAssignment) Revoke(ctx context.Context) {
	a.Assignment.Revoke(ctx)
	a.over()
}

// Lose implements keyed.Assignment.
func (a *trackedAssignment) Lose() {
	a.Assignment.Lose()
	a.over()
}

func (a *trackedAssignment) over() {
	s := a.source
	s.mu.Lock()
	defer s.mu.Unlock()
	a.count()
	if s.open[a.id] == a {
		delete(s.open, a.id)
	}
}
