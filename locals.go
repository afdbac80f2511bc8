package wakeful

import (
	"sync"
	"sync/atomic"
)

// loopLocals holds the values of one loop.
type loopLocals struct {
	mu sync.Mutex
	// values holds a *localValue[T] at the index of each LoopLocal that was used. A slice is never
	// changed after it was stored: place replaces it.
	values atomic.Pointer[[]any]
}
