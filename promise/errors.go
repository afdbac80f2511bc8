package promise

import (
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/wakeful-go/wakeful"
)

// Errors with which promises are rejected, or that functions of the package
// return. Match them with errors.Is.
var (
	// ErrAbandoned rejects promises that are pending when their loop ends, and promises that are
	// made afterwards. It matches wakeful.ErrClosed.
	ErrAbandoned = fmt.Errorf("promise: the loop ended while the promise was pending: %w", wakeful.ErrClosed)
	// ErrSelfResolution rejects a promise that was resolved with itself or with a promise that
	// waits for it. Such a promise could never settle. A cycle over several loops is not found: its
	// promises stay pending until one of the loops ends.
	ErrSelfResolution = errors.New("promise: resolved with itself, or with a promise that waits for it")
	// ErrAwaitOnLoop is returned by Await in a callback of the promise's own loop, because the loop
	// would wait for itself. Use Then, Handle or Result there.
	ErrAwaitOnLoop = errors.New("promise: Await was called from a callback of the promise's own loop, which would wait for itself; use Then, Handle or Result")
	// ErrPending is returned by Result for a promise that has not settled.
	ErrPending = errors.New("promise: still pending; use Then, or Await on another goroutine")
	// ErrNoPromises rejects a Race of no promises.
	ErrNoPromises = errors.New("promise: a race needs at least one promise")
	// ErrNilReason stands for a rejection whose error was nil.
	ErrNilReason = errors.New("promise: rejected with a nil error; a rejection needs a reason")
	// ErrNilPromise stands for a promise that is nil or was not made by this package.
	ErrNilPromise = errors.New("promise: the promise is nil, or was not made by this package; use New, Resolved or another constructor")
	// ErrNilLoop rejects a promise that was made without a loop.
	ErrNilLoop = errors.New("promise: the loop is nil; make one with wakeful.New")
)

// An AggregateError is the reason of an Any whose promises were all rejected.
type AggregateError struct {
	// Errors are the reasons, in the order of the promises. It is empty if there
	// were none.
	Errors []error
}

// Error names the number of promises and the first reason.
func (e *AggregateError) Error() string {
	switch n := len(e.Errors); n {
	case 0:
		return "promise: none of no promises was fulfilled"
	case 1:
		return fmt.Sprintf("promise: the only promise was rejected: %v", e.Errors[0])
	default:
		return fmt.Sprintf("promise: all %d promises were rejected; the first: %v", n, e.Errors[0])
	}
}

// Unwrap returns all reasons, for errors.Is and errors.As.
func (e *AggregateError) Unwrap() []error { return e.Errors }

// caught returns the error for a function of h's loop that did not return. value is the result of
// recover, nil for runtime.Goexit. The stack is still that of the panic.
func (h *loopState) caught(value any) error {
	if value == nil {
		value = wakeful.ErrGoexit
	}
	return &wakeful.PanicError{Value: value, Loop: h.loop.Name(), Phase: "promise", Stack: debug.Stack()}
}
