package designs

import (
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
)

// This file has the safety features of alternateone: it validates every state transition, shuts
// down in five phases, returns errors with the operation and the state, and keeps panics with their
// stacks. The other designs have a nil *safety, whose methods do nothing.

// A State of a checked loop.
type State uint32

// The states; the last five are the phases of the shutdown.
const (
	StateCreated   State = iota
	StateAsleep          // waiting
	StateAwake           // running tasks, or checking for some
	StateRefusing        // 1. Submit is rejected
	StatePriority        // 2. the priority queue is drained
	StateSubmitted       // 3. Submit's tasks are drained
	StateMicrotask       // 4. the microtasks are drained
	StateReleased        // 5. the system's resources are released
)

var stateNames = [...]string{"created", "asleep", "awake", "refusing", "priority drained",
	"submitted drained", "microtasks drained", "released"}

// String names the state.
func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return fmt.Sprintf("state %d", uint32(s))
}

// follows lists the states that may follow each state. A Close leads to released from every state
// in which the loop is awake.
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

// ErrTransition is the cause of a failure of the loop itself: it entered a state that must not
// follow the previous one.
var ErrTransition = errors.New("designs: invalid transition")

// An OpError is an error of a checked loop.
type OpError struct {
	Op    string // the method that was called, or what the loop did
	State State  // the loop's state at that time
	Cause error
}

// Error names the operation, the state and the cause.
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

// keptFailures is the largest number of kept failures, so that a loop of panics does not fill the
// memory. The newest are kept.
const keptFailures = 64

type safety struct {
	// state is written by the loop's goroutine, or by the goroutine that ends a loop which never
	// ran. Any goroutine reads it for errors.
	state atomic.Uint32

	mu       sync.Mutex
	failures []error
}

// enter validates a transition and makes it.
func (s *safety) enter(to State) {
	if s == nil {
		return
	}
	from := State(s.state.Load())
	if !slices.Contains(follows[from], to) {
		s.recordError(&OpError{"transition", from, fmt.Errorf("%w to %s", ErrTransition, to)})
	}
	s.state.Store(uint32(to))
}

// progress advances through the phases of the shutdown that are complete. Loop goroutine, draining.
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
			done = l.priority.left() == 0 && l.inner.allTaken()
		case StatePriority:
			done = l.submitted.left() == 0 && l.outer.allTaken()
		case StateSubmitted:
			done = !l.micros
		}
		if !done {
			return
		}
		s.enter(now + 1) // the phases are in their order
	}
}

// recordPanic keeps a panic. The deferred function that recovered it calls this while the task's
// stack still exists.
func (s *safety) recordPanic(value any) {
	if s == nil {
		return
	}
	s.recordError(&OpError{"task", State(s.state.Load()), &PanicError{value, debug.Stack()}})
}

// wrap says in which state op failed.
func (s *safety) wrap(op string, err error) error {
	if s == nil || err == nil {
		return err
	}
	return &OpError{op, State(s.state.Load()), err}
}

func (s *safety) recordError(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.failures) == keptFailures {
		s.failures = slices.Delete(s.failures, 0, 1)
	}
	s.failures = append(s.failures, err)
}

// Failures returns the newest panics and failed validations of a checked loop, at most 64, oldest
// first. Other loops have none. Any goroutine may call it.
func (l *Loop) Failures() []error {
	if l.safety == nil {
		return nil
	}
	l.safety.mu.Lock()
	defer l.safety.mu.Unlock()
	return slices.Clone(l.safety.failures)
}
