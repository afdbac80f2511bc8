package keyed

import (
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// This file owns what fails while the consumer goes on: how often, and since when. The default of
// WithErrorHandler logs when something begins to fail and when it works again, not each error.

// A cause is a part of the consumer's work that is repeated when it fails.
type cause int

const (
	ofSource cause = iota
	ofAcknowledge
	ofLoad
	ofDeadLetter
	ofTimer
	causes
)

func (of cause) String() string {
	return [...]string{"the source", "the acknowledgement", "the function of WithLoad", "the function of WithDeadLetter", "the function of WithTimer"}[of]
}

// failures are those of one cause.
type failures struct {
	count atomic.Uint64

	mu sync.Mutex // guards what follows, and the order of the lines in the log
	// failing has the operations that have failed and not worked since. The cause works again when
	// there is none.
	failing map[string]bool
	since   time.Time
	before  uint64 // count at that time
}

// report notes the result of an operation. Any goroutine may call it. err is nil if it has worked.
func (c *Consumer[K, S]) report(of cause, operation string, err error) {
	f := &c.failures[of]
	if err != nil {
		f.count.Add(1)
		if c.onError != nil {
			c.onError(err)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	before := len(f.failing)
	switch {
	case err == nil:
		delete(f.failing, operation)
	case before == 0:
		f.failing = map[string]bool{operation: true}
		f.since, f.before = time.Now(), f.count.Load()-1
	default:
		f.failing[operation] = true
	}
	switch {
	case c.onError != nil:
	case before == 0 && len(f.failing) > 0:
		slog.Error("keyed: "+of.String()+" fails and is repeated; the consumer goes on", "error", err)
	case before > 0 && len(f.failing) == 0:
		slog.Info("keyed: "+of.String()+" works again", "errors", f.count.Load()-f.before, "duration", time.Since(f.since))
	}
}
