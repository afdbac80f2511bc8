//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package wakeful_test

// Descriptors in a turn and at the end of the loop.

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// In a turn, descriptors come after the priority functions and before the submitted ones.
// Microtasks run after each.
func TestDescriptorsInTheTurn(t *testing.T) {
	l := running(t)
	first, begin := pipe(t)
	read, write := pipe(t)
	var j journal
	done := make(chan struct{})
	on(t, l, func() {
		register(t, l, first, wakeful.Readable, func(wakeful.Events) {
			first.take(1)
			// After a turn that has found an event, the next turn polls again. So an event that is
			// caused now is found when it starts.
			check(t, l.AfterSubmitted(func() {
				check(t, l.Submit(func() { j.add("submitted"); close(done) }))
				check(t, l.SubmitPriority(j.note("priority")))
				write.put("x")
			}))
		})
		register(t, l, read, wakeful.Readable, func(wakeful.Events) {
			read.take(1)
			check(t, l.QueueMicrotask(j.note("microtask")))
			check(t, l.AfterCallback(j.note("afterCallback")))
			j.add("descriptor")
		})
	})
	begin.put("x")
	<-done
	on(t, l, func() { j.is(t, "priority descriptor afterCallback microtask submitted") })
}

// A callback that does not return loses no other event of the same collection, and is called again
// for the next event.
func TestDescriptorPanics(t *testing.T) {
	for name, leave := range map[string]func(){"panic": func() { panic("in the callback") }, "Goexit": runtime.Goexit} {
		t.Run(name, func(t *testing.T) {
			var reported []*wakeful.PanicError
			l := running(t, into(&reported))
			const n = 5
			calls := make(chan int, 2*n)
			ends := make([]*end, n)
			on(t, l, func() { // so that one collection finds all
				for i := range n {
					read, write := pipe(t)
					ends[i] = write
					write.put("x")
					register(t, l, read, wakeful.Readable, func(wakeful.Events) {
						read.take(1)
						calls <- i
						leave()
					})
				}
			})
			seen := map[int]int{}
			for range n {
				seen[<-calls]++
			}
			for _, e := range ends {
				e.put("y")
				seen[<-calls]++
			}
			on(t, l, func() {
				equal(t, "reported", len(reported), 2*n)
				for _, e := range reported {
					equal(t, "phase", e.Phase, "descriptors")
					if name == "Goexit" {
						matches(t, e, wakeful.ErrGoexit)
					}
				}
				equal(t, "counted", l.Metrics().Descriptors, 2*n)
			})
			for i := range n {
				equal(t, "calls", seen[i], 2)
			}
		})
	}
}

// endings are the ways in which a loop ends.
var endings = map[string]func(t *testing.T, l *wakeful.Loop, cancel func()){
	"Shutdown": func(t *testing.T, l *wakeful.Loop, _ func()) { check(t, l.Shutdown(t.Context())) },
	"Close":    func(t *testing.T, l *wakeful.Loop, _ func()) { check(t, l.Close()) },
	"context":  func(_ *testing.T, _ *wakeful.Loop, cancel func()) { cancel() },
}

// In every way of ending, a loop releases its registrations, leaves the descriptors open, and
// refuses later calls.
func TestEndWithDescriptors(t *testing.T) {
	for name, end := range endings {
		for stage, begin := range map[string]func(ctx context.Context, l *wakeful.Loop){
			"running": func(ctx context.Context, l *wakeful.Loop) { go runLoop(ctx, l) },
			"before":  func(context.Context, *wakeful.Loop) {},
		} {
			if name == "context" && stage == "before" {
				continue // descriptors are not supported
			}
			t.Run(name+"/"+stage, func(t *testing.T) {
				read, write := pipe(t)
				idle, _ := pipe(t)
				time.AfterFunc(time.Hour, func() {}).Stop() // the runtime's own poller now exists
				before := open(t)
				if before == "" {
					t.Log("NOT RUN: counting the open descriptors: the system does not list them")
				}
				ctx, cancel := context.WithCancel(context.Background())
				l := unrun(t, wakeful.WithName("orders"))
				begin(ctx, l)
				r := register(t, l, read, wakeful.Readable, func(wakeful.Events) { read.take(1) })
				register(t, l, idle, wakeful.Readable, func(wakeful.Events) { t.Error("called") })
				write.put("x")
				end(t, l, cancel)
				conserved(t, l)
				cancel()
				equal(t, "open descriptors", open(t), before)

				_, err := l.RegisterFD(read.fd, wakeful.Readable, func(wakeful.Events) {})
				for _, err := range []error{err, r.Modify(wakeful.Readable)} {
					matches(t, err, wakeful.ErrClosed)
					if !strings.Contains(err.Error(), `(loop "orders")`) {
						t.Errorf("error %q does not name the loop", err)
					}
				}
				r.Unref()
				r.Ref()
				check(t, r.Close())
				matches(t, r.Modify(wakeful.Readable), wakeful.ErrClosed)
				write.put("y")
				if got := read.take(2); got != "y" && got != "xy" {
					t.Errorf("read %q", got)
				}
			})
		}
	}
}

