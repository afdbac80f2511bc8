package wakeful

// This file owns loop-local values, which packages built on loops keep for each loop.

import (
	"sync"
	"sync/atomic"
)

// A LoopLocal is a value of type T for each loop. A package that is built on loops stores its
// per-loop state in one, for example the open connections. The loop holds its values, and they live
// as long as the loop. Make a LoopLocal once, as a package-level variable, with NewLoopLocal: each
// LoopLocal uses an index in the loops, which is never freed.
type LoopLocal[T any] struct {
	newValue func(*Loop) T
	index    int
}

// locals is the number of LoopLocals.
var locals atomic.Int64

// NewLoopLocal returns a LoopLocal. init makes the value for a loop at the first Get.
func NewLoopLocal[T any](init func(l *Loop) T) *LoopLocal[T] {
	return &LoopLocal[T]{newValue: init, index: int(locals.Add(1) - 1)}
}

// Get returns the value for the loop l, which must not be nil. The first call for a loop makes the
// value on the calling goroutine while other callers wait. If init panics, Get panics, and the next
// call tries again. init may use the loop and other LoopLocals, but must not wait for a Get of the
// same one. Later calls take two loads. Any goroutine may call Get at any time, also before Run and
// after the loop's end. A value that must end with the loop registers OnShutdown.
func (k *LoopLocal[T]) Get(l *Loop) T {
	if all := l.locals.values.Load(); all != nil && k.index < len(*all) {
		if v, _ := (*all)[k.index].(*localValue[T]); v != nil && v.made.Load() {
			return v.value
		}
	}
	return k.make(l)
}

// make makes the value, or waits until another goroutine has made it.
func (k *LoopLocal[T]) make(l *Loop) T {
	v := k.place(l)
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.made.Load() {
		v.value = k.newValue(l)
		v.made.Store(true)
	}
	return v.value
}

// place returns the loop's entry for the value.
func (k *LoopLocal[T]) place(l *Loop) *localValue[T] {
	s := &l.locals
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []any
	if old := s.values.Load(); old != nil {
		all = *old
	}
	if k.index < len(all) {
		if v, _ := all[k.index].(*localValue[T]); v != nil {
			return v
		}
	}
	// A copy, because others read the old slice without the lock.
	grown := make([]any, max(len(all), k.index+1))
	copy(grown, all)
	v := &localValue[T]{}
	grown[k.index] = v
	s.values.Store(&grown)
	return v
}

// localValue is one LoopLocal's value for one loop.
type localValue[T any] struct {
	// made is set when value is set. Get reads made and then value without the lock.
	made  atomic.Bool
	mu    sync.Mutex // held while init runs
	value T
}
