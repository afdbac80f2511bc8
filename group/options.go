package group

import (
	"slices"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/group/placement"
)

// An Option changes how New makes a group. For an invalid value, New returns an error that matches
// wakeful.ErrInvalidOption and names the option.
type Option func(*settings) error

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
// options of its own, and wakeful.WithHost, since a group runs its loops on goroutines.
// wakeful.WithAutoExit has no effect: the loops of a group end together.
func WithLoopOptions(options ...wakeful.Option) Option {
	return func(s *settings) error {
		if slices.ContainsFunc(options, func(o wakeful.Option) bool { return o == nil }) {
			return invalid("WithLoopOptions", "nil", "an option is nil")
		}
		s.loopOptions = append(s.loopOptions, options...)
		return nil
	}
}

// WithName names the loops after their place in the group: "orders" gives orders/0, orders/1 and so
// on. A loop that Resize adds at a place has the name of the loop that was removed there before.
// See wakeful.WithName for where the name appears. The default is no name.
func WithName(name string) Option {
	return func(s *settings) error {
		if name == "" {
			return invalid("WithName", `""`, "leave the option out for loops without a name")
		}
		s.name = name
		return nil
	}
}

// WithSetup sets a function that is called with each new loop before it runs: by New, and by Resize
// for the loops that it adds, on the goroutine that calls these. It builds what each loop needs,
// such as a runtime of module js. If it returns an error, New or Resize ends the new loops and
// returns the error.
func WithSetup(setUp func(l *wakeful.Loop) error) Option {
	return func(s *settings) error {
		if setUp == nil {
			return invalid("WithSetup", "nil", "leave the option out if the loops need no setup")
		}
		s.setUp = setUp
		return nil
	}
}

// WithPanicHandler sets the one handler for the panics of all loops. It is called on the loop whose
// callback has panicked, but never on two loops at the same time, so it needs no lock.
// PanicError.Loop is the name of the loop. The callback ends and the loop continues. A handler that
// calls Close on the group makes a panic end all loops. The default logs with slog.Error, like
// wakeful.New.
func WithPanicHandler(handler func(*wakeful.PanicError)) Option {
	return func(s *settings) error {
		if handler == nil {
			return invalid("WithPanicHandler", "nil", "leave the option out to have panics logged")
		}
		s.onPanic = handler
		return nil
	}
}

// Rebalancing configures WithRebalancing. A zero field stands for its default.
type Rebalancing struct {
	// Interval is the time between two measurements of the loops' utilization. The default is one
	// second.
	Interval time.Duration
	// Policy decides from the measurements whether something moves, see placement.Policy.
	placement.Policy
	// OnMove, if not nil, is called after each move, on a goroutine of the group.
	OnMove func(Move)
}

// A Move is one step of the rebalancing.
type Move struct {
	From, To *wakeful.Loop
	// Asked and Moved are shares of the load of From: what was to move, and what could be moved.
	Asked, Moved float64
}

// WithRebalancing moves keys of a Keyed, and connections that agreed to be moved, from the busiest
// loop to the idlest. It is off by default, because a move costs both loops some microseconds and
// the state its processor cache, and many programs have even load.
//
// At each interval the group measures what part of the time each loop was busy. The package
// placement documents when something moves, and what keeps it from moving too much.
func WithRebalancing(r Rebalancing) Option {
	return func(s *settings) error {
		if r.Interval < 0 {
			return invalid("WithRebalancing", r.Interval, "the interval must be positive, or 0 for the default")
		}
		if r.Interval == 0 {
			r.Interval = time.Second
		}
		if err := r.Check(); err != nil {
			return invalid("WithRebalancing", r.Policy, err.Error())
		}
		s.rebalance = &r
		return nil
	}
}
