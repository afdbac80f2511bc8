package wakeful

import (
	"runtime"
	"sync"
)

// backlog is the number of messages after which a sender yields its processor to a slower loop. A
// mailbox keeps memory for four times as many.
const backlog = 4096

// A Mailbox delivers typed messages to one handler on the loop. Unlike a closure, a message is not
// allocated. Messages of one goroutine are handled in the order in which it sent them. Messages and
// submitted functions of one goroutine have no order between them. Make one with NewMailbox.
type Mailbox[T any] struct {
	loop   *Loop
	handle func(T)
	entry  func() // the function that is pushed to the queue for the waiting messages; made once
	admit  func(T) error

	mu      sync.Mutex
	refusal error // the result of Send after the mailbox or the loop was closed
	queued  bool  // the entry is in the queue, or the messages in out are running
	in      []T   // sent messages that the entry has not taken
	extra   int64 // accepted messages minus pushed entries

	// Loop goroutine only.

	out  []T
	next int // index in out of the next message
}

// A MailboxOption changes how NewMailbox makes a mailbox.
type MailboxOption[T any] func(*Mailbox[T]) error

// WithAdmission has Send ask admit about each message. If admit returns an error, Send returns that
// error unchanged, and the message is neither accepted nor counted. admit is called on the sender's
// goroutine under the mailbox's lock. So messages are asked about in the order in which they are
// handled, and one that was admitted comes before all that are asked about later. admit must not
// block and must not use the mailbox.
func WithAdmission[T any](admit func(message T) error) MailboxOption[T] {
	return func(m *Mailbox[T]) error {
		if admit == nil {
			return invalid("WithAdmission", "nil", "leave the option out to admit all messages")
		}
		m.admit = admit
		return nil
	}
}

// NewMailbox returns a mailbox whose handler gets the messages one at a time on the loop. The loop
// refers to the mailbox until one of the two is closed. It returns ErrNilFunc without a handler,
// ErrInvalidOption for an invalid option, and ErrClosed when the loop is ending.
func NewMailbox[T any](l *Loop, handler func(T), options ...MailboxOption[T]) (*Mailbox[T], error) {
	if handler == nil {
		return nil, ErrNilFunc
	}
	m := &Mailbox[T]{loop: l, handle: handler}
	for _, option := range options {
		if option == nil {
			return nil, invalid("NewMailbox", "nil", "an option is nil")
		}
		if err := option(m); err != nil {
			return nil, err
		}
	}
	m.entry = m.activate
	s := &l.sources
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || l.stop.Load() != running {
		return nil, l.named(ErrClosed)
	}
	s.add(m)
	return m, nil
}

// Send passes message to the handler. An accepted message is handled exactly once, unless the loop
// is closed first, which counts it as discarded. Send returns ErrClosed when the loop is ending and
// ErrMailboxClosed after Close. Any goroutine may call it. A mailbox is not bounded.
func (m *Mailbox[T]) Send(message T) error {
	m.mu.Lock()
	err := m.refusal
	// Without this check, a draining loop would accept messages as long as some are queued, and a
	// handler that sends to itself would keep it draining forever.
	if err == nil && m.loop.stop.Load() != running {
		err = ErrClosed
	}
	if err != nil {
		m.mu.Unlock()
		return m.loop.reject(1, err)
	}
	if m.admit != nil {
		if err := m.admit(message); err != nil {
			m.mu.Unlock()
			return err
		}
	}
	first := !m.queued
	// Push the entry under the lock, because a sender that finds queued set relies on it.
	if first && !m.loop.submitted.Push(m.entry) {
		m.mu.Unlock()
		return m.loop.reject(1, ErrClosed)
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
		runtime.Gosched() // the loop may need this processor
	}
	return nil
}

// Close refuses further messages. Messages already sent are handled. Any goroutine may call it any
// number of times.
func (m *Mailbox[T]) Close() {
	m.mu.Lock()
	if m.refusal == nil {
		m.refusal = ErrMailboxClosed
	}
	finished, extra := !m.queued, m.extra
	m.mu.Unlock()
	if finished {
		m.loop.sources.remove(m, extra)
	}
}

// activate is the function of the entry.
func (m *Mailbox[T]) activate() {
	m.take()
	m.loop.activate(m)
}

// take takes the waiting messages.
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
		l.items = nil
		m.afterLast()
	}
	l.sampler.entry = entryOf(m.handle)
	m.handle(message)
}

// afterLast decides what happens after the last of the taken messages.
func (m *Mailbox[T]) afterLast() {
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
			m.loop.sources.remove(m, extra)
		}
	case m.loop.submitted.Push(m.entry):
		m.extra--
		m.mu.Unlock()
	default:
		// The draining loop accepts no more entries, so continue at once.
		m.mu.Unlock()
		m.take()
		m.loop.items = m
	}
}

func (m *Mailbox[T]) discard(l *Loop) (items, entries int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	running := l.items == itemSource(m)
	items = len(m.in)
	if running {
		items += len(m.out) - m.next
	}
	m.refusal, m.in, m.out = ErrClosed, nil, nil
	if m.queued && !running {
		entries = 1
	}
	return items, entries
}

func (m *Mailbox[T]) extraItems() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.extra
}
