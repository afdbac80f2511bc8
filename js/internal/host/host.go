// Package host is the interface between a JavaScript runtime on a loop and its built-in packages
// with the web's and Node's functions. Package js implements it and passes it to each package's
// Install. So those packages do not import js, and can be tested with another runtime.
package host

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// A Host is a JavaScript runtime on a loop, as its built-in packages see it. Methods belong to the
// loop's goroutine unless they say otherwise. "Inside JavaScript" means: in a Go function that
// JavaScript has called.
type Host interface {
	// VM returns the engine's runtime. Loop goroutine only, including all its methods.
	VM() *vm.Runtime
	// Loop returns the loop. Any goroutine may call it.
	Loop() *wakeful.Loop
	// Context ends with the runtime, and when the loop starts to end. Any goroutine may call it.
	Context() context.Context
	// Stdin is the program's input, for one goroutine at a time. Stdout and Stderr are its outputs.
	// Any goroutine may call these methods.
	Stdin() io.Reader
	Stdout() io.Writer
	Stderr() io.Writer
	// ConsoleLogger is the logger for console's methods, with the levels of their names. It is nil
	// if console writes to Stdout and Stderr as in Node. Any goroutine may call it.
	ConsoleLogger() *slog.Logger

	// Files is the file system that scripts see. Any goroutine may call it.
	Files() *files.Files
	// HTTPClient is the client with which fetch sends requests. It is nil if scripts may send
	// none. Any goroutine may call it.
	HTTPClient() *http.Client
	// SocketClient is the client with which WebSockets are opened. It is nil if scripts may open
	// none. Any goroutine may call it.
	SocketClient() *http.Client
	// Dial opens a connection for module net, and Listen a listener for modules net, http and https.
	// They are nil if scripts may not do that. Any goroutine may call them.
	Dial() func(ctx context.Context, network, address string) (net.Conn, error)
	Listen() func(network, address string) (net.Listener, error)
	// Open reports whether scripts may see the process and the machine: its ids, its memory, its
	// users and its network interfaces.
	Open() bool

	// Call calls a JavaScript function as one callback of the loop, in Node's order: after it run
	// the nextTick queue, then the microtasks, and both again until they are empty. An exception
	// goes to the uncaught handler. Inside JavaScript, Call calls the function at once, and work
	// that it queues runs at the end of the outermost callback.
	Call(fn vm.Callable, this vm.Value, args ...vm.Value)
	// Submit is Call for a Go function, which may use VM and settle promises. It is called on the
	// loop. If it panics with an exception, this goes to the uncaught handler. Any goroutine may call
	// Submit. It reports whether the loop accepted the call, which it does until it ends: no queue
	// limit applies. It does not keep the loop running.
	Submit(fn func()) bool
	// NextTick adds fn to the nextTick queue.
	NextTick(fn func())
	// SetTimeout calls fn as Submit does after d, in the order of JavaScript's own timers, unless cancel is
	// called before. With ref it keeps the loop running.
	SetTimeout(d time.Duration, ref bool, fn func()) (cancel func())
	// Timers returns how many timeouts and immediates keep the loop running.
	Timers() (timeouts, immediates int)
	// KeepAlive keeps the loop running until release is called. Any goroutine may call release.
	// Further calls do nothing.
	KeepAlive() (release func())

	// LoopTime returns how long the loop has been idle, and active, since the first callback
	// of JavaScript has ended; 0 before that, and while the loop does not run.
	LoopTime() (idle, active time.Duration)

	// Async does work on another goroutine and returns a promise that settles on the
	// loop with its result, in order. Until then the loop is kept running. A result
	// becomes a value as ToValue says, an error becomes one as ToError says.
	Async(work func() (any, error)) *vm.Promise
	// AsyncEarly is Async for work that may go on after its result is known. early settles the
	// promise, unless it is settled. Any goroutine may call it.
	AsyncEarly(work func(early func(any)) (any, error)) *vm.Promise
	// Go does work on another goroutine, and then calls done on the loop as one callback, which
	// belongs to the same call of Go as the running one. Until then the loop is kept running, and
	// the work counts for Limits.PendingPromises, see Admit. The context ends as that of Async. If
	// the loop is ending, done is called at once with an error. done is not called when the runtime
	// has ended.
	Go(work func(ctx context.Context) (any, error), done func(any, error))
	// QueueWork runs do on a worker. In a later poll phase it calls done on the loop with the
	// result, as one callback. done returns the JavaScript function to call with its arguments, or
	// nil if there is none. done must not call JavaScript itself. At most as many workers are busy
	// as WithFileWorkers allows, and work starts in the order in which it was queued. The loop is
	// kept running until done has been called. An exception of the function goes to the uncaught
	// handler.
	QueueWork(do func() (any, error), done func(value any, err error) (fn vm.Value, args []vm.Value))
	// Admit throws if Limits.PendingPromises does not allow another operation. Call it before
	// QueueWork or Go, inside JavaScript.
	Admit()
	// CountOutput counts bytes for Limits.Output. Beyond it, the running script is interrupted.
	CountOutput(n int)
	// Promise returns a promise with its functions. Any goroutine may call these, and only the
	// first call counts. They convert values like Async. A call on the loop settles the promise at
	// once. The promise does not keep the loop running, see KeepAlive.
	Promise() (promise *vm.Promise, resolve, reject func(value any))
	// ToValue converts a Go value. It calls a func(*vm.Runtime) vm.Value, so that work on another
	// goroutine can have its result made on the loop.
	ToValue(value any) vm.Value
	// ToError converts an error. An *vm.Exception becomes its value. An error with a method
	// JSValue(*vm.Runtime) vm.Value returns the value itself. Any other error becomes an Error with
	// its message.
	ToError(err error) vm.Value

	// SwapAsyncContext sets the context that what the running callback starts will run with, and
	// returns the one before. Undefined is none. Inside JavaScript only.
	SwapAsyncContext(next vm.Value) vm.Value

	// Report handles an error like an uncaught exception: with process's event uncaughtException,
	// or the uncaught handler. An *vm.Exception keeps its value and stack.
	Report(err error)
	// CaptureUncaught makes fn get every exception that nothing has caught, instead of process's
	// events. With nil they come back.
	CaptureUncaught(fn vm.Callable)
	// Warn emits a process warning, as process.emitWarning does.
	Warn(kind, message string)

	// Require returns the exports of a built-in module. If there is none, it throws an exception
	// that names the module. Inside JavaScript only.
	Require(name string) vm.Value
	// Local returns what a built-in package keeps for the runtime, under a key of its own. create
	// makes it at the first call.
	Local(key any, create func() any) any
	// Began is when the runtime was made.
	Began() time.Time
}

// A Registry gets the built-in modules and globals of a package, once in a process.
type Registry interface {
	// Module adds a built-in module for require("name"), require("node:name") and import. A runtime
	// loads it at its first use.
	Module(name string, load func(Host) vm.Value)
	// Global adds a global that is loaded at its first use, so unused globals add nothing to the
	// start-up time. For programs it is an ordinary property: writable, configurable and not
	// enumerable, like the web's interfaces.
	Global(name string, load func(Host) vm.Value)
	// NodeGlobal is Global for scripts that may use Node's interfaces.
	NodeGlobal(name string, load func(Host) vm.Value)
	// SocketGlobal is Global for scripts that may open WebSockets.
	SocketGlobal(name string, load func(Host) vm.Value)
	// Complete completes one of the engine's globals when a program first uses it.
	Complete(name string, with func(rt *vm.Runtime, global *vm.Object))
}
