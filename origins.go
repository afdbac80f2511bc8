package wakeful

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns the list of things that keep a loop alive, for an observer, and the places where
// they were created.

// originDepth is the number of recorded stack frames.
const originDepth = 16

// origin is where something was created: on the stack of Go, and in the script that ran on the
// loop's goroutine, if one did. Immutable.
type origin struct {
	made   int64 // in nanoseconds of Unix time
	stack  []uintptr
	script []string
}

// alive adds an origin to what it is of. o may be nil.
func (o *origin) alive(a observe.Alive) observe.Alive {
	if o != nil {
		a.Made, a.Origin, a.Script = o.made, o.stack, o.script
	}
	return a
}

// origins holds the places where things were created that keep the loop alive.
type origins struct {
	// enabled is set while origins are recorded. Observers write it. It is read where something is
	// created, which costs one load while it is not set.
	enabled atomic.Bool

	// Immutable after New.

	owner  *owner
	script *atomic.Pointer[observe.Script]

	mu sync.Mutex
	// tracked holds the things that the loop only counts: keep-alives, work, and things that module
	// js adds. Emptied when recording ends.
	tracked map[any]observe.Alive
}

func (o *origins) enable(on bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.enabled.Store(on)
	if !on {
		o.tracked = nil
	}
}

// caller returns the place of the caller's caller, or nil while origins are not recorded.
func (o *origins) caller() *origin {
	if !o.enabled.Load() {
		return nil
	}
	var pcs [originDepth]uintptr
	at := &origin{made: time.Now().UnixNano(), stack: slices.Clone(pcs[:runtime.Callers(3, pcs[:])])}
	if o.owner.calls() {
		if script := o.script.Load(); script != nil {
			at.script = script.Position()
		}
	}
	return at
}

// track records that key keeps the loop alive.
func (o *origins) track(key any, a observe.Alive) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.add(key, a)
}

// add is track. The lock is held.
func (o *origins) add(key any, a observe.Alive) {
	if !o.enabled.Load() {
		return
	}
	if o.tracked == nil {
		o.tracked = make(map[any]observe.Alive)
	}
	o.tracked[key] = a
}

// untrack removes key again.
func (o *origins) untrack(key any) {
	if !o.enabled.Load() {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.tracked, key)
}

// Kinds of things that keep the loop alive.
const (
	kindTimer      = "timer"
	kindDescriptor = "descriptor"
	kindKeepAlive  = "keep-alive"
	kindWork       = "work"
)

// entryOf returns the entry address of a function. A function value is a pointer to a closure,
// whose first word is that address.
func entryOf[F any](fn F) uintptr { return **(**uintptr)(unsafe.Pointer(&fn)) }
