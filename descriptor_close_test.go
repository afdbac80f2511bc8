//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

// Registrations that are closed, refused, or whose descriptor was closed.

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

func TestCloseInTheCallback(t *testing.T) {
	read, write := pipe(t)
	l := running(t)
	calls := make(chan struct{}, 10)
	var r *wakeful.FDRegistration
	on(t, l, func() {
		r = register(t, l, read, wakeful.Readable, func(wakeful.Events) {
			calls <- struct{}{}
			check(t, r.Close())
			check(t, r.Close())
			matches(t, r.Modify(wakeful.Readable), wakeful.ErrRegistrationClosed)
		})
	})
	write.put("x")
	<-calls
	fence(t, l)
	equal(t, "calls after Close", len(calls), 0)
	equal(t, "FD", r.FD(), read.fd)
	equal(t, "read", read.take(9), "x") // the descriptor is open
	again := register(t, l, read, wakeful.Readable, func(wakeful.Events) { calls <- struct{}{} }, wakeful.WithOneShot())
	write.put("y")
	<-calls
	check(t, r.Close()) // does not affect the other registration
	check(t, again.Modify(wakeful.Readable))
	<-calls
}

// An event that was already collected is not delivered if the registration was closed, no longer
// asks for it, or the number has another owner.
func TestCloseOfACollectedEvent(t *testing.T) {
	for name, let := range map[string]func(t *testing.T, l *wakeful.Loop, r *wakeful.FDRegistration, e *end){
		"closed": func(t *testing.T, _ *wakeful.Loop, r *wakeful.FDRegistration, _ *end) { check(t, r.Close()) },
		"asks no more": func(t *testing.T, _ *wakeful.Loop, r *wakeful.FDRegistration, _ *end) {
			check(t, r.Modify(wakeful.Writable))
		},
		"registered anew": func(t *testing.T, l *wakeful.Loop, r *wakeful.FDRegistration, e *end) {
			check(t, r.Close())
			replace(t, e)
			register(t, l, e, wakeful.Readable, func(wakeful.Events) { t.Error("the next owner got the event") })
		},
		"displaced": func(t *testing.T, l *wakeful.Loop, _ *wakeful.FDRegistration, e *end) {
			replace(t, e)
			register(t, l, e, wakeful.Readable, func(wakeful.Events) { t.Error("the next owner got the event") })
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			type side struct {
				read *end
				r    *wakeful.FDRegistration
			}
			var sides [2]side
			calls := 0
			on(t, l, func() { // so that one collection finds both
				for i := range sides {
					read, write := pipe(t)
					write.put("x")
					sides[i].read = read
					sides[i].r = register(t, l, read, wakeful.Readable, func(wakeful.Events) {
						calls++
						let(t, l, sides[1-i].r, sides[1-i].read)
						check(t, sides[i].r.Close())
					})
				}
			})
			fence(t, l)
			on(t, l, func() { equal(t, "calls", calls, 1) })
		})
	}
}

// replace closes the file of e and puts a file that is not ready at its number.
func replace(t *testing.T, e *end) {
	t.Helper()
	read, _ := pipe(t)
	move(t, read, e.fd)
}

// move moves e to a number after closing the file there. It returns the new owner of the number.
func move(t *testing.T, e *end, number int) *end {
	t.Helper()
	check(t, unix.Dup2(e.fd, number))
	e.close()
	return &end{t, number}
}

