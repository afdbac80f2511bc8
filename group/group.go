package group

// This file owns a group: how it is made, runs and ends. resize.go changes the number of its loops,
// pick.go chooses one of them, keyed.go and handover.go keep a state for each key.

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/movable"
	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/internal/simulation"
)

// A Group is a number of loops that run and end together. Make it with New. Any goroutine may call
// its methods.
type Group struct {
	// Immutable after New.

	settings settings
	place    simulation.Place
	random   *simulation.Random
	epoch    time.Time     // the beginning of the gauges' clock
	done     chan struct{} // closed when all loops have stopped

	// active is the loops that get new work. It is written under mu and never changed in place.
	// Pick, LoopFor and Loops read it without the lock.
	active atomic.Pointer[activeLoops]

	// moving is a lock in the form of a channel with one element. Resize, the rebalancing, and the
	// start of Shutdown hold it while they move work between loops.
	moving chan struct{}

	panics sync.Mutex // held while the handler of WithPanicHandler runs

	movable movable.Registry // work of other packages that can move between the loops

	// mu guards what follows.

	mu      sync.Mutex
	ran     bool
	ctx     context.Context // Run's
	ending  bool            // Shutdown or Close was called, or all loops have ended
	all     []*member       // that have not stopped, including removed ones
	cause   error           // of the end of Run's context
	keyed   []keyed
	hooks   []*func([]*wakeful.Loop)
	retired wakeful.Metrics // of the loops that were removed and have stopped
}

// member is one loop of a group.
type member struct {
	loop  *wakeful.Loop
	index int
	gauge gauge
}

// activeLoops is a list of members, in two forms.
type activeLoops struct {
	members []*member
	loops   []*wakeful.Loop
}

func newActiveLoops(members []*member) *activeLoops {
	r := &activeLoops{members: members}
	for _, m := range members {
		r.loops = append(r.loops, m.loop)
	}
	return r
}

// keyed is what a group knows of a KeyedState.
type keyed interface {
	// distribute moves keys so that the members have about the same number of slots. It returns
	// when they have moved, or when the group has ended.
	distribute(members []*member)
	// moveLoad moves keys from one member to another. On the loop of from it calls choose with the
	// load of each slot.
	moveLoad(ctx context.Context, from, to *member, choose func(loads []float64) []int)
	// finish ends what the loops have left over. All loops have stopped.
	finish()
	// discarded returns the number of functions that were accepted and will not run, and that no
	// loop has counted.
	discarded() uint64
}

// New returns a group of n loops, which must be positive. The loops accept functions and timers,
// which run after Run was called. An error of an option, of wakeful.New or of the function of
// WithSetup ends the loops that were made.
func New(n int, options ...Option) (*Group, error) {
	if n < 1 {
		return nil, invalid("New", n, "a group needs at least one loop")
	}
	g := &Group{
		place: simulation.Here(), random: simulation.NewRandom(), epoch: time.Now(), done: make(chan struct{}), moving: make(chan struct{}, 1),
	}
	for _, option := range options {
		if option.apply == nil {
			return nil, invalid("New", "zero value", "use the functions that make options")
		}
		if err := option.apply(&g.settings); err != nil {
			return nil, err
		}
	}
	members, err := g.makeMembers(0, n)
	if err != nil {
		return nil, err
	}
	g.all = members
	g.active.Store(newActiveLoops(members))
	return g, nil
}

// makeMembers makes the members with the indexes from..to-1.
func (g *Group) makeMembers(from, to int) (members []*member, err error) {
	defer func() {
		if err != nil {
			for _, m := range members {
				_ = m.loop.Close()
			}
		}
	}()
	for i := from; i < to; i++ {
		options := slices.Clip(g.settings.loopOptions)
		if g.settings.name != "" {
			options = append(options, wakeful.WithName(fmt.Sprintf("%s/%d", g.settings.name, i)))
		}
		if g.settings.onPanic != nil {
			options = append(options, wakeful.WithPanicHandler(g.panicked))
		}
		l, err := wakeful.New(options...)
		if err != nil {
			return members, err
		}
		g.movable.Attach(l)
		l.KeepAlive() // it is not released, so WithAutoExit has no effect
		m := &member{loop: l, index: i}
		members = append(members, m)
		if observe.Open(l).Hosted() && simulation.Current() == nil {
			return members, invalid("WithLoopOptions", "wakeful.WithHost", "a group runs its loops on goroutines; leave the option out")
		}
		if g.settings.setUp != nil {
			if err := g.settings.setUp(l); err != nil {
				return members, err
			}
		}
	}
	return members, nil
}

// panicked calls the handler of WithPanicHandler, for one loop at a time.
func (g *Group) panicked(e *wakeful.PanicError) {
	panics := &g.panics
	panics.Lock()
	defer panics.Unlock()
	g.settings.onPanic(e)
}

