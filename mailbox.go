package wakeful

import (
	"runtime"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/mpsc"
)

// A Mailbox delivers typed messages to one handler on the loop. Unlike a closure, a message is not
// allocated. Messages of one goroutine are handled in the order in which it sent them. Messages and
// submitted functions of one goroutine have no order between them. Make one with NewMailbox.
type Mailbox[T any] struct {
	loop   *Loop
	handle func(T)
	entry  func() // the function that is pushed to the queue for the waiting messages; made once
	admit  func(T) error

	queue mpsc.Queue[T]

	// closing is set under the lock of queue together with refusal. The loop reads it after it has
	// made itself idle: then either it sees it, or Close has seen that the loop is idle.
	closing atomic.Bool

	// Guarded by the lock of queue.

	refusal error  // the result of Send after the mailbox or the loop was closed
	entries uint64 // how often a sender has pushed the entry

	// _ separates what every Send reads from what the loop writes for each message.
	_ mpsc.Pad

	// remaining is the number of messages that the entry has found and that have not run. Loop
	// goroutine only.
	remaining int
	// again counts how often the loop has pushed the entry, before it does. The loop does not lock,
	// because it would wait for a sender that locks again at once. A reader of the metrics that
	// comes in between counts a message too few, see Loop.accepted.
	again atomic.Uint64

	// _ separates it from what follows in memory.
	_ mpsc.Pad
}

// A MailboxOption changes how NewMailbox makes a mailbox.
type MailboxOption[T any] struct {
	apply func(*mailboxSettings[T]) error
}

// mailboxSettings are the values that options of NewMailbox set.
type mailboxSettings[T any] struct{ admit func(T) error }

// WithAdmission has Send ask admit about each message. If admit returns an error, Send returns that
// error unchanged, and the message is neither accepted nor counted. admit is called on the sender's
// goroutine under the mailbox's lock. So messages are asked about in the order in which they are
// handled, and one that was admitted comes before all that are asked about later. admit must not
// block and must not use the mailbox. If it panics, so does Send, and the message is not accepted.
func WithAdmission[T any](admit func(message T) error) MailboxOption[T] {
	return MailboxOption[T]{func(s *mailboxSettings[T]) error {
		if admit == nil {
			return invalid("WithAdmission", "nil", "leave the option out to admit all messages")
		}
		s.admit = admit
		return nil
	}}
}

// NewMailbox returns a mailbox whose handler gets the messages one at a time on the loop. The loop
// refers to the mailbox until one of the two is closed. It returns ErrNilFunc without a handler,
// ErrInvalidOption without a loop and for an invalid option, and ErrClosed when the loop is ending.
func NewMailbox[T any](l *Loop, handler func(T), options ...MailboxOption[T]) (*Mailbox[T], error) {
	switch {
	case l == nil:
		return nil, invalid("NewMailbox", "nil", "make a loop with New")
	case handler == nil:
		return nil, ErrNilFunc
	}
	var settings mailboxSettings[T]
	for _, option := range options {
		if option.apply == nil {
			return nil, invalidZero("NewMailbox")
		}
		if err := option.apply(&settings); err != nil {
			return nil, err
		}
	}
	m := &Mailbox[T]{loop: l, handle: handler, admit: settings.admit}
	m.entry = m.activate
	m.queue.Init()
	s := &l.sources
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || l.ending.state.Load() != running {
		return nil, l.named(ErrClosed)
	}
	s.add(m)
	return m, nil
}

// Send passes message to the handler. An accepted message is handled exactly once, unless the loop
// is closed first, which counts it as discarded. Send returns ErrClosed when the loop is ending and
// ErrMailboxClosed after Close. Any goroutine may call it. A mailbox is not bounded.
func (m *Mailbox[T]) Send(message T) error {
	idle := m.queue.Lock()
	err := m.refusal
	// Without this check, a draining loop would accept messages as long as some are queued, and a
	// handler that sends to itself would keep it draining forever.
	if err == nil && m.loop.ending.state.Load() != running {
		err = ErrClosed
	}
	if err != nil {
		m.queue.Unlock()
		return m.loop.reject(1, err)
	}
	if m.admit != nil {
		if err := m.admitLocked(&message); err != nil {
			m.queue.Unlock()
			return err
		}
	}
	if idle {
		// Before the message is there, because afterwards it could not be taken back. The entry
		// waits for it.
		if !m.loop.submitted.Push(m.entry) {
			m.queue.Unlock()
			return m.loop.reject(1, ErrClosed)
		}
		m.entries++
	}
	behind := m.queue.Add(message)
	if idle {
		m.loop.wake.Notify()
	} else if behind {
		runtime.Gosched() // the loop may need this processor
	}
	return nil
}

// admitLocked calls admit. If admit does not return, the lock is released.
func (m *Mailbox[T]) admitLocked(message *T) error {
	returned := false
	defer func() {
		if !returned {
			m.queue.Unlock()
		}
	}()
	err := m.admit(*message)
	returned = true
	return err
}

// Close refuses further messages. Messages already sent are handled. Any goroutine may call it any
// number of times.
func (m *Mailbox[T]) Close() {
	idle := m.queue.Lock()
	if m.refusal == nil {
		m.refusal = ErrMailboxClosed
		m.closing.Store(true)
	}
	m.queue.Unlock()
	if idle {
		m.finish()
	}
}

// finish is called when a closed mailbox was idle. Unless a message was sent in between, it is
// finished.
func (m *Mailbox[T]) finish() {
	idle := m.queue.Lock()
	extra := m.extra()
	m.queue.Unlock()
	if idle {
		m.loop.sources.remove(m, extra)
	}
}

// extra returns how many more messages than entries were accepted. The lock is held.
func (m *Mailbox[T]) extra() int64 { return int64(m.queue.Added() - m.entries - m.again.Load()) }

// activate is the function of the entry. There are messages, or the sender that has pushed the
// entry is adding one.
func (m *Mailbox[T]) activate() {
	m.queue.Await()
	m.remaining = m.queue.Ready()
	m.loop.turn.activate(m)
}

func (m *Mailbox[T]) runNext(t *turnState) {
	message := m.queue.Take()
	m.remaining--
	if m.remaining == 0 {
		t.items = nil
		m.afterLast()
	}
	t.sampler.called = entryOf(m.handle)
	m.handle(message)
}

// afterLast decides what happens after the last of the taken messages.
func (m *Mailbox[T]) afterLast() {
	if m.queue.Idle() {
		if m.closing.Load() {
			m.finish()
		}
		return
	}
	m.again.Add(1) // before the push, so that no reader of the metrics counts the entry as a message
	if !m.loop.submitted.Push(m.entry) {
		m.again.Add(^uint64(0))
		// The draining loop accepts no more entries, so continue at once.
		m.remaining = m.queue.Ready()
		m.loop.turn.setItems(m)
	}
}

func (m *Mailbox[T]) discard(t *turnState) (items, entries int) {
	idle := m.queue.Lock()
	defer m.queue.Unlock()
	m.refusal = ErrClosed
	if !idle && t.items != itemSource(m) {
		entries = 1
	}
	return m.queue.Clear(), entries
}

func (m *Mailbox[T]) extraItems() int64 {
	m.queue.Lock()
	defer m.queue.Unlock()
	return m.extra()
}
