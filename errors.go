package wakeful

import (
	"errors"
	"fmt"
)

// Errors that the package returns, alone or wrapped with what was wrong. Match
// them with errors.Is.
var (
	// ErrClosed means that the loop has ended or is ending: what was given
	// to it was not accepted and will not run.
	ErrClosed = errors.New("wakeful: the loop has been shut down or closed")
	// ErrAlreadyRun is returned by the second Run of a loop. A loop runs once:
	// make another one.
	ErrAlreadyRun = errors.New("wakeful: Run was called before; a loop runs once")
	// ErrNotOnLoop is returned by methods that belong to callbacks, such as
	// NextTick, when another goroutine calls them. Submit a function that calls
	// them instead.
	ErrNotOnLoop = errors.New("wakeful: called from outside the loop's callbacks; submit a function that does it")
	// ErrNilFunc means that a function to be called was nil.
	ErrNilFunc = errors.New("wakeful: the function is nil")
	// ErrNilContext means that a context was nil; use context.Background.
	ErrNilContext = errors.New("wakeful: the context is nil; use context.Background()")
	// ErrQueueFull means that a bounded queue had no room, see WithQueueLimit.
	ErrQueueFull = errors.New("wakeful: the queue is full")
	// ErrInvalidOption is returned by New, RegisterFD and Modify for a value that an
	// option or argument cannot have.
	ErrInvalidOption = errors.New("wakeful: invalid option")
	// ErrInvalidPeriod means that a repeating timer's period was not positive, or
	// its repeat mode unknown.
	ErrInvalidPeriod = errors.New("wakeful: invalid period")
	// ErrRegistered means that a descriptor is registered with the loop already.
	ErrRegistered = errors.New("wakeful: the descriptor is registered already; use Modify, or close its registration first")
	// ErrRegistrationClosed is returned by Modify after Close, and when the
	// descriptor was closed and its number stands for another file.
	ErrRegistrationClosed = errors.New("wakeful: the registration is closed")
	// ErrMailboxClosed is returned by Send after the mailbox was closed.
	ErrMailboxClosed = errors.New("wakeful: the mailbox is closed")
	// ErrMicrotaskBudget is what the panic handler gets, in a PanicError, when a
	// chain of microtasks exceeded WithMicrotaskBudget.
	ErrMicrotaskBudget = errors.New("wakeful: microtask budget exceeded")
	// ErrGoexit is the Value of a PanicError for a callback, or work given to Go,
	// that called runtime.Goexit.
	ErrGoexit = errors.New("wakeful: the callback called runtime.Goexit")
)

// A PanicError says that a callback, or work given to Go, did not return: it
// panicked, or called runtime.Goexit. It alone is ended; the loop goes on.
type PanicError struct {
	// Value is what the callback panicked with, or ErrGoexit.
	Value any
	// Phase is the part of the turn in which it happened: "timers", "priority",
	// "descriptors", "submitted", "immediates", "close callbacks", "microtasks", "call",
	// "goroutine", "end" or "wait strategy"; of package promise "promise", of module js "JavaScript".
	Phase string
	// Stack is the stack of the panic, as formatted by debug.Stack.
	Stack []byte
}

// Error names the phase and the value; the stack is left to the caller.
func (e *PanicError) Error() string {
	return fmt.Sprintf("wakeful: panic in a callback (%s): %v", e.Phase, e.Value)
}

// Unwrap returns Value if it is an error, so that errors.Is sees through.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}
