package wakeful_test

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// where returns the processors on which the calling thread may run.
func where(t *testing.T) (set unix.CPUSet) {
	t.Helper()
	check(t, unix.SchedGetaffinity(0, &set))
	return set
}

// only returns the set of one of the processors that the test may use.
func only(t *testing.T) (cpu int, set unix.CPUSet) {
	t.Helper()
	all := where(t)
	for cpu = 0; !all.IsSet(cpu); cpu++ {
	}
	set.Set(cpu)
	return cpu, set
}

// All callbacks run on the chosen processor, on one thread, also after one has ended
// the goroutine; and those at the end. The thread that called Run, and that of the
// goroutine which was ended, may then run where they could before.
func TestPinnedToAProcessor(t *testing.T) {
	cpu, one := only(t)
	for name, inner := range strategies {
		t.Run(name, func(t *testing.T) {
			l := unrun(t, ignored(), wakeful.WithWaitStrategy(wakeful.Pinned(cpu, inner)))
			_, err := l.AtEnd(func() { equal(t, "at the end", where(t), one) })
			check(t, err)
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				runtime.LockOSThread() // to find the same thread again
				defer runtime.UnlockOSThread()
				before := where(t)
				defer func() { equal(t, "after Run", where(t), before) }()
				check(t, l.Run(context.Background()))
			}()
			var threads []int
			look := func() {
				equal(t, "in a callback", where(t), one)
				threads = append(threads, unix.Gettid())
			}
			for range 3 {
				on(t, l, look)
			}
			if threads[0] != threads[1] || threads[1] != threads[2] {
				t.Errorf("callbacks ran on the threads %v", threads)
			}
			check(t, l.Submit(runtime.Goexit))
			on(t, l, look)
			check(t, l.Shutdown(context.Background()))
			<-ended
			conserved(t, l)
		})
	}
}

// Without Goexit the goroutine that called Run goes on where it could before, and is
// no longer bound to a thread.
func TestRunLeavesThePinnedThread(t *testing.T) {
	cpu, _ := only(t)
	l := unrun(t, wakeful.WithAutoExit(), wakeful.WithWaitStrategy(wakeful.Pinned(cpu, wakeful.Block())))
	before := where(t)
	check(t, l.Run(context.Background()))
	equal(t, "after Run", where(t), before)
}

// A processor that there is not: New says so. One that is taken away before Run: Run
// says so, and the loop has ended.
func TestPinnedToNothing(t *testing.T) {
	const missing = 1023
	all := where(t)
	if all.IsSet(missing) {
		t.Skip("NOT RUN: this machine has 1024 processors")
	}
	before := where(t)
	for _, cpu := range []int{missing, 1 << 20} {
		if _, err := wakeful.New(wakeful.WithWaitStrategy(wakeful.Pinned(cpu, wakeful.Spin()))); !errors.Is(err, unix.EINVAL) {
			t.Errorf("Pinned(%d): error %v, want %v", cpu, err, unix.EINVAL)
		}
	}
	cpu, _ := only(t)
	l := unrun(t, wakeful.WithWaitStrategy(wakeful.Pinned(cpu, wakeful.Spin())))
	check(t, l.Submit(func() { t.Error("runs elsewhere") }))
	l.Repin(missing)
	if err := l.Run(context.Background()); !errors.Is(err, unix.EINVAL) {
		t.Errorf("Run: error %v, want %v", err, unix.EINVAL)
	}
	conserved(t, l)
	equal(t, "discarded", l.Metrics().Discarded, 1)
	equal(t, "afterwards", where(t), before)
}
