package wakeful_test

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/wakeful-go/wakeful"
)

// mailbox returns a mailbox of l.
func mailbox[T any](t testing.TB, l *wakeful.Loop, handler func(T)) *wakeful.Mailbox[T] {
	t.Helper()
	m, err := wakeful.NewMailbox(l, handler)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMailboxKeepsTheOrderOfEachSender(t *testing.T) {
	const senders, each = 4, 10_000
	type message struct{ sender, number int }
	l := unrun(t)
	var next [senders]int
	m := mailbox(t, l, func(m message) {
		if m.number != next[m.sender] {
			t.Errorf("sender %d: message %d, want %d", m.sender, m.number, next[m.sender])
		}
		next[m.sender] = m.number + 1
	})
	launch(t, l)
	var all sync.WaitGroup
	for s := range senders {
		all.Go(func() {
			for n := range each {
				check(t, m.Send(message{s, n}))
			}
		})
	}
	all.Wait()
	check(t, l.Shutdown(context.Background()))
	equal(t, "messages of each sender", next, [senders]int{each, each, each, each})
	equal(t, "submitted", l.Metrics().Submitted, senders*each)
}

// More messages than a mailbox keeps memory for.
func TestMailboxTakesABurst(t *testing.T) {
	const burst = 5 * 4 * 4096
	l := unrun(t, wakeful.WithAutoExit())
	sum := 0
	m := mailbox(t, l, func(n int) { sum += n })
	for range 2 {
		for range burst {
			check(t, m.Send(1))
		}
	}
	check(t, runLoop(context.Background(), l))
	equal(t, "handled", sum, 2*burst)
	conserved(t, l)
}

func TestMailboxWithoutHandlerOrLoop(t *testing.T) {
	_, err := wakeful.NewMailbox[int](unrun(t), nil)
	matches(t, err, wakeful.ErrNilFunc)
	_, err = wakeful.NewMailbox(nil, func(int) {})
	matches(t, err, wakeful.ErrInvalidOption)
}

// A message sent by its own handler is handled after the next turn's timers.
func TestMailboxSendsToItself(t *testing.T) {
	var j journal
	script(t, func(l *wakeful.Loop) {
		var m *wakeful.Mailbox[string]
		m = mailbox(t, l, func(s string) {
			j.add(s)
			if len(s) < 3 {
				check(t, m.Send(s+s[:1]))
				_, err := l.AfterFunc(0, j.note("t-"+s))
				check(t, err)
			}
		})
		check(t, m.Send("a"))
		check(t, m.Send("b"))
	})
	j.is(t, "a b t-a t-b aa bb t-aa t-bb aaa bbb")
}

func TestMailboxClose(t *testing.T) {
	var j journal
	l := running(t)
	m := mailbox(t, l, func(s string) { j.add(s) })
	on(t, l, func() {
		check(t, m.Send("a"))
		m.Close()
		m.Close()
		matches(t, m.Send("b"), wakeful.ErrMailboxClosed)
	})
	on(t, l, func() { j.is(t, "a") })
	empty := mailbox(t, l, func(int) {})
	empty.Close()
	matches(t, empty.Send(1), wakeful.ErrMailboxClosed)
	check(t, l.Shutdown(context.Background()))
	matches(t, m.Send("c"), wakeful.ErrMailboxClosed)
	m.Close()
	equal(t, "rejected", l.Metrics().Rejected, 3)
}

// Close in the handler, with messages before and after the current one.
func TestMailboxCloseInItsHandler(t *testing.T) {
	for _, last := range []string{"a", "b", "c"} {
		t.Run(last, func(t *testing.T) {
			var j journal
			l := script(t, func(l *wakeful.Loop) {
				var m *wakeful.Mailbox[string]
				m = mailbox(t, l, func(s string) {
					j.add(s)
					if s == last {
						m.Close()
						matches(t, m.Send("d"), wakeful.ErrMailboxClosed)
					}
				})
				for _, s := range []string{"a", "b", "c"} {
					check(t, m.Send(s))
				}
			})
			j.is(t, "a b c")
			equal(t, "submitted", l.Metrics().Submitted, 1+3+1)
		})
	}
}

func TestMailboxAfterTheEnd(t *testing.T) {
	l := running(t)
	m := mailbox(t, l, func(int) {})
	check(t, m.Send(1))
	check(t, l.Shutdown(context.Background()))
	matches(t, m.Send(2), wakeful.ErrClosed)
	_, err := wakeful.NewMailbox(l, func(int) {})
	matches(t, err, wakeful.ErrClosed)
	m.Close()
}

// A draining loop accepts no more messages, even while it handles some.
func TestMailboxWhileDraining(t *testing.T) {
	var j journal
	l := unrun(t)
	var m *wakeful.Mailbox[string]
	m = mailbox(t, l, func(s string) {
		j.add(s)
		if s == "a" {
			check(t, l.Shutdown(context.Background()))
		}
		matches(t, m.Send("late"), wakeful.ErrClosed)
		_, err := wakeful.NewMailbox(l, func(int) {})
		matches(t, err, wakeful.ErrClosed)
	})
	for _, s := range []string{"a", "b", "c"} {
		check(t, m.Send(s))
	}
	check(t, runLoop(context.Background(), l))
	j.is(t, "a b c")
	conserved(t, l)
	equal(t, "rejected", l.Metrics().Rejected, 3)
}

// Messages that arrive while others are handled have no entry in the queue when Shutdown is called.
// They are handled too.
func TestMailboxDrainsConcurrentSends(t *testing.T) {
	var j journal
	l := unrun(t, wakeful.WithBudget(1))
	var m *wakeful.Mailbox[string]
	m = mailbox(t, l, func(s string) {
		j.add(s)
		if s == "a" {
			check(t, m.Send("c"))
			check(t, m.Send("d"))
			check(t, l.Shutdown(context.Background()))
		}
	})
	check(t, m.Send("a"))
	check(t, m.Send("b"))
	check(t, runLoop(context.Background(), l))
	j.is(t, "a b c d")
	conserved(t, l)
}

// Close counts discarded messages in the queue, in the mailbox, and after the message that is being
// handled.
func TestMailboxCountsDiscardedValues(t *testing.T) {
	for _, closing := range []int{1, 2, 3} {
		l := unrun(t)
		var m *wakeful.Mailbox[int]
		m = mailbox(t, l, func(n int) {
			check(t, m.Send(n+10))
			if n == closing {
				check(t, l.Close())
			}
		})
		for n := 1; n <= 3; n++ {
			check(t, m.Send(n))
		}
		check(t, runLoop(context.Background(), l))
		conserved(t, l)
		equal(t, "executed", l.Metrics().Executed, uint64(closing))
		equal(t, "discarded", l.Metrics().Discarded, 3)
	}
	l := unrun(t)
	m := mailbox(t, l, func(int) { t.Error("handled") })
	check(t, m.Send(1))
	check(t, m.Send(2))
	check(t, l.Close())
	conserved(t, l)
	equal(t, "discarded before Run", l.Metrics().Discarded, 2)
}

// A loop releases closed mailboxes, so a server with a mailbox for each connection does not grow.
func TestClosedMailboxIsReleased(t *testing.T) {
	l := running(t)
	collected := make(chan struct{})
	func() {
		type large struct{ space [1 << 16]byte }
		content := new(large)
		runtime.AddCleanup(content, func(struct{}) { close(collected) }, struct{}{})
		m := mailbox(t, l, func(int) { content.space[0]++ })
		on(t, l, func() { check(t, m.Send(1)) })
		m.Close()
	}()
	for forgotten := false; !forgotten; {
		on(t, l, func() {})
		runtime.GC()
		select {
		case <-collected:
			forgotten = true
		default:
		}
	}
}

// TestMailboxAdmission: a message that is refused is not handled and not counted, and a message
// that was admitted is handled before all that are asked about later.
func TestMailboxAdmission(t *testing.T) {
	l, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	var asked, handled []int // asked is written under the mailbox's lock
	refusal := errors.New("odd")
	box, err := wakeful.NewMailbox(l, func(n int) { handled = append(handled, n) }, wakeful.WithAdmission(func(n int) error {
		if n%2 == 1 {
			return refusal
		}
		asked = append(asked, n)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	var senders sync.WaitGroup
	for by := range 4 {
		senders.Go(func() {
			for i := range 100 {
				n := by*100 + i
				if err := box.Send(n); err != nil != (n%2 == 1) || err != nil && err != refusal { //nolint:errorlint // unchanged
					t.Errorf("Send(%d): %v", n, err)
				}
			}
		})
	}
	senders.Wait()
	go l.Run(context.Background())
	if err := l.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
	if !slices.Equal(asked, handled) || len(handled) != 200 {
		t.Errorf("%d messages handled, in another order than admitted, or not 200", len(handled))
	}
	if m := l.Metrics(); m.Submitted != 200 || m.Rejected != 0 {
		t.Errorf("submitted %d, rejected %d; want 200 and 0", m.Submitted, m.Rejected)
	}
	for name, option := range map[string]wakeful.MailboxOption[int]{"zero": {}, "no function": wakeful.WithAdmission[int](nil)} {
		if _, err := wakeful.NewMailbox(l, func(int) {}, option); !errors.Is(err, wakeful.ErrInvalidOption) {
			t.Errorf("%s: %v, want ErrInvalidOption", name, err)
		}
	}
}

// A message whose admission panics is not accepted, and the mailbox goes on, whether it was idle or not.
func TestMailboxAdmissionThatPanics(t *testing.T) {
	l := unrun(t)
	var j journal
	m, err := wakeful.NewMailbox(l, func(s string) { j.add(s) }, wakeful.WithAdmission(func(s string) error {
		if s == "panics" {
			panic(s)
		}
		return nil
	}))
	check(t, err)
	for _, accepted := range []string{"a", "b"} {
		func() {
			defer func() { equal(t, "value of the panic", recover(), any("panics")) }()
			_ = m.Send("panics")
		}()
		check(t, m.Send(accepted))
	}
	launch(t, l)
	check(t, l.Shutdown(context.Background()))
	j.is(t, "a b")
	conserved(t, l)
}
