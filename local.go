package wakeful

// This file owns loop-local values: what packages that are built on a loop keep for each loop.

import (
	"sync"
	"sync/atomic"
)

// A Local is a value of type T for each loop: what a package that is built upon loops keeps for
// one of them, such as its open connections. The loop holds its values, and they live as long as
// it does. Make a Local once, as a package-level variable, with NewLocal: each takes a place in
// the loops in which it is used, which is never given back.
type Local[T any] struct {
	init  func(*Loop) T
	index int
}

// locals counts the Locals there are.
var locals atomic.Int64

// NewLocal returns a Local whose values init makes, when Get first asks for that of a loop.
func NewLocal[T any](init func(l *Loop) T) *Local[T] {
	return &Local[T]{init: init, index: int(locals.Add(1) - 1)}
}

// Get returns the value for the loop l, which must not be nil. The first call for a loop makes the
// value on the calling goroutine, while others wait; when init panics, so does Get, and the next
// call tries again. init may use the loop and other Locals, but must not wait for a Get of this one.
// Later calls take two loads. Any goroutine may call Get at any time, before Run and after the
// loop's end too: what is to end with the loop says so with OnShutdown.
func (k *Local[T]) Get(l *Loop) T {
	if all := l.locals.values.Load(); all != nil && k.index < len(*all) {
		if v, _ := (*all)[k.index].(*local[T]); v != nil && v.made.Load() {
			return v.value
		}
	}
	return k.make(l)
}

// make makes the value, or waits until it is made.
func (k *Local[T]) make(l *Loop) T {
	v := k.place(l)
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.made.Load() {
		v.value = k.init(l)
		v.made.Store(true)
	}
	return v.value
}

// place returns the place of the value in the loop.
func (k *Local[T]) place(l *Loop) *local[T] {
	s := &l.locals
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []any
	if old := s.values.Load(); old != nil {
		all = *old
	}
	if k.index < len(all) {
		if v, _ := all[k.index].(*local[T]); v != nil {
			return v
		}
	}
	// A copy, since others read the old one without the lock.
	grown := make([]any, max(len(all), k.index+1))
	copy(grown, all)
	v := &local[T]{}
	grown[k.index] = v
	s.values.Store(&grown)
	return v
}

// local is one Local's value for one loop.
type local[T any] struct {
	// made is set when value is. Get reads it, and then value, without the lock.
	made  atomic.Bool
	mu    sync.Mutex // held while init runs
	value T
}

// loopLocals are the values of one loop.
type loopLocals struct {
	mu sync.Mutex
	// values holds a *local[T] at the index of each Local that was asked for. What it points
	// to is never changed; place replaces it.
	values atomic.Pointer[[]any]
}