// Run runs each loop on a goroutine of its own, and returns when all have stopped: after Shutdown,
// Close or the end of ctx. It returns nil, or the cause of the end of ctx, which acts like Close. A
// group runs once: a second Run returns wakeful.ErrAlreadyRun, and a Run after Close returns
// wakeful.ErrClosed.
func (g *Group) Run(ctx context.Context) error {
	if ctx == nil {
		return wakeful.ErrNilContext
	}
	g.mu.Lock()
	if g.ran {
		g.mu.Unlock()
		return wakeful.ErrAlreadyRun
	}
	if len(g.all) == 0 {
		g.mu.Unlock()
		return wakeful.ErrClosed
	}
	g.ran, g.ctx = true, ctx
	for _, m := range g.all {
		g.start(m)
	}
	g.mu.Unlock()
	stop := g.startRebalancing(ctx)
	<-g.done
	stop()
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.cause
}

// start runs a loop on a goroutine. The lock is held.
func (g *Group) start(m *member) {
	ctx := g.ctx
	go func() {
		err := wakeful.ErrGoexit // Run does not return if a callback ends its goroutine
		defer func() {
			<-m.loop.Done()
			g.place.Pass(m.index)
			cause := context.Cause(ctx)
			switch {
			case cause != nil && errors.Is(err, wakeful.ErrGoexit):
				err = cause
			case cause == nil || !errors.Is(err, cause):
				err = nil // the loop was closed before it ran
			}
			g.stopped(m, err)
		}()
		err = m.loop.Run(ctx)
	}()
}

// stopped is called when a loop has stopped.
func (g *Group) stopped(m *member, cause error) {
	<-m.loop.Done()
	g.mu.Lock()
	if !remove(&g.all, m) {
		g.mu.Unlock()
		return
	}
	add(&g.retired, m.loop.Metrics())
	if cause != nil && g.cause == nil {
		g.cause = cause
	}
	last, keyed := len(g.all) == 0, g.keyed
	g.ending = g.ending || last
	g.mu.Unlock()
	if last {
		for _, k := range keyed {
			k.finish()
		}
		close(g.done)
	}
}

// Loops returns the loops that get new work, in the order of their names. The caller must not
// change the slice. After the end it returns the last ones.
func (g *Group) Loops() []*wakeful.Loop { return g.active.Load().loops }

// Done returns a channel that is closed when all loops have stopped.
func (g *Group) Done() <-chan struct{} { return g.done }

// onLoop reports whether the caller is a callback of one of the loops.
func (g *Group) onLoop() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, m := range g.all {
		if m.loop.OnLoop() {
			return true
		}
	}
	return false
}

// Shutdown calls Shutdown of all loops at the same time, when a Resize that has begun is finished.
// It returns nil when all loops have stopped. If ctx ends first, it returns an error that matches
// its cause. The loops then continue to drain, and Close ends them. In a callback of one of the
// loops it returns nil without waiting, like wakeful.Loop.Shutdown. Before Run, it makes a later
// Run drain. Any goroutine may call it any number of times, and after the end it returns nil.
// For a nil ctx it returns wakeful.ErrNilContext.
//
// While a loop drains it accepts nothing, not even from callbacks of the other loops. So finish
// work that is passed from loop to loop before you call Shutdown.
func (g *Group) Shutdown(ctx context.Context) error {
	if ctx == nil {
		return wakeful.ErrNilContext
	}
	onLoop := g.onLoop()
	begun := make(chan struct{})
	go func() {
		defer close(begun)
		g.shutDown(ctx)
	}()
	if onLoop {
		return nil
	}
	select {
	case <-begun:
	case <-ctx.Done():
	}
	select {
	case <-g.done: // also if ctx has ended
		return nil
	default:
	}
	select {
	case <-g.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("group: the loops are still draining: %w", context.Cause(ctx))
	}
}

// shutDown begins the shutdown of all loops.
func (g *Group) shutDown(ctx context.Context) {
	g.mu.Lock()
	g.ending = true // from now on no Resize begins
	g.mu.Unlock()
	select {
	case g.moving <- struct{}{}:
		defer func() { <-g.moving }()
	case <-g.done:
		return
	}
	g.mu.Lock()
	members := append([]*member(nil), g.all...)
	g.mu.Unlock()
	var wait sync.WaitGroup
	for _, m := range members {
		wait.Go(func() {
			g.place.Pass(m.index)
			_ = m.loop.Shutdown(ctx) // its error is that of the end of ctx
		})
	}
	wait.Wait()
	g.releaseUnrun(members)
}

// releaseUnrun counts loops that ended without having run.
func (g *Group) releaseUnrun(members []*member) {
	g.mu.Lock()
	ran := g.ran
	g.mu.Unlock()
	if ran {
		return
	}
	for _, m := range members {
		select {
		case <-m.loop.Done():
			g.stopped(m, nil)
		default:
		}
	}
}

// Close closes all loops: each ends after its running callback, and what has not started is
// discarded and counted. Close does not wait: Done reports when the loops have stopped. Any
// goroutine, including a callback, may call it any number of times. It always returns nil.
func (g *Group) Close() error {
	g.mu.Lock()
	g.ending = true
	members := append([]*member(nil), g.all...)
	g.mu.Unlock()
	for _, m := range members {
		_ = m.loop.Close()
	}
	g.releaseUnrun(members)
	return nil
}

// remove removes v from list, and reports whether it was there. Who reads the list without the lock
// has the old one. The new one has memory of its own, which does not keep v.
func remove[T comparable](list *[]T, v T) bool {
	i := slices.Index(*list, v)
	if i < 0 {
		return false
	}
	*list = slices.Concat((*list)[:i], (*list)[i+1:])
	return true
}
