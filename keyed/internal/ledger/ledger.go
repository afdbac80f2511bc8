// Package ledger is a store that remembers what handlers did, for tests: which records were lost,
// came out of order, or came again. The value of a record is the number of the record among those
// of its key, so the ledger knows which one is next.
package ledger

import (
	"context"
	"fmt"
	"strconv"
	"sync"
)

// A Ledger counts the records of each key. Any goroutine may call its methods.
type Ledger struct {
	mu         sync.Mutex
	applied    map[string]int
	total      int
	duplicates int
	faults     []string
	changed    chan struct{} // closed at each change, then replaced
}

// New returns an empty ledger.
func New() *Ledger {
	return &Ledger{applied: map[string]int{}, changed: make(chan struct{})}
}

// Value returns the value of a record: its number among those of its key, from 0.
func Value(n int) []byte { return strconv.AppendInt(nil, int64(n), 10) }

// Apply applies a record to its key, as a transaction: it looks whether the record was applied, and
// applies it if not. It returns how many of the key are applied then.
func (l *Ledger) Apply(key string, value []byte) int {
	n, err := strconv.Atoi(string(value))
	l.mu.Lock()
	defer l.mu.Unlock()
	was := l.applied[key]
	switch {
	case err != nil:
		l.faults = append(l.faults, fmt.Sprintf("key %s: %v", key, err))
	case n > was:
		l.faults = append(l.faults, fmt.Sprintf("key %s: record %d came when %d was due", key, n, was))
	case n < was:
		l.duplicates++
	default:
		l.applied[key]++
		l.total++
		close(l.changed)
		l.changed = make(chan struct{})
	}
	return l.applied[key]
}

// Load returns how many records of a key are applied.
func (l *Ledger) Load(_ context.Context, key string) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.applied[key], nil
}

// Wait waits until n records are applied, or ctx ends, or a record was lost.
func (l *Ledger) Wait(ctx context.Context, n int) error {
	for {
		l.mu.Lock()
		total, faults, changed := l.total, len(l.faults), l.changed
		l.mu.Unlock()
		if total >= n || faults > 0 {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%d of %d records are applied: %w", total, n, context.Cause(ctx))
		}
	}
}

// Duplicates returns how many records came again.
func (l *Ledger) Duplicates() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.duplicates
}

// Check returns an error unless exactly the wanted number of records of each key is applied, in
// order.
func (l *Ledger) Check(want map[string]int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.faults) > 0 {
		return fmt.Errorf("%d faults, the first is: %s", len(l.faults), l.faults[0])
	}
	for key, n := range want {
		if l.applied[key] != n {
			return fmt.Errorf("key %s: %d records are applied, want %d", key, l.applied[key], n)
		}
	}
	if len(l.applied) != len(want) {
		return fmt.Errorf("%d keys have records, want %d", len(l.applied), len(want))
	}
	return nil
}
