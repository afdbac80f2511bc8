//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

// Descriptors that were closed before their registration while their file stayed open under another
// number, and numbers that now belong to another file.

import (
	"os"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// sleeps fails unless the idle loop parks and stays parked. Its number of parks must stay the same
// over ten readings in a row, and the test yields very often in between. A loop that wakes by
// itself parks again in between.
func sleeps(t *testing.T, l *wakeful.Loop) {
	t.Helper()
	counts := func() uint64 { m := l.Metrics(); return m.Parks + m.Descriptors }
	same, before := 0, counts()
	for range 100 {
		for range 20_000 {
			runtime.Gosched()
		}
		if after := counts(); after == before {
			same++
		} else {
			same, before = 0, after
		}
		if same == 10 {
			return
		}
	}
	t.Error("the loop does not stay asleep")
}

// outlived registers the read end of a pipe that has an unread byte, and closes its number while
// the file stays open under another number. It returns the number and a function that writes more.
func outlived(t *testing.T, l *wakeful.Loop, fn func(wakeful.Events), options ...wakeful.FDOption) (r *wakeful.FDRegistration, number int, more func()) {
	t.Helper()
	read, write := pipe(t)
	dup, err := unix.Dup(read.fd)
	check(t, err)
	newEnd(t, dup)
	number = read.fd
	r = register(t, l, read, wakeful.Readable, fn, options...)
	write.put("x")
	read.close()
	return r, number, func() { write.put("x") }
}

// The kernel's reports about a closed registration do not keep the loop awake, with any wait
// strategy and with other registrations.
func TestLoopSleepsBesideAnOrphan(t *testing.T) {
	notHosted(t, "an orphan wakes the host, see WithHost")
	for name, strategy := range strategies {
		t.Run(name, func(t *testing.T) {
			if name == "Spin" {
				t.Skip("NOT RUN: this strategy never sleeps")
			}
			l := running(t, wakeful.WithWaitStrategy(strategy))
			r, _, more := outlived(t, l, func(wakeful.Events) {})
			check(t, r.Close())
			sleeps(t, l)
			more()
			sleeps(t, l)

			// Events of other descriptors arrive through the same queue.
			read, write := pipe(t)
			got := make(chan struct{}, 1)
			register(t, l, read, wakeful.Readable, func(wakeful.Events) { read.take(1); got <- struct{}{} })
			for range 10 {
				write.put("y")
				<-got
				on(t, l, func() {})
			}
			sleeps(t, l)
		})
	}
}

// More orphans than one poll returns.
func TestLoopSleepsBesideManyOrphans(t *testing.T) {
	notHosted(t, "an orphan wakes the host, see WithHost")
	l := running(t)
	for range 200 {
		r, _, _ := outlived(t, l, func(wakeful.Events) {})
		check(t, r.Close())
	}
	read, write := pipe(t)
	got := make(chan struct{}, 1)
	register(t, l, read, wakeful.Readable, func(wakeful.Events) { read.take(1); got <- struct{}{} })
	for range 10 {
		write.put("y")
		<-got
	}
	sleeps(t, l)
}

// While the registration is open, its function is called a few times and then no more.
func TestOpenRegistrationOfAnOrphan(t *testing.T) {
	notHosted(t, "an orphan wakes the host, see WithHost")
	l := running(t)
	other, write := pipe(t) // created now so that it gets another number
	calls := 0
	r, number, _ := outlived(t, l, func(wakeful.Events) { calls++ })
	on(t, l, func() { calls = 0 }) // calls before the number was closed are correct
	sleeps(t, l)
	on(t, l, func() {
		if calls > 256 {
			t.Errorf("called %d times without its descriptor", calls)
		}
	})
	matches(t, r.Modify(wakeful.Readable), unix.EBADF)

	// The number's next owner replaces it.
	at := newEnd(t, move(t, other, number).fd)
	got := make(chan struct{}, 1)
	register(t, l, at, wakeful.Readable, func(wakeful.Events) { at.take(1); got <- struct{}{} })
	matches(t, r.Modify(wakeful.Readable), wakeful.ErrRegistrationClosed)
	write.put("y")
	<-got
	sleeps(t, l)
}

// Numbers of files that cannot be watched.
func TestRegularFileNumbers(t *testing.T) {
	for name, path := range map[string]string{"regular file": os.Args[0], "device": os.DevNull, "directory": "."} {
		t.Run(name, func(t *testing.T) {
			l := running(t)
			file, err := os.Open(path)
			check(t, err)
			defer file.Close()
			for _, modify := range []bool{false, true} {
				read, _ := pipe(t)
				r := register(t, l, read, wakeful.Readable, func(wakeful.Events) { t.Error("called") })
				check(t, unix.Dup2(int(file.Fd()), read.fd))
				if modify {
					matches(t, r.Modify(wakeful.Writable), wakeful.ErrRegistrationClosed)
				}
				check(t, r.Close())
			}
			sleeps(t, l)
		})
	}
}
