package wakeful

import (
	"runtime"
	"sync"
)

// backlog is how many messages apart a sender yields its processor to a loop
// that does not keep up. A mailbox keeps memory for four times as many.
const backlog = 4096

// A Mailbox delivers typed messages to one handler on the loop, without
// allocating for each as a closure would. Messages of one goroutine are handled
// in the order in which it sent them; messages and submitted functions of one
// goroutine have no order between them. Make one with NewMailbox.
type Mailbox[T any] struct {
	loop   *Loop
	handle func(T)
	carry  func() // the carrier, made once

	mu      sync.Mutex
	refusal error // what Send returns once the mailbox or the loop is closed
	queued  bool  // the carrier is in the queue, or the messages in out are running
	in      []T   // sent, not yet collected by the carrier
	extra   int64 // messages accepted so far, less carriers pushed

	// Loop goroutine only.

	out  []T
	next int // index in out of the next message
}

// NewMailbox returns a mailbox whose messages handler gets, one at a time, on
// the loop. The loop remembers the mailbox until one of the two is closed. It
// returns ErrNilFunc without a handler and ErrTerminated when the loop is ending.
func NewMailbox[T any](l *Loop, handler func(T)) (*Mailbox[T], error) {
	if handler == nil {
		return nil, ErrNilFunc
	}
	m := &Mailbox[T]{loop: l, handle: handler}
	m.carry = m.collect
	s := &l.sequences
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || l.stop.Load() != running {
		return nil, ErrTerminated
	}
	s.add(m)
	return m, nil
}

// Send has the handler called with message. What it accepts is handled exactly
// once, unless the loop is closed first, which counts it as discarded. It returns
// ErrTerminated when the loop is ending and ErrMailboxClosed after Close. Any
// goroutine may call it. A mailbox is not bounded.
func (m *Mailbox[T]) Send(message T) error {
	m.mu.Lock()
	err := m.refusal
	// Without looking at stop, a loop that drains would take messages as long as
	// some are queued: a handler that sends to itself would never let it end.
	if err == nil && m.loop.stop.Load() != running {
		err = ErrTerminated
	}
	if err != nil {
		m.mu.Unlock()
		return m.loop.reject(1, err)
	}
	first := !m.queued
	// The carrier is pushed under the lock: whoever finds it queued may rely on it.
	if first && !m.loop.submitted.Push(m.carry) {
		m.mu.Unlock()
		return m.loop.reject(1, ErrTerminated)
	}
	m.in = append(m.in, message)
	if first {
		m.queued = true
		m.mu.Unlock()
		m.loop.wake.Notify()
		return nil
	}
	m.extra++
	lagging := len(m.in)%backlog == 0
	m.mu.Unlock()
	if lagging {
		runtime.Gosched() // the loop may be waiting for this very processor
	}
	return nil
}

// Close refuses further messages; those already sent are handled. It may be
// called more than once, from any goroutine.
func (m *Mailbox[T]) Close() {
	m.mu.Lock()
	if m.refusal == nil {
		m.refusal = ErrMailboxClosed
	}
	finished, extra := !m.queued, m.extra
	m.mu.Unlock()
	if finished {
		m.loop.sequences.remove(m, extra)
	}
}

// collect is the carrier.
func (m *Mailbox[T]) collect() {
	m.take()
	m.loop.carried(m)
}

// take takes the messages that are there.
func (m *Mailbox[T]) take() {
	m.mu.Lock()
	m.in, m.out = m.out[:0], m.in
	m.mu.Unlock()
	m.next = 0
}

func (m *Mailbox[T]) runNext(l *Loop) {
	message := m.out[m.next]
	var none T
	m.out[m.next] = none
	m.next++
	if m.next == len(m.out) {
		l.current = nil
		m.settle()
	}
	m.handle(message)
}

// settle decides what follows the last message of those collected.
func (m *Mailbox[T]) settle() {
	if cap(m.out) > 4*backlog {
		m.out = nil
	}
	m.mu.Lock()
	switch {
	case len(m.in) == 0:
		m.queued = false
		finished, extra := m.refusal != nil, m.extra
		m.mu.Unlock()
		if finished {
			m.loop.sequences.remove(m, extra)
		}
	case m.loop.submitted.Push(m.carry):
		m.extra--
		m.mu.Unlock()
	default:
		// The loop is draining and takes no more carriers: go on at once.
		m.mu.Unlock()
		m.take()
		m.loop.current = m
	}
}

func (m *Mailbox[T]) discard(l *Loop) (items int, carried bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	running := l.current == sequence(m)
	items = len(m.in)
	if running {
		items += len(m.out) - m.next
	}
	m.refusal, m.in, m.out = ErrTerminated, nil, nil
	return items, m.queued && !running
}

func (m *Mailbox[T]) surplus() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.extra
}
