package guest

import (
	"context"
	"errors"
	"testing"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// onChannel is the smallest loop on a Base. One goroutine uses it, besides Run.
type onChannel struct {
	*Base
	tasks chan func()
	over  bool
}

func newOnChannel() *onChannel {
	l := &onChannel{tasks: make(chan func(), 8)}
	l.Base = NewBase(func() {
		if !l.over {
			l.over = true
			close(l.tasks)
		}
	})
	return l
}

func (l *onChannel) Submit(task func()) error {
	if l.over {
		return l.Refused(contest.ErrClosed)
	}
	l.tasks <- task
	return l.Accepted()
}

func (l *onChannel) Run(context.Context) error {
	defer l.Ended()
	for task := range l.tasks {
		l.Perform(task)
	}
	return nil
}

var _ interface {
	contest.Loop
	contest.Counter
} = (*onChannel)(nil)

func TestABaseCountsAndEnds(t *testing.T) {
	for _, discard := range []bool{false, true} {
		l := newOnChannel()
		ran := uint64(0)
		for range 3 {
			if err := l.Submit(func() { ran++ }); err != nil {
				t.Fatal(err)
			}
		}
		want := contest.Counts{Submitted: 4, Executed: 3, Rejected: 1}
		if discard {
			want = contest.Counts{Submitted: 4, Discarded: 3, Rejected: 1}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := l.Shutdown(gone); !errors.Is(err, context.Canceled) {
			t.Errorf("a Shutdown before Run, with a context that has ended: %v", err)
		}
		if err := l.Submit(func() { ran++ }); !errors.Is(err, contest.ErrClosed) {
			t.Errorf("a Submit after the end: %v", err)
		}
		if err := l.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := l.Shutdown(t.Context()); err != nil {
			t.Errorf("a Shutdown after the end: %v", err)
		}
		if got := l.Counts(); got != want || !got.Conserved() || ran != want.Executed {
			t.Errorf("discard %v: the counts are %+v and %d ran, want %+v", discard, got, ran, want)
		}
		if err := l.SubmitPriority(func() {}); !errors.Is(err, contest.ErrUnsupported) {
			t.Errorf("SubmitPriority: %v", err)
		}
	}
}
