package guest

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// Base has the parts of a loop that do not depend on its design: the counts of tasks, Shutdown,
// Close, and a SubmitPriority that says that there is none. Embed the result of [NewBase]. Submit
// calls Accepted or Refused, and Run calls Perform for each task, and Ended before it returns.
type Base struct {
	end func()

	// Any goroutine writes them.
	discard                                atomic.Bool // Close was called
	accepted, refused, executed, discarded atomic.Uint64

	once  sync.Once
	ended chan struct{} // closed by Ended
}

// NewBase returns a base for a loop. Its Shutdown and Close call end, which makes the loop accept
// nothing more and makes Run return after the accepted tasks. Any goroutine may call end, several
// times.
func NewBase(end func()) *Base { return &Base{end: end, ended: make(chan struct{})} }

// Accepted counts a task that Submit has accepted, and returns nil.
func (b *Base) Accepted() error { b.accepted.Add(1); return nil }

// Refused counts a task that Submit has refused, and returns the error.
func (b *Base) Refused(err error) error { b.refused.Add(1); return err }

// Perform runs a task and counts it, or after Close discards it and counts that. Only the loop's
// goroutine calls it.
func (b *Base) Perform(task func()) {
	if b.discard.Load() {
		b.discarded.Add(1)
		return
	}
	b.executed.Add(1)
	task()
}

// Ended ends every Shutdown. Run calls it before it returns.
func (b *Base) Ended() { b.once.Do(func() { close(b.ended) }) }

// Shutdown ends the loop after the accepted tasks, and waits for that until ctx ends. Any goroutine
// may call it.
func (b *Base) Shutdown(ctx context.Context) error {
	b.end()
	select {
	case <-b.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends the loop; tasks that have not started are discarded. Any goroutine may call it.
func (b *Base) Close() error {
	b.discard.Store(true)
	b.end()
	return nil
}

// SubmitPriority returns contest.ErrUnsupported.
func (b *Base) SubmitPriority(func()) error { return contest.ErrUnsupported }

// Counts makes the loop a contest.Counter. It is exact when Run has returned and no Submit is in
// progress. Any goroutine may call it.
func (b *Base) Counts() contest.Counts {
	c := contest.Counts{Executed: b.executed.Load(), Rejected: b.refused.Load(), Discarded: b.discarded.Load()}
	c.Submitted = b.accepted.Load() + c.Rejected
	return c
}
