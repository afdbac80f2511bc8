package wakeful

import (
	"sync/atomic"

	"github.com/wakeful-go/wakeful/internal/native"
)

// owner is the identity of the goroutine that runs the loop, 0 if there is none. That goroutine
// writes it. Another goroutine that compares it with its own identity never finds them equal.
type owner struct{ atomic.Uintptr }

// calls reports whether the caller runs on that goroutine, so it is a callback of the loop.
func (o *owner) calls() bool { return o.Load() == native.Goroutine() }
