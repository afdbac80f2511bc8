// Package movable connects the loops of a group with the work on them that can move to other loops,
// such as connections. Package group has work moved when it removes a loop, and for the
// rebalancing. Package stream has such work. They share this package, so that neither imports the
// other and neither exports what only the other calls.
//
// A group gives each of its loops its registry. Whoever has a loop finds the registry there, if the
// loop belongs to a group.
package movable

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
)

// Work is work on the loops of a group that can move.
type Work interface {
	// Move calls choose, on the loop from, with the load of each piece of work there: the part of
	// the recent time that it took. choose returns the indexes of the pieces to move. For each of
	// them Move calls to, which returns the loop that gets it. Move returns when the pieces have
	// moved. ctx limits the wait. It is called on a goroutine of the group, for one loop at a time.
	Move(ctx context.Context, from *wakeful.Loop, to func() *wakeful.Loop, choose func(loads []float64) []int)
}

// A Registry holds the movable work of a group. The zero Registry is empty. Any goroutine may call
// its methods.
type Registry struct {
	mu  sync.Mutex
	all []Work // replaced, never changed in place
}

// registries has the registry of each loop's group.
var registries = wakeful.NewLoopLocal(func(*wakeful.Loop) *atomic.Pointer[Registry] {
	return new(atomic.Pointer[Registry])
})

// Of returns the registry of the group that l belongs to, nil if there is none.
func Of(l *wakeful.Loop) *Registry { return registries.Get(l).Load() }

// Attach makes r the registry of l. The group calls it before anybody else has the loop.
func (r *Registry) Attach(l *wakeful.Loop) { registries.Get(l).Store(r) }

// Add adds work. It stays until the end of the group.
func (r *Registry) Add(w Work) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(slices.Clip(r.all), w)
}

// Move calls Move of all work, one after the other.
func (r *Registry) Move(ctx context.Context, from *wakeful.Loop, to func() *wakeful.Loop, choose func(loads []float64) []int) {
	r.mu.Lock()
	all := r.all
	r.mu.Unlock()
	for _, w := range all {
		w.Move(ctx, from, to, choose)
	}
}
