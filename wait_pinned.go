package wakeful

import (
	"errors"
	"fmt"
	"runtime"
)

// AnyCPU as the processor of Pinned leaves the choice to the operating system.
const AnyCPU = -1

// Pinned returns a strategy that waits like inner, on an operating system's thread
// which the loop has for itself (runtime.LockOSThread) and which stays on one
// processor: number cpu, as the system counts them, or AnyCPU. It is for loops that
// spin on a processor which is kept free for them (isolcpus, cpusets), and for
// callbacks that call C libraries which want always the same thread.
//
// It does not make a loop that parks faster, on the contrary. Go hands a processor
// from goroutine to goroutine within a thread; to one with a thread of its own it is
// handed over by waking that thread, and the thread that it came from sleeps. With
// Block a round trip takes 17 times as long and more, see
// docs/decisions/waiting.md. For the same reason a pinned loop that spins yields to
// other goroutines only every 2 ms, and needs a processor of GOMAXPROCS for itself
// alone: others should have at least one besides.
//
// The thread is the one that called Run. When the loop has stopped, it is unlocked
// and may run where it could before; so is the thread of a callback that calls
// runtime.Goexit, after which another one carries the loop, pinned as well.
// Processes that callbacks start run on the same processor, as Linux inherits that.
//
// New tries it out. It returns an error that matches ErrInvalidOption for a nil or
// pinned inner, or a negative number, and the system's, for a processor that does not
// exist or that the process may not use. Choosing a processor works on Linux;
// elsewhere the error matches errors.ErrUnsupported, and AnyCPU remains. If the
// processor is taken away between New and Run, the loop ends as by Close, and Run
// returns the error. As a part of a strategy of your own, Pinned is its inner one.
func Pinned(cpu int, inner WaitStrategy) WaitStrategy { return pinned{cpu, inner} }

type pinned struct {
	cpu   int
	inner WaitStrategy
}

func (p pinned) Wait(w *Waiting) { p.inner.Wait(w) }

// check returns what is wrong with it, in this process, now.
func (p pinned) check() error {
	if p.inner == nil {
		return invalid("Pinned", p.cpu, "there is no inner strategy; use Spin, Adaptive, Block or your own")
	}
	if _, twice := p.inner.(pinned); twice {
		return invalid("Pinned", p.cpu, "the inner strategy is pinned as well")
	}
	if p.cpu < AnyCPU {
		return invalid("Pinned", p.cpu, "processors have numbers from 0; use AnyCPU for any")
	}
	t := thread{cpu: p.cpu}
	if err := t.enter(); err != nil {
		return err
	}
	t.leave()
	return nil
}

// thread is what a pinned loop has of its thread. A nil one is that of other loops.
type thread struct {
	cpu     int
	entered bool
	before  affinity // where the thread may run otherwise
}

// enter makes the calling goroutine's thread its own. After an error it is not.
func (t *thread) enter() error {
	if t == nil {
		return nil
	}
	// In this order: threads that Go starts inherit the affinity of the one that
	// starts them, except that a locked thread never starts any.
	runtime.LockOSThread()
	if t.cpu != AnyCPU {
		var err error
		if t.before, err = bind(t.cpu); err != nil {
			runtime.UnlockOSThread()
			if errors.Is(err, errors.ErrUnsupported) {
				return fmt.Errorf("wakeful: Pinned(%d): a processor cannot be chosen on %s, use AnyCPU: %w", t.cpu, runtime.GOOS, err)
			}
			return fmt.Errorf("wakeful: Pinned(%d): the processor is not there or not for this process, see its affinity and cpuset: %w", t.cpu, err)
		}
	}
	t.entered = true
	return nil
}

// leave undoes enter, on the same goroutine.
func (t *thread) leave() {
	if t == nil || !t.entered {
		return
	}
	t.entered = false
	if t.cpu != AnyCPU {
		unbind(t.before)
	}
	runtime.UnlockOSThread()
}
