package group

import (
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/placement"
)

// An Option changes how New makes a group. The functions of this package make options. For an
// invalid value, and for the zero Option, New returns an error that matches
// wakeful.ErrInvalidOption.
type Option struct{ apply func(*settings) error }

// settings are the values that options set.
type settings struct {
	name        string
	loopOptions []wakeful.Option
	setUp       func(*wakeful.Loop) error
	onPanic     func(*wakeful.PanicError)
	rebalance   *Rebalancing
}

// WithLoopOptions passes options to wakeful.New for each loop of the group, also for the loops that
// Resize adds. Leave out wakeful.WithName and wakeful.WithPanicHandler, for which the group has
// options of its own. wakeful.WithHost is refused, since a group runs its loops on goroutines.
// wakeful.WithAutoExit has no effect: the loops of a group end together.
func WithLoopOptions(options ...wakeful.Option) Option {
	return Option{func(s *settings) error {
		s.loopOptions = append(s.loopOptions, options...)
		return nil
	}}
}

// WithName names the loops after their place in the group: "orders" gives orders/0, orders/1 and so
// on. A loop that Resize adds at a place has the name of the loop that was removed there before.
// See wakeful.WithName for where the name appears. The default is no name.
func WithName(name string) Option {
	return Option{func(s *settings) error {
		if name == "" {
			return invalid("WithName", `""`, "leave the option out for loops without a name")
		}
		s.name = name
		return nil
	}}
}

// WithSetup sets a function that is called with each new loop before it runs: by New, and by Resize
// for the loops that it adds, on the goroutine that calls these. It builds what each loop needs,
// such as a runtime of module js. If it returns an error, New or Resize ends the new loops and
// returns the error.
func WithSetup(setUp func(l *wakeful.Loop) error) Option {
	return Option{func(s *settings) error {
		if setUp == nil {
			return invalid("WithSetup", "nil", "leave the option out if the loops need no setup")
		}
		s.setUp = setUp
		return nil
	}}
}

// WithPanicHandler sets the one handler for the panics of all loops. It is called on the loop whose
// callback has panicked, but never on two loops at the same time, so it needs no lock.
// PanicError.Loop is the name of the loop. The callback ends and the loop continues. A handler that
// calls Close on the group makes a panic end all loops. The default logs with slog.Error, like
// wakeful.New.
func WithPanicHandler(handler func(*wakeful.PanicError)) Option {
	return Option{func(s *settings) error {
		if handler == nil {
			return invalid("WithPanicHandler", "nil", "leave the option out to have panics logged")
		}
		s.onPanic = handler
		return nil
	}}
}

// Rebalancing says when WithRebalancing moves something from the busiest loop to the idlest. A zero
// field stands for its default. A utilization is the part of an interval in which a loop was busy,
// from 0 to 1.
type Rebalancing struct {
	// Interval is the time between two measurements of the loops' utilization. The default is one
	// second.
	Interval time.Duration
	// StartDifference is the difference of the two utilizations from which on something moves. It
	// is at most 1. The default is 0.2, which is 20 percentage points.
	StartDifference float64
	// StopDifference is the difference below which no more moves follow a first one. It is at most
	// StartDifference. The default is half of StartDifference. Because it is lower, a difference
	// that varies around one limit does not switch the moves on and off.
	StopDifference float64
	// Confirmations is the number of intervals in a row that must show the difference before
	// something moves. The default is 3.
	Confirmations int
	// Cooldown is the number of intervals after a move that do not count, because a part of what
	// they measure was before the move. The default is 2.
	Cooldown int
	// OnMove, if not nil, is called after each move, on a goroutine of the group. The rebalancing
	// and Resize wait for it.
	OnMove func(Move)
}

// policy returns what package placement needs.
func (r *Rebalancing) policy() placement.Policy {
	return placement.Policy{
		StartDifference: r.StartDifference, StopDifference: r.StopDifference,
		Confirmations: r.Confirmations, Cooldown: r.Cooldown,
	}
}

// A Move is one step of the rebalancing.
type Move struct {
	From, To *wakeful.Loop
	// Planned and Moved are parts of the load of From, from 0 to 1. Planned is what was to move, at
	// most half of the difference between the loops. Moved is what did: less if no pieces of work
	// add up to Planned, and 0 if each piece alone is larger.
	Planned, Moved float64
}

// WithRebalancing moves keys of a KeyedState, and connections that agreed to be moved, from the
// busiest loop to the idlest. It is off by default, because a move costs both loops some
// microseconds and the state its processor cache, and many programs have even load.
//
// After each interval the group compares the loops' utilization. If the busiest and the idlest
// differ enough for long enough, as the fields of Rebalancing say, at most half of the difference
// moves. So the loop that gives does not end up with less load than the loop that gets. Then the
// counting of intervals starts anew.
func WithRebalancing(r Rebalancing) Option {
	return Option{func(s *settings) error {
		if r.Interval < 0 {
			return invalid("WithRebalancing", r.Interval, "the interval must be positive, or 0 for the default")
		}
		if r.Interval == 0 {
			r.Interval = time.Second
		}
		if policy := r.policy(); policy.Check() != nil {
			return invalid("WithRebalancing", fmt.Sprintf("%+v", policy), policy.Check().Error())
		}
		s.rebalance = &r
		return nil
	}}
}
