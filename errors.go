package wakeful

import (
	"errors"
	"fmt"
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
	// ErrInvalidOption means that the value of an option or argument is invalid, or that an option
	// was not made by a function of its package. The packages that are built on loops use it too.
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

// invalidZero is the error for the zero value of an option, which no function of this package
// makes.
func invalidZero(method string) error {
	return fmt.Errorf("%w: %s: an option is the zero value; use the functions that make options", ErrInvalidOption, method)
}

func invalid(option string, value any, want string) error {
	return fmt.Errorf("%w: %s(%v): %s", ErrInvalidOption, option, value, want)
}
