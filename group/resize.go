package group

// This file owns what changes while a group runs: the number of its loops, and what moves between
// them.

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/placement"
)

// Resize changes the number of loops to n, which must be positive. It returns when the change is
// complete.
//
// When n is larger, the new loops run before they are picked, and keys move to them.
//
// When n is smaller, the last loops are removed in these steps:
//
//   - They are no longer picked.
//   - The keys of each KeyedState move to the other loops, with their state and their queued
//     functions, in order.
//   - The connections that agreed to be moved (stream.Conn.AllowMoves) move.
//   - The loops are shut down. That runs the functions submitted to them, and ends the remaining
//     connections as package stream documents.
//
// If ctx ends first, Resize returns an error that matches its cause, and the change continues. The
// next Resize waits for it. Other errors mean that nothing has changed: ErrNotRunning before Run,
// ErrOnLoop in a callback of one of the loops, wakeful.ErrClosed when the group is ending,
// wakeful.ErrInvalidOption for an n below 1, wakeful.ErrNilContext, and the errors of New for the
// new loops. Any other goroutine may call it.
func (g *Group) Resize(ctx context.Context, n int) error {
	switch {
	case ctx == nil:
		return wakeful.ErrNilContext
	case n < 1:
		return invalid("Resize", n, "a group needs at least one loop; Shutdown ends all")
	case g.onLoop():
		return ErrOnLoop
	}
	if err := g.mayMove(); err != nil {
		return err
	}
	select {
	case g.moving <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("group: another change of the group is not finished: %w", context.Cause(ctx))
	case <-g.done:
		return wakeful.ErrClosed
	}
	result := make(chan error, 1)
	go func() {
		defer func() { <-g.moving }()
		g.place.Pass(mover)
		defer g.place.Enter()() // it makes loops
		err := g.mayMove()
		if err == nil {
			err = g.resize(ctx, n)
		}
		result <- err
	}()
	select {
	case err := <-result:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-result:
		return err
	default:
		return fmt.Errorf("group: resizing to %d loops goes on: %w", n, context.Cause(ctx))
	}
}

// mayMove returns the reason why nothing can move, or nil.
func (g *Group) mayMove() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.ending:
		return wakeful.ErrClosed
	case !g.ran:
		return ErrNotRunning
	}
	return nil
}

// resize changes the number of loops. The caller holds moving.
func (g *Group) resize(ctx context.Context, n int) error {
	old := g.active.Load().members
	switch {
	case n > len(old):
		added, err := g.makeMembers(len(old), n)
		if err != nil {
			return err
		}
		return g.grow(old, added)
	case n < len(old):
		return g.shrink(ctx, old[:n:n], old[n:])
	}
	return nil
}

// grow adds members.
func (g *Group) grow(old, added []*member) error {
	members := append(slices.Clip(old), added...)
	g.mu.Lock()
	if g.ending {
		g.mu.Unlock()
		for _, m := range added {
			_ = m.loop.Close()
		}
		return wakeful.ErrClosed
	}
	for _, m := range added {
		g.all = append(g.all, m)
		g.start(m)
	}
	g.active.Store(newActiveLoops(members))
	keyed := g.keyed
	g.mu.Unlock()
	for _, k := range keyed {
		k.distribute(members)
	}
	g.callResizeHooks()
	return nil
}

// mover is the number at the gate of the one goroutine that moves work. The others have the indexes
// of their loops.
const mover = -1

// shrink removes members. It returns when they have stopped.
func (g *Group) shrink(ctx context.Context, kept, removed []*member) error {
	g.mu.Lock()
	g.active.Store(newActiveLoops(kept))
	keyed := g.keyed
	g.mu.Unlock()
	g.callResizeHooks()
	for _, k := range keyed {
		k.distribute(kept)
	}
	for _, m := range removed {
		g.movable.Move(ctx, m.loop, g.Pick, all)
		g.place.Pass(mover)
		// If ctx ends, what the loop still sends is dropped, but the loop must have stopped before
		// the next change begins.
		_ = m.loop.Shutdown(ctx)
		g.place.Pass(mover)
	}
	for _, m := range removed {
		<-m.loop.Done()
		g.place.Pass(mover)
		g.stopped(m, nil)
	}
	return nil
}

