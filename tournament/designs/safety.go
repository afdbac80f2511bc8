package designs

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
)

// This file owns what alternateone does for safety's sake: every transition of
// its state is validated, its shutdown has five phases, its errors say what was
// done in which state, and panics are kept with their stack. A nil *safety is
// what the other designs have; its methods do nothing.

// A State of a checked loop.
type State uint32

// The states; the last five are the phases of the shutdown.
const (
	StateCreated   State = iota
	StateAwake           // running tasks, or looking for some
	StateAsleep          // waiting
	StateRefusing        // 1. Submit is rejected
	StatePriority        // 2. the priority queue is drained
	StateSubmitted       // 3. Submit's tasks are drained
	StateMicrotask       // 4. the microtasks are drained
	StateReleased        // 5. the system's resources are released
)

var stateNames = [...]string{"created", "awake", "asleep", "refusing", "priority drained",
	"submitted drained", "microtasks drained", "released"}

// String names the state.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("state %d", uint32(s))
}

// follows lists the states that may follow each. A Close goes to released from
// wherever the loop is awake.
var follows = [...][]State{
	StateCreated:   {StateAwake, StateReleased},
	StateAwake:     {StateAsleep, StateRefusing, StateReleased},
	StateAsleep:    {StateAwake},
	StateRefusing:  {StatePriority, StateReleased},
	StatePriority:  {StateSubmitted, StateReleased},
	StateSubmitted: {StateMicrotask, StateReleased},
	StateMicrotask: {StateReleased},
	StateReleased:  {},
}

// ErrTransition is the cause of a failure that is a mistake of the loop itself:
// it entered a state that does not follow the one it was in.
var ErrTransition = errors.New("designs: invalid transition")

// An OpError is an error of a checked loop.
type OpError struct {
	Op    string // the method that was called, or what the loop did
	State State  // the loop's state at that time
	Cause error
}

// Error says what was done, when, and what was wrong.
func (e *OpError) Error() string { return fmt.Sprintf("%s while %s: %v", e.Op, e.State, e.Cause) }

// Unwrap returns the cause.
func (e *OpError) Unwrap() error { return e.Cause }

// A PanicError is a panic of a task of a checked loop.
type PanicError struct {
	Value any    // what recover returned
	Stack []byte // of the task, as debug.Stack formats it
}

// Error tells the panic's value.
func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// keptFailures bounds how many failures are kept, so that a loop of panics does
// not fill the memory. The newest stay.
const keptFailures = 64

type safety struct {
	// state is written by the loop's goroutine, or by whoever ends a loop that
	// never ran; errors read it from anywhere.
	state atomic.Uint32

	mu       sync.Mutex
	failures []error
}

// enter validates and makes a transition.
func (s *safety) enter(to State) {
	if s == nil {
		return
	}
	from := State(s.state.Load())
	if !slices.Contains(follows[from], to) {
		s.keep(&OpError{"transition", from, fmt.Errorf("%w to %s", ErrTransition, to)})
	}
	s.state.Store(uint32(to))
}

// progress goes through the phases of the shutdown as far as they are done.
// Loop goroutine, draining.
func (s *safety) progress(l *Loop) {
	if s == nil {
		return
	}
	for {
		now := State(s.state.Load())
		var done bool
		switch now {
		case StateAwake:
			done = true // the queues were shut before the loop drained
		case StateRefusing:
			done = l.priority.left() == 0 && l.inner.spent()
		case StatePriority:
			done = l.submitted.left() == 0 && l.outer.spent()
		case StateSubmitted:
			done = !l.micros
		}
		if !done {
			return
		}
		if now == StateAwake {
			s.enter(StateRefusing)
		} else {
			s.enter(now + 1)
		}
	}
}

// caught keeps a panic. Called by the deferred function that recovered it, while
// the task's stack is still there.
func (s *safety) caught(value any) {
	if s == nil {
		return
	}
	s.keep(&OpError{"task", State(s.state.Load()), &PanicError{value, debug.Stack()}})
}

// wrap says in which state op failed.
func (s *safety) wrap(op string, err error) error {
	if s == nil || err == nil {
		return err
	}
	return &OpError{op, State(s.state.Load()), err}
}

func (s *safety) keep(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.failures) == keptFailures {
		s.failures = slices.Delete(s.failures, 0, 1)
	}
	s.failures = append(s.failures, err)
}

// Failures returns the newest panics and failed validations of a checked loop,
// at most 64, the oldest first; none of any other. Any goroutine.
func (l *Loop) Failures() []error {
	if l.safety == nil {
		return nil
	}
	l.safety.mu.Lock()
	defer l.safety.mu.Unlock()
	return slices.Clone(l.safety.failures)
}
