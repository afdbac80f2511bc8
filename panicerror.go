package wakeful

import (
	"fmt"
	"log/slog"
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
