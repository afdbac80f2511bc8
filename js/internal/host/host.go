// Package host says what the packages of the web's and Node's interfaces may use
// of a JavaScript runtime that runs on a loop. Package js implements it and calls
// each package's Install with it; so those packages neither know nor import js,
// and can be tested with a runtime of their own.
package host

import (
	"context"
	"io"
	"log/slog"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// A Host is a JavaScript runtime on a loop, as its built-in packages see it.
// Unless it says otherwise, a method belongs to the loop's goroutine. "Inside
// JavaScript" means: in a Go function that JavaScript has called.
type Host interface {
	// VM returns the engine's runtime. Loop goroutine only, as is all that it does.
	VM() *vm.Runtime
	// Loop returns the loop. Any goroutine may call it.
	Loop() *wakeful.Loop
	// Context ends with the runtime, and when the loop begins to end. Any goroutine.
	Context() context.Context
	// Stdin is what the program reads from, on one goroutine at a time, and Stdout and
	// Stderr are where it writes to. Any goroutine.
	Stdin() io.Reader
	Stdout() io.Writer
	Stderr() io.Writer
	// Logger is where the runtime itself logs, and console if it is told to. Any goroutine.
	Logger() *slog.Logger
	// ConsoleLogger is where console's methods log, with the levels of their names;
	// nil when console writes to Stdout and Stderr as Node does. Any goroutine.
	ConsoleLogger() *slog.Logger

	// Call calls a JavaScript function as one callback of the loop, in Node's order:
	// then the nextTick queue, then the microtasks, and again until both are empty.
	// An exception goes to the uncaught handler. Inside JavaScript it calls the
	// function at once, and what it queues runs when the outermost callback ends.
	Call(fn vm.Callable, this vm.Value, args ...vm.Value)
	// Enter is Call for a Go function, which may use VM and settle promises. An
	// exception that it panics with goes to the uncaught handler.
	Enter(fn func())
	// Submit has Enter(fn) called on the loop. Any goroutine may call it; it reports
	// whether the loop took it, and does not by itself keep the loop running.
	Submit(fn func()) bool
	// NextTick has fn called when the nextTick queue comes to it, QueueMicrotask
	// when the microtasks do.
	NextTick(fn func())
	QueueMicrotask(fn func())
	// SetTimeout calls Enter(fn) once d has passed, in the order of JavaScript's own
	// timers, unless cancel is called before. With ref the loop waits for it.
	SetTimeout(d time.Duration, ref bool, fn func()) (cancel func())
	// KeepAlive keeps the loop running until release is called, which any goroutine
	// may do, and more than once.
	KeepAlive() (release func())

	// Async does work on another goroutine and returns a promise that settles on the
	// loop with its result, in order. Until then the loop is kept running. A result
	// becomes a value as ToValue says, an error becomes one as ToError says.
	Async(work func(ctx context.Context) (any, error)) *vm.Promise
	// QueueWork has a worker call do, and calls done on the loop with its result, as one
	// callback in a poll phase after that. done returns the function of JavaScript that is
	// then called, and its arguments, or nil if there is none, and so no callback; it must
	// not call JavaScript itself. At most as many workers as WithFileWorkers says are busy at a time; work
	// begins in the order in which it was queued. Until done is called the loop is kept
	// running. An exception of the function goes to the uncaught handler.
	QueueWork(do func() (any, error), done func(value any, err error) (fn vm.Value, args []vm.Value))
	// Promise returns a promise with its functions, which any goroutine may call and
	// of which only the first call counts. They convert as Async does. A call on the loop settles
	// at once. The promise does not keep the loop running, see KeepAlive.
	Promise() (promise *vm.Promise, resolve, reject func(value any))
	// ToValue converts a Go value. A func(*vm.Runtime) vm.Value is called, so that
	// work on another goroutine can say how its result is made on the loop.
	ToValue(value any) vm.Value
	// ToError converts an error: an *vm.Exception is its value again, an error with
	// a method JSValue(*vm.Runtime) vm.Value says it itself, every other one becomes
	// an Error with its message.
	ToError(err error) vm.Value

	// Report has an error treated as an uncaught exception: process's
	// uncaughtException event, or the uncaught handler. An *vm.Exception keeps its
	// value and stack.
	Report(err error)
	// Warn emits a process warning, as process.emitWarning does.
	Warn(kind, message string)

	// Module makes a built-in of require("name"), require("node:name") and import,
	// loaded when it is first asked for.
	Module(name string, load func() vm.Value)
	// Require returns the exports of a built-in module. It panics inside JavaScript
	// with an exception that names the module if there is none.
	Require(name string) vm.Value
	// Global makes a global that is loaded when it is first used: what a program
	// does not use does not cost start-up time. It is writable, configurable and
	// not enumerable, as the web's interfaces are. Assigning replaces it.
	Global(name string, load func() vm.Value)
}