// While a loop drains, accepted functions run, and no function of a descriptor is called.
func TestDrainingWithDescriptors(t *testing.T) {
	l := running(t)
	read, write := pipe(t)
	calls, late := 0, 0
	ran := false
	over := make(chan struct{})
	fn := func(wakeful.Events) { // nobody reads, so both are ready in every turn
		if calls++; calls != 3 {
			return
		}
		go func() {
			defer close(over)
			check(t, l.Shutdown(context.Background()))
		}()
		for l.AfterSubmitted(func() {}) == nil {
			runtime.Gosched()
		}
		late = calls
		check(t, l.QueueMicrotask(func() { ran = true }))
	}
	again, err := unix.Dup(read.fd)
	check(t, err)
	on(t, l, func() {
		register(t, l, read, wakeful.Readable, fn)
		register(t, l, newEnd(t, again), wakeful.Readable, fn)
	})
	write.put("x")
	<-over
	equal(t, "calls", calls, late)
	equal(t, "ran", ran, true)
}

// A registration keeps an auto-exit loop running until it is closed or unreferenced.
func TestAutoExitWithDescriptors(t *testing.T) {
	read, write := pipe(t)
	for name, let := range map[string]func(t *testing.T, l *wakeful.Loop, r *wakeful.FDRegistration){
		"Close": func(t *testing.T, _ *wakeful.Loop, r *wakeful.FDRegistration) { check(t, r.Close()) },
		"Unref": func(_ *testing.T, _ *wakeful.Loop, r *wakeful.FDRegistration) { r.Unref() },
		"Unref and Close": func(t *testing.T, _ *wakeful.Loop, r *wakeful.FDRegistration) {
			r.Unref()
			r.Unref()
			check(t, r.Close())
			r.Ref()
		},
		"Unref of one that is always ready": func(t *testing.T, l *wakeful.Loop, r *wakeful.FDRegistration) {
			full, _ := pair(t)
			other := register(t, l, full, wakeful.Writable, func(wakeful.Events) {})
			other.Unref()
			r.Unref()
		},
		"another one's Close": func(t *testing.T, l *wakeful.Loop, r *wakeful.FDRegistration) {
			dup, err := unix.Dup(read.fd)
			check(t, err)
			other := register(t, l, newEnd(t, dup), wakeful.Readable, func(wakeful.Events) {})
			r.Unref()
			r.Ref()
			r.Unref()
			check(t, other.Close())
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := unrun(t, wakeful.WithAutoExit())
			called := make(chan struct{})
			r := register(t, l, read, wakeful.Readable, func(wakeful.Events) {
				read.take(1)
				called <- struct{}{}
			})
			launch(t, l)
			for range 3 {
				on(t, l, func() {})
				write.put("x")
				<-called // it is still there
			}
			let(t, l, r)
			<-l.Done()
		})
	}
}

// RegisterFD against an auto-exit loop that is about to end: either the descriptor is watched, or
// the result is ErrClosed.
func TestRegisterAgainstAutoExit(t *testing.T) {
	read, write := pipe(t)
	write.put("x")
	registered := 0
	for n := range rounds(2000) {
		l := unrun(t, wakeful.WithAutoExit())
		check(t, l.Submit(func() {}))
		go runLoop(context.Background(), l)
		hesitate(n % 512)
		r := make(chan *wakeful.FDRegistration, 1)
		called := false
		reg, err := l.RegisterFD(read.fd, wakeful.Readable, func(wakeful.Events) {
			called = true
			check(t, (<-r).Close())
		})
		if err != nil {
			matches(t, err, wakeful.ErrClosed)
			r <- nil
		} else {
			registered++
			r <- reg
		}
		conserved(t, l)
		equal(t, "called", called, err == nil)
	}
	t.Logf("registered %d times", registered)
}

// Close and RegisterFD against the loop's end.
func TestRegisterAgainstTheEnd(t *testing.T) {
	atProcessors(t, func(t *testing.T) {
		read, write := pipe(t)
		write.put("x")
		for n := range rounds(1000) {
			l := unrun(t)
			go runLoop(context.Background(), l)
			started, over := make(chan struct{}, 1), make(chan struct{})
			go func() {
				defer close(over)
				for {
					r, err := l.RegisterFD(read.fd, wakeful.Readable, func(wakeful.Events) {})
					if err != nil {
						matches(t, err, wakeful.ErrClosed)
						return
					}
					if err := r.Modify(wakeful.Readable); err != nil && !errors.Is(err, wakeful.ErrClosed) {
						t.Error(err)
					}
					check(t, r.Close())
					select {
					case started <- struct{}{}:
					default:
					}
				}
			}()
			if n%32 < 2 {
				select { // otherwise the loop may end before the first registration
				case <-started:
				case <-over: // an error was reported
				}
			}
			hesitate(n % 1024)
			if n%2 == 0 {
				check(t, l.Close())
			} else {
				check(t, l.Shutdown(context.Background()))
			}
			conserved(t, l)
			<-over
		}
	})
}