// OnResize registers fn, which is called with the loops that get new work after Resize has added
// loops and before it ends loops, on a goroutine of Resize. What follows in the Resize waits for
// fn. forget removes fn. Any goroutine may call both.
func (g *Group) OnResize(fn func(loops []*wakeful.Loop)) (forget func()) {
	if fn == nil {
		return func() {}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.hooks = append(g.hooks, &fn)
	return func() {
		g.mu.Lock()
		defer g.mu.Unlock()
		remove(&g.hooks, &fn)
	}
}

func (g *Group) callResizeHooks() {
	g.mu.Lock()
	hooks := g.hooks
	g.mu.Unlock()
	for _, fn := range hooks {
		(*fn)(g.Loops())
	}
}

// all chooses everything.
func all(loads []float64) []int {
	chosen := make([]int, len(loads))
	for i := range chosen {
		chosen[i] = i
	}
	return chosen
}

// budget chooses pieces of work until their load is a given share of the load of their loop.
// KeyedStates and movable work call choose on that loop, one after the other.
type budget struct {
	utilization float64 // of the loop
	share       float64
	mu          sync.Mutex
	moved       float64
}

func (b *budget) choose(loads []float64) []int {
	b.mu.Lock()
	defer b.mu.Unlock()
	rest := b.utilization
	for _, l := range loads {
		rest -= l
	}
	chosen, moved := placement.ChooseMoves(loads, max(0, rest), b.share-b.moved)
	b.moved += moved
	return chosen
}

// chosen returns the share that was chosen so far.
func (b *budget) chosen() float64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.moved
}

// startRebalancing starts the goroutine of WithRebalancing. stop ends it and waits for it.
func (g *Group) startRebalancing(ctx context.Context) (stop func()) {
	r := g.settings.rebalance
	if r == nil {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		ticker := time.NewTicker(r.Interval)
		defer ticker.Stop()
		b := rebalancer{group: g, balancer: placement.NewBalancer(r.policy())}
		for {
			select {
			case <-ticker.C:
				g.place.Pass(mover)
				b.tick(ctx)
			case <-ctx.Done():
				return
			case <-g.done:
				return
			}
		}
	}()
	return func() {
		cancel()
		<-finished
	}
}

// rebalancer is the state of the goroutine of WithRebalancing.
type rebalancer struct {
	group    *Group
	balancer *placement.Balancer
	at       time.Duration
	busy     map[*member]time.Duration
}

// tick measures the loops and makes a move, if one is due. While a Resize is going on it does
// nothing.
func (b *rebalancer) tick(ctx context.Context) {
	g := b.group
	select {
	case g.moving <- struct{}{}:
		defer func() { <-g.moving }()
	default:
		return
	}
	if g.mayMove() != nil {
		return
	}
	members := g.active.Load().members
	utilization, complete := b.measure(members)
	if !complete {
		return
	}
	move, due := b.balancer.Next(utilization)
	if !due {
		return
	}
	from, to := members[move.From], members[move.To]
	share := budget{utilization: utilization[move.From], share: move.Share}
	g.mu.Lock()
	keyed := g.keyed
	g.mu.Unlock()
	for _, k := range keyed {
		k.moveLoad(ctx, from, to, share.choose)
	}
	g.movable.Move(ctx, from.loop, func() *wakeful.Loop { return to.loop }, share.choose)
	g.place.Pass(mover)
	if fn := g.settings.rebalance.OnMove; fn != nil {
		fn(Move{From: from.loop, To: to.loop, Planned: move.Share, Moved: share.chosen()})
	}
}

// measure returns the utilization of each member since the last call. It is not complete if a
// member was not measured before.
func (b *rebalancer) measure(members []*member) (utilization []float64, complete bool) {
	now := time.Since(b.group.epoch)
	elapsed := now - b.at
	busy := make(map[*member]time.Duration, len(members))
	complete = elapsed > 0
	for _, m := range members {
		busy[m] = m.loop.Metrics().Busy
		before, measured := b.busy[m]
		complete = complete && measured
		utilization = append(utilization, min(1, max(0, float64(busy[m]-before)/float64(elapsed))))
	}
	b.at, b.busy = now, busy
	return utilization, complete
}
