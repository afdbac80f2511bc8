package js

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group"
)

// A Group spreads scripts over several runtimes, each with its own loop and goroutine. An engine
// uses one processor at a time. A group uses as many as it has members. The members share nothing:
// a script sees only the globals of its member. Set globals that all scripts need in the function
// that makes the members.
//
// Its loops are a group of package group, named js/0, js/1 and so on.
type Group struct {
	loops   *group.Group
	members []*member
	next    atomic.Uint64
}

// member is one runtime of a group.
type member struct {
	runtime *Runtime
	load    atomic.Int64 // scripts given to it that have not returned
}

// NewGroup makes a group of n runtimes and starts their loops. It calls construct n times with a
// loop each. construct usually calls New with it. If a call fails, NewGroup ends the members made
// so far and returns that error.
func NewGroup(n int, construct func(loop *wakeful.Loop) (*Runtime, error)) (*Group, error) {
	if n < 1 {
		return nil, invalid("NewGroup", n, "a group needs at least one member")
	}
	if construct == nil {
		return nil, invalid("NewGroup", "nil", "the function that makes a member is missing")
	}
	g := &Group{}
	var err error
	g.loops, err = group.New(n, group.WithName("js"), group.WithSetup(func(loop *wakeful.Loop) error {
		r, err := construct(loop)
		if err == nil && (r == nil || r.loop != loop) {
			err = fmt.Errorf("%w: NewGroup: the function returned no runtime of the loop that it was given", wakeful.ErrInvalidOption)
		}
		g.members = append(g.members, &member{runtime: r})
		return err
	}))
	if err != nil {
		return nil, err
	}
	go func() { _ = g.loops.Run(context.Background()) }()
	return g, nil
}

// Size returns the number of runtimes in the group, including those that have ended.
func (g *Group) Size() int { return len(g.members) }

// Use calls fn, on the calling goroutine, with the runtime that has the least load, and counts the
// call as load of this runtime until it returns. A runtime that has ended, for example by
// process.exit, is skipped. If none is left, Use returns ErrEnded. Any goroutine may call Use.
func (g *Group) Use(fn func(*Runtime) error) error {
	m := g.least()
	if m == nil {
		return ErrEnded
	}
	m.load.Add(1)
	defer m.load.Add(-1)
	return fn(m.runtime)
}

// least returns a member with the least load. Members with the same load take turns.
func (g *Group) least() *member {
	var best *member
	first := g.next.Add(1)
	for i := range g.members {
		m := g.members[(first+uint64(i))%uint64(len(g.members))]
		if !m.runtime.ending.stopped.Load() && (best == nil || m.load.Load() < best.load.Load()) {
			best = m
		}
	}
	return best
}

// Eval is Runtime.Eval on the member with the least load. A failing script does not end its member.
// If all members have ended, the error is ErrEnded.
func (g *Group) Eval(ctx context.Context, source string) (value any, err error) {
	err = g.Use(func(r *Runtime) error {
		value, err = r.Eval(ctx, source)
		return err
	})
	return value, err
}

// EvalFile is Runtime.EvalFile on the member with the least load. Each member loads a module once.
func (g *Group) EvalFile(ctx context.Context, path string) (value any, err error) {
	err = g.Use(func(r *Runtime) error {
		value, err = r.EvalFile(ctx, path)
		return err
	})
	return value, err
}

// Metrics returns the counters of the loops, each and summed. Any goroutine may call it.
func (g *Group) Metrics() group.Metrics { return g.loops.Metrics() }

// Shutdown lets every loop run what it has accepted, and returns nil when all have stopped. If ctx
// ends first, it returns an error that matches the context's cause, and the loops continue
// draining. Close ends them.
func (g *Group) Shutdown(ctx context.Context) error { return g.loops.Shutdown(ctx) }

// Close ends all members at once, interrupts running scripts, and waits until the loops have
// stopped.
func (g *Group) Close() {
	for _, m := range g.members {
		_ = m.runtime.Close()
	}
	_ = g.loops.Close()
	<-g.loops.Done()
}
