package wakeful

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/poll"
)

// ErrGuestMode is returned by calls that do not fit the mode of the loop: Run for a loop made
// WithHost; Start, RunUntil and PollFD for a loop without a host; RunUntil before Start, and
// RunUntil in a callback or beside another RunUntil; and Call on the goroutine of the host, which
// would wait for itself.
var ErrGuestMode = errors.New("wakeful: the call does not fit the loop's mode")

func guestMode(method, advice string) error {
	return fmt.Errorf("%w: %s: %s", ErrGuestMode, method, advice)
}

// host is the state of a loop in guest mode.
type host struct {
	wake      func() // the host's function. Immutable
	simulated bool   // the host is the driver of a simulated world. Immutable
	shared    bool   // another goroutine turns the loop while one waits. Immutable after Start
	// signal makes the descriptor of PollFD readable. It is nil before PollFD.
	signal atomic.Pointer[poll.Signal]
	// goroutine is the identity of the goroutine that last called Start or RunUntil. Calls that
	// would wait for a call of RunUntil compare it with their own.
	goroutine atomic.Uintptr
	// returning is set while a call of RunUntil, or Start, may have announced that the loop is idle
	// and has not returned yet. wake may be called in that time. A call of RunUntil that answers it
	// on another goroutine must wait: if it were refused, no RunUntil would run the work. Written
	// by the goroutine that has set Loop.owner. TestRunUntilOnAGoroutinePerWake hangs without it.
	returning atomic.Bool

	// Guarded by the owner of the loop: used by the goroutine that has set it from 0 to its own identity.

	started  bool
	ended    bool
	idle     bool        // the last RunUntil, or Start, has announced that the loop is idle
	recorded uintptr     // the goroutine that was last recorded for the observer
	release  func() bool // detaches the loop from Start's context

	// Of the current RunUntil.

	deadline int64  // on the loop's clock
	before   uint64 // callbacks that had run when the call began
	paused   bool   // the deadline has passed before the next callback
	resumed  bool   // the running turn of the loop continues after a pause
}

// notify calls the host. Any goroutine may call it, also while it holds locks of the loop.
func (h *host) notify() {
	defer func() {
		if v := recover(); v != nil {
			logPanic(&PanicError{Value: v, Phase: "wake function of the host", Stack: debug.Stack()})
		}
	}()
	if s := h.signal.Load(); s != nil {
		s.Send()
	}
	h.wake()
}

// polls reports whether the host watches the kernel's queue, so that no watcher does.
func (h *host) polls() bool { return h.simulated || h.signal.Load() != nil }

// pause reports whether the call must end before the next callback. The first callback of a call of
// RunUntil always runs. In a simulated world it is the only one, so that the clock need not be read.
// Called by mustReturn, on the loop.
func (h *host) pause(clock timebase, ran uint64) bool {
	if !h.paused {
		h.paused = ran != h.before && (h.simulated || clock.now() >= h.deadline)
	}
	return h.paused
}

// isPaused reports whether the call ends because of its deadline. h is nil without a host. Loop only.
func (h *host) isPaused() bool { return h != nil && h.paused }

// isResumed reports whether the turn continues after a pause. Then microtasks are left only if
// their budget was used up, and they run after the next callback. h is nil without a host. Loop only.
func (h *host) isResumed() bool { return h != nil && h.resumed }