// Close from another goroutine, while the function is called in every turn. After a function that
// was submitted later has run, no call comes.
func TestCloseFromElsewhereWhileReady(t *testing.T) {
	atProcessors(t, func(t *testing.T) {
		l := running(t)
		read, write := pipe(t)
		write.put("x") // nobody reads it
		for range rounds(500) {
			var calls atomic.Int64
			called := make(chan struct{})
			r, err := l.RegisterFD(read.fd, wakeful.Readable, func(wakeful.Events) {
				if calls.Add(1) == 1 {
					close(called)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			<-called
			check(t, r.Close())
			on(t, l, func() {})
			before := calls.Load()
			on(t, l, func() {})
			on(t, l, func() {})
			equal(t, "calls after Close", calls.Load()-before, 0)
		}
	})
}

func TestRegisterErrors(t *testing.T) {
	l := running(t)
	read, write := pipe(t)
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	check(t, err)
	defer file.Close()
	gone, _ := pipe(t)
	number := gone.fd
	gone.close()
	nothing := func(wakeful.Events) { t.Error("called") }
	beyond := 40 // not a constant, because it would not fit into 32 bits
	for _, c := range []struct {
		name    string
		fd      int
		events  wakeful.Events
		fn      func(wakeful.Events)
		options []wakeful.FDOption
		want    error
		says    string
	}{
		{"no function", read.fd, wakeful.Readable, nil, nil, wakeful.ErrNilFunc, ""},
		{"unknown bits", read.fd, 1 << 4, nothing, nil, wakeful.ErrInvalidOption, "0x10"},
		{"zero option", read.fd, wakeful.Readable, nothing, []wakeful.FDOption{{}}, wakeful.ErrInvalidOption, "zero value"},
		{"closed descriptor", number, wakeful.Readable, nothing, nil, unix.EBADF, "descriptor " + strconv.Itoa(number)},
		{"negative", -1, wakeful.Readable, nothing, nil, unix.EBADF, "descriptor -1"},
		{"too large", math.MaxInt, wakeful.Readable, nothing, nil, unix.EBADF, "not open"},
		{"lower 32 bits of an open one", 1<<beyond | read.fd, wakeful.Readable, nothing, nil, unix.EBADF, "not open"},
		{"regular file", int(file.Fd()), wakeful.Readable, nothing, nil, unix.EPERM, "always ready"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "lower 32 bits of an open one" && math.MaxInt == math.MaxInt32 {
				t.Skip("NOT RUN: descriptors have 32 bits here")
			}
			r, err := l.RegisterFD(c.fd, c.events, c.fn, c.options...)
			matches(t, err, c.want)
			if r != nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("registration %v, error %q; want one that says %q", r, err, c.says)
			}
		})
	}

	// No state remains, and a registration exists until it is closed.
	got := make(chan struct{}, 1)
	r := register(t, l, read, wakeful.Readable, func(wakeful.Events) { read.take(1); got <- struct{}{} })
	_, err = l.RegisterFD(read.fd, wakeful.Writable, nothing)
	matches(t, err, wakeful.ErrRegistered)
	matches(t, r.Modify(1<<5), wakeful.ErrInvalidOption)
	write.put("x")
	<-got
	dup, err := unix.Dup(read.fd)
	check(t, err)
	other := register(t, l, newEnd(t, dup), wakeful.Readable, func(wakeful.Events) {}, wakeful.WithEdgeTriggered())
	check(t, other.Close())
	write.put("x")
	<-got
}

// The first registration opens a descriptor for the loop. If that fails, RegisterFD fails, and the
// next one works.
func TestNoDescriptorLeft(t *testing.T) {
	l := running(t)
	read, write := pipe(t)
	time.AfterFunc(time.Hour, func() {}).Stop() // the runtime's own poller now exists
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Skipf("NOT RUN: the limit of descriptors cannot be read: %v", err)
	}
	lowest, err := unix.Dup(read.fd)
	check(t, err)
	check(t, unix.Close(lowest))
	low := limit
	set(&low.Cur, lowest)
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &low); err != nil {
		t.Skipf("NOT RUN: the limit of descriptors cannot be set: %v", err)
	}
	_, failure := l.RegisterFD(read.fd, wakeful.Readable, func(wakeful.Events) {})
	check(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &limit))
	matches(t, failure, unix.EMFILE)
	if failure != nil && !strings.Contains(failure.Error(), "RLIMIT_NOFILE") {
		t.Errorf("error %q does not say what to do", failure)
	}
	got := make(chan struct{})
	register(t, l, read, wakeful.Readable, func(wakeful.Events) { got <- struct{}{} }, wakeful.WithOneShot())
	write.put("x")
	<-got
}

// set sets a number whose type depends on the system.
func set[N int64 | uint64](to *N, n int) { *to = N(n) }

// A registration whose descriptor was closed first. Nothing is called, its methods return errors,
// and the number can be used again.
func TestClosedDescriptorStillRegistered(t *testing.T) {
	l := running(t)
	one, _ := pipe(t)
	two, second := pipe(t)
	three, third := pipe(t)
	number := one.fd
	late := func(wakeful.Events) { t.Error("called without its descriptor") }
	stale := register(t, l, one, wakeful.Readable, late)
	one.close()
	matches(t, stale.Modify(wakeful.Readable), unix.EBADF)

	// The number now belongs to another file, which is not registered.
	at := newEnd(t, move(t, two, number).fd)
	second.put("x")
	fence(t, l)
	matches(t, stale.Modify(wakeful.Readable), wakeful.ErrRegistrationClosed)
	matches(t, stale.Modify(wakeful.Readable), wakeful.ErrRegistrationClosed)
	check(t, stale.Close())
	at.take(1)

	// Again, and now the next owner registers it.
	stale = register(t, l, at, wakeful.Readable, late)
	move(t, three, number)
	got := make(chan struct{})
	register(t, l, at, wakeful.Readable, func(wakeful.Events) { at.take(1); got <- struct{}{} })
	matches(t, stale.Modify(wakeful.Readable), wakeful.ErrRegistrationClosed)
	check(t, stale.Close())
	for range 3 {
		third.put("x")
		<-got
	}
}

// The file of a closed descriptor stays open under another number. The kernel keeps reporting it,
// and no function is called. When it has its old number again, it can be registered.
func TestDuplicateOfAClosedDescriptor(t *testing.T) {
	l := running(t)
	read, write := pipe(t)
	next, other := pipe(t)
	number := read.fd
	dup, err := unix.Dup(read.fd)
	check(t, err)
	kept := newEnd(t, dup)
	old := register(t, l, read, wakeful.Readable, func(wakeful.Events) { t.Error("called") }, wakeful.WithEdgeTriggered())
	read.close()
	check(t, old.Close())

	at := newEnd(t, move(t, next, number).fd)
	calls := make(chan struct{}, 10)
	fn := func(wakeful.Events) { at.take(1); calls <- struct{}{} }
	r := register(t, l, at, wakeful.Readable, fn)
	write.put("x") // the kernel reports it under the number, which belongs to another file now
	fence(t, l)
	equal(t, "calls for an earlier owner's event", len(calls), 0)
	other.put("y")
	<-calls
	check(t, r.Close())

	move(t, kept, number)
	register(t, l, at, wakeful.Readable, fn)
	<-calls // "x"
	write.put("z")
	<-calls
}

// No state of a registration's descriptor causes a panic.
func TestMethodsOfAStaleRegistration(t *testing.T) {
	l := running(t)
	read, _ := pipe(t)
	r := register(t, l, read, wakeful.Readable, func(wakeful.Events) {})
	read.close()
	for range 2 {
		r.Unref()
		r.Ref()
		if err := r.Modify(wakeful.Writable); err == nil || errors.Is(err, wakeful.ErrClosed) {
			t.Errorf("Modify: %v", err)
		}
		check(t, r.Close())
	}
}
