package wakeful

import "sync/atomic"

// loopState is one of running, draining and stopping, and only grows. Raised under ending.mu after
// the queues were closed, so a loop that sees it raised and the queues empty knows that they stay
// empty. In the other order a push could be accepted after the loop's last check
// (TestSubmitAgainstShutdown).
type loopState struct{ atomic.Uint32 }

// Values of loopState.
const (
	running  = iota
	draining // Shutdown or auto-exit: run what was accepted, then end
	stopping // Close or the end of the context: end after the current callback
)
