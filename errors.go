package wakeful

import (
	"errors"
	"fmt"
	"log/slog"
)

// Errors of the package. They are returned alone or wrapped with a description. Match them with
// errors.Is.
var (
	// ErrClosed means that the loop has ended or is ending. The call was not accepted, and nothing
	// of it will run.
	ErrClosed = errors.New("wakeful: the loop has been shut down or closed")
	// ErrAlreadyRun is returned by the second Run of a loop. A loop runs once:
	// make another one.
	ErrAlreadyRun = errors.New("wakeful: Run was called before; a loop runs once")
	// ErrNotOnLoop is returned by methods that only callbacks may call, such as AfterCallback, when
	// another goroutine calls them. Submit a function that calls them instead.
	ErrNotOnLoop = errors.New("wakeful: called from outside the loop's callbacks; submit a function that does it")
	// ErrNilFunc means that a function to be called was nil.
	ErrNilFunc = errors.New("wakeful: the function is nil")
	// ErrNilContext means that a context was nil; use context.Background.
	ErrNilContext = errors.New("wakeful: the context is nil; use context.Background()")
	// ErrQueueFull means that a bounded queue had no room, see WithQueueLimit.
	ErrQueueFull = errors.New("wakeful: the queue is full; try again later")
	// ErrInvalidOption is returned by New, RegisterFD and Modify for an invalid value of an option
	// or argument.
	ErrInvalidOption = errors.New("wakeful: invalid option")
	// ErrInvalidPeriod means that a repeating timer's period is not positive, or that its repeat
	// mode is unknown.
	ErrInvalidPeriod = errors.New("wakeful: invalid period")
	// ErrRegistered means that the descriptor is already registered with the loop.
	ErrRegistered = errors.New("wakeful: the descriptor is registered already; use Modify, or close its registration first")
	// ErrRegistrationClosed is returned by Modify after Close, and when the descriptor was closed
	// and its number belongs to another file.
	ErrRegistrationClosed = errors.New("wakeful: the registration is closed; register the descriptor again")
	// ErrMailboxClosed is returned by Send after the mailbox was closed.
	ErrMailboxClosed = errors.New("wakeful: the mailbox is closed; make another with NewMailbox")
	// ErrMicrotaskBudget is in the PanicError that the panic handler gets when a chain of
	// microtasks exceeded WithMicrotaskBudget.
	ErrMicrotaskBudget = errors.New("wakeful: microtask budget exceeded")
	// ErrGoexit is the Value of a PanicError for a callback, or work of RunBlocking, that called
	// runtime.Goexit.
	ErrGoexit = errors.New("wakeful: the callback called runtime.Goexit")
)

// A PanicError means that a callback, or work of RunBlocking, did not return: it panicked or called
// runtime.Goexit. Only that callback or work ends. The loop continues.
type PanicError struct {
	// Value is the value of the panic, or ErrGoexit.
	Value any
	// Phase is the part of the turn in which it happened: "timers", "priority", "descriptors",
	// "submitted", "after submitted", "turn end", "microtasks", "call", "goroutine", "end" or
	// "wait strategy". Package promise uses "promise", and module js uses "JavaScript".
	Phase string
	// Loop is the name of the loop, "" if it has none.
	Loop string
	// Stack is the stack of the panic, as formatted by debug.Stack.
	Stack []byte
}

// Error names the phase and the value, without the stack.
func (e *PanicError) Error() string {
	if e.Loop != "" {
		return fmt.Sprintf("wakeful: panic in a callback of loop %q (%s): %v", e.Loop, e.Phase, e.Value)
	}
	return fmt.Sprintf("wakeful: panic in a callback (%s): %v", e.Phase, e.Value)
}

// Unwrap returns Value if it is an error, for errors.Is.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// logPanic is the default panic handler.
func logPanic(e *PanicError) {
	attributes := []any{"phase", e.Phase, "value", fmt.Sprint(e.Value), "stack", string(e.Stack)}
	if e.Loop != "" {
		attributes = append([]any{"loop", e.Loop}, attributes...)
	}
	slog.Error("wakeful: panic in a callback; the loop goes on", attributes...)
}

// invalidZero is the error for the zero value of an option, which no function of this package
// makes.
func invalidZero(call string) error {
	return fmt.Errorf("%w: %s: an option is the zero value; use the functions that make options", ErrInvalidOption, call)
}

func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: %s(%v): %s", ErrInvalidOption, option, value, want)
}
