//go:build unix

package conformance

import (
	"runtime"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/wakeful-go/wakeful/tournament/contest"
)

// This file owns the tests of watched descriptors.

// A pipe has a non-blocking end to read.
type pipe struct {
	t           *testing.T
	read, write int
}

func newPipe(t *testing.T) *pipe {
	t.Helper()
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		t.Fatalf("pipe: %v", err)
	}
	if err := unix.SetNonblock(ends[0], true); err != nil {
		t.Errorf("set the reading end non-blocking: %v", err)
	}
	t.Cleanup(func() {
		_ = unix.Close(ends[0])
		_ = unix.Close(ends[1])
	})
	return &pipe{t, ends[0], ends[1]}
}

func (p *pipe) put() {
	if _, err := unix.Write(p.write, []byte{1}); err != nil {
		p.t.Errorf("write to the pipe: %v", err)
	}
}

// get reports whether there was a byte. A callback without cause finds none.
func (p *pipe) get() bool {
	var b [1]byte
	n, err := unix.Read(p.read, b[:])
	return n == 1 && err == nil
}

func testDescriptors(t *testing.T, entry contest.Entry) {
	if !entry.Can.Has(contest.Descriptors) {
		return
	}
	for _, test := range []struct {
		name string
		run  func(*testing.T, *watcher)
	}{
		{"readiness", testReadiness},
		{"already-ready", testAlreadyReady},
		{"errors", testRegistrarErrors},
		{"order", testOrderAcrossTiers},
		{"faults", testCallbackFaults},
		{"many", testManyDescriptors},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := startSubject(t, entry)
			test.run(t, &watcher{s, s.loop.(contest.Registrar)})
			s.shutdown()
		})
	}
}

// A watcher is a subject that watches descriptors.
type watcher struct {
	*subject
	registrar contest.Registrar
}

func (w *watcher) register(fd int, fn func()) {
	w.t.Helper()
	if err := w.registrar.RegisterReadable(fd, fn); err != nil {
		w.t.Fatalf("RegisterReadable: %v", err)
	}
}

func (w *watcher) unregister(fd int) {
	w.t.Helper()
	if err := w.registrar.Unregister(fd); err != nil {
		w.t.Fatalf("Unregister: %v", err)
	}
}

// settle returns when the loop has run a task: whatever it was about to do for
// earlier events is done.
func (w *watcher) settle() {
	done := make(chan struct{})
	w.mustSubmit(func() { close(done) })
	<-done
}

// testReadiness: each byte wakes the loop and runs the function; tasks go on
// beside it; after Unregister it does not run any more.
func testReadiness(t *testing.T, w *watcher) {
	p := newPipe(t)
	got := make(chan struct{}, 1)
	gone, late := false, 0 // loop goroutine only
	w.register(p.read, func() {
		if gone {
			late++
		}
		if p.get() {
			got <- struct{}{}
		}
	})
	done := make(chan struct{}, 1)
	for range size(1_000) {
		p.put()
		<-got
		w.mustSubmit(func() { done <- struct{}{} })
		<-done
	}
	w.unregister(p.read)
	// One event may have been collected before; it is fired before this task's
	// successor, because the loop collects and fires in one go.
	w.settle()
	w.mustSubmit(func() { gone = true })
	p.put()
	w.settle()
	w.settle()
	if late > 0 {
		t.Errorf("the function ran %d times after Unregister", late)
	}
}

// testAlreadyReady registers a readable descriptor while the loop falls asleep.
// A loop that goes to sleep where it cannot see the descriptor hangs here.
func testAlreadyReady(t *testing.T, w *watcher) {
	p := newPipe(t)
	got := make(chan struct{}, 1)
	for i := range size(3_000) {
		p.put()
		w.mustSubmit(func() {}) // it has something to do, and then nothing
		for range i % 20 {
			runtime.Gosched()
		}
		w.register(p.read, func() {
			if p.get() {
				got <- struct{}{}
			}
		})
		<-got
		w.unregister(p.read)
	}
}

func testRegistrarErrors(t *testing.T, w *watcher) {
	p := newPipe(t)
	w.register(p.read, func() {})
	if err := w.registrar.RegisterReadable(p.read, func() {}); err == nil {
		t.Error("a second RegisterReadable of a descriptor returned nil")
	}
	w.unregister(p.read)
	if err := w.registrar.Unregister(p.read); err == nil {
		t.Error("a second Unregister of a descriptor returned nil")
	}
	for _, fd := range []int{-1, 1 << 30} {
		if err := w.registrar.RegisterReadable(fd, func() {}); err == nil {
			t.Errorf("RegisterReadable of descriptor %d returned nil", fd)
		}
	}
	// A failed one leaves nothing behind.
	w.register(p.read, func() {})
	w.unregister(p.read)
	w.expect("Close", w.loop.Close(), nil)
	<-w.ended
	w.expect("RegisterReadable after the end", w.registrar.RegisterReadable(p.read, func() {}), contest.ErrClosed)
	w.expect("Unregister after the end", w.registrar.Unregister(p.read), contest.ErrClosed)
}

// testOrderAcrossTiers registers and unregisters while producers submit: their
// order must not depend on where tasks wait.
func testOrderAcrossTiers(t *testing.T, w *watcher) {
	p := newPipe(t)
	_, submitted := w.submitInOrder(2, size(10_000))
	for {
		select {
		case <-submitted:
			return
		default:
			w.register(p.read, func() {})
			w.unregister(p.read)
		}
	}
}

// testCallbackFaults: a function that panics or ends its goroutine runs again
// with the next event; one may register and unregister.
func testCallbackFaults(t *testing.T, w *watcher) {
	p, second := newPipe(t), newPipe(t)
	got := make(chan struct{}, 1)
	n := 0
	w.register(p.read, func() {
		if !p.get() {
			return
		}
		n++
		defer func() { got <- struct{}{} }()
		switch n % 3 {
		case 1:
			panic("in a descriptor's function")
		case 2:
			if w.entry.Can.Has(contest.GoexitIsolation) {
				runtime.Goexit()
			}
		}
	})
	for range 30 {
		p.put()
		<-got
	}
	w.unregister(p.read)
	w.register(p.read, func() {
		if !p.get() {
			return
		}
		w.expect("Unregister inside the function", w.registrar.Unregister(p.read), nil)
		w.expect("RegisterReadable inside a function", w.registrar.RegisterReadable(second.read, func() {
			if second.get() {
				got <- struct{}{}
			}
		}), nil)
		got <- struct{}{}
	})
	p.put()
	<-got
	second.put()
	<-got
	w.unregister(second.read)
}

// testManyDescriptors: more ready at once than one look may bring.
func testManyDescriptors(t *testing.T, w *watcher) {
	const count = 300
	var once sync.WaitGroup
	release := w.block()
	pipes := make([]*pipe, count)
	for i := range pipes {
		p := newPipe(t)
		pipes[i] = p
		p.put()
		once.Add(1)
		w.register(p.read, func() {
			if p.get() {
				once.Done()
			}
		})
	}
	release()
	once.Wait()
	for _, p := range pipes {
		w.unregister(p.read)
	}
}
