// Package js runs JavaScript on a wakeful loop, with Node's order of events.
//
// A JavaScript engine in Go, such as goja, runs only the language. It has no timers and no modules,
// it does not run promise jobs by itself, and only one goroutine at a time may call it. A program
// that embeds an engine needs a loop, and the functions that JavaScript programs expect. This
// package provides both.
//
//	loop, err := wakeful.New()
//	if err != nil {
//		return err
//	}
//	rt, err := js.New(loop, js.WithGlobal("answer", 42))
//	if err != nil {
//		return err
//	}
//	go loop.Run(ctx)
//	answer, err := rt.Eval(ctx, `new Promise(done => setTimeout(done, 10, answer))`)
//
// # What scripts may do
//
// By default scripts have the language, timers, promises, console and the web's pure interfaces,
// and reach nothing outside of their runtime. Each of these options adds one thing:
//
//	WithFS, WithRoot, WithPaths   files
//	WithModules                   modules from files
//	WithNode                      Node's globals and modules
//	WithEnv, WithArgs             the environment and the arguments of process
//	WithFetch                     requests
//	WithWebSocket                 WebSockets
//	WithListen                    listeners of the modules http, https and net
//	WithExit                      the end of the runtime
//	WithFullAccess                all of these
//
// WithLimits limits time, timers, pending operations, output and nesting. All this protects against
// mistakes, and not against attackers: a script can take all memory, and end the process. SECURITY.md
// says what holds.
//
// # Order of events
//
// After every callback (a timer, an immediate, a call from Go) run the functions of
// process.nextTick, then the microtasks, and both again until the two queues are empty. Then
// unhandled rejections are announced. Timers with the same delay fire in the order in which they
// were set. Immediates run after calls from outside, and immediates that they set run in the next
// turn. After an exception that a listener of uncaughtException has handled, the runtime continues
// where Node continues.
//
// Timers count whole milliseconds, rounded down. As in Node, the clock is read when a timer is set
// and when the loop starts a turn. So by a finer clock, a timer of d ms is due between d-1 and d ms
// after it was set. A busy loop fires it in the first turn after that, up to 1 ms before d ms have
// passed. An idle loop waits d whole milliseconds and is not early. The loop's own timers
// (wakeful.Loop.AfterFunc) count nanoseconds and are never early.
//
// monitorEventLoopDelay of perf_hooks wakes an idle loop a hundred times a second, as Node's does.
// Package telemetry measures the delay without that. The first delay counts from enable, in Node
// from the first tick. performance.eventLoopUtilization counts spinning as idle.
//
// An operation of fs takes as many turns as in Node: stat takes one, readFile takes four
// (open, fstat, read, close). A pool of workers does what blocks, see WithFileWorkers. Each
// step that has ended is a callback of its own, in the phase before immediates. So what
// takes fewer steps comes first, and the immediates of a turn come before a file that the
// same turn began to read.
//
// # What it has
//
// Language: all of ECMAScript 2022 and most later features. Modules are CommonJS and ES modules
// from files, packages of node_modules, and JSON. Stack traces have positions in the source.
//
// TypeScript, JSX, import and export, async generators, for await and top-level await need package
// js/esbuild, which translates them. A program that runs such code imports it:
//
//	import _ "github.com/wakeful-go/wakeful/js/esbuild"
//
// Without this import, such code is an error that matches ErrNoTransformer and names the feature and
// its place, and the program is a fifth smaller.
//
// Web: timers, queueMicrotask, URL, URLSearchParams, fetch with Headers, Request, Response and
// FormData, WebSocket, Blob, File, the streams, TextEncoder and TextDecoder, AbortController,
// EventTarget, structuredClone, MessageChannel, performance, atob, btoa, and crypto, of whose
// subtle encryption and key agreement are missing.
//
// Node: process with its standard streams, Buffer, console, and the modules assert, async_hooks,
// buffer, console, constants, crypto, diagnostics_channel, events, fs and fs/promises, http, https,
// module, net, os, path and path/win32, perf_hooks, process, punycode, querystring, readline and readline/promises,
// stream with stream/promises, stream/web and stream/consumers, string_decoder, sys, test (as
// node:test), timers and timers/promises, tty, url, and util. Each is loaded at its first use.
//
// # What it lacks
//
// Node's modules child_process, cluster, dgram, dns, domain, http2, inspector,
// repl, tls, trace_events, v8, vm, wasi, worker_threads and zlib load, so that a package that only
// imports them runs. Calling their functions throws and says what to use instead, and WithModule
// brings one of your own by that name. Of async_hooks createHook is missing, and of crypto ciphers,
// Diffie-Hellman and X.509. Of net: BlockList and SocketAddress. Of perf_hooks:
// PerformanceResourceTiming, and entries of other types than function, mark and measure. Signals
// reach a program only where WithSignals lets them, as `wakeful run` does. docs/compatibility.md
// has a table.
//
// The engine has no WebAssembly, SharedArrayBuffer and Atomics. Intl, toLocaleString and
// localeCompare have the locale en-US, and throw for others and for options that they lack.
// Intl.DateTimeFormat has all fields, styles and time zones. Regular expressions
// have the properties \p{...} and the flag v of Unicode 17. The flag d is an error. Calls that are nested too deep end the script,
// and catch does not see it. If a parameter destructures an error, as in catch ({ stack }), the
// stack has the engine's format. WeakRef and FinalizationRegistry exist, but nothing is collected.
// Importing a name that a CommonJS module does not export gives undefined. In a module with
// top-level await, an import has the value at the time of the import.
//
// # Go and JavaScript
//
// Any goroutine may call Eval, EvalFile, CallFunction, RunString, RunFile and Do, even before the
// loop runs. Those that wait for promises (Eval, EvalFile, CallFunction) must not be called on the
// loop. Async turns a Go function that blocks into an asynchronous JavaScript function. NewPromise
// returns a promise that Go settles from any goroutine. A JavaScript object belongs to the loop.
// Other goroutines may only pass it on, for instance to CallFunction. A call from the wrong
// goroutine returns an error that matches wakeful.ErrNotOnLoop.
//
// The limit of a loop made WithQueueLimit applies to these calls, which return an error that matches
// wakeful.ErrQueueFull, and to nothing else of a runtime. With OverflowDropOldest a dropped call
// returns when its context ends.
//
// ToValue says which values Go's values become: an integer beyond 2^53 a BigInt, Fields an object
// with ordered properties, []byte a Uint8Array, time.Time a Date. Give decimals as strings.
//
// A program that has an engine of its own, for instance with globals of goja_nodejs, calls Adopt
// instead of New. It replaces nothing that the host has set.
//
// # Servers
//
// Runtime.Handler makes an http.Handler of a function that gets a Request and returns a Response,
// so that a script answers the requests of package net/http. Bodies are streams in both directions,
// and request.signal aborts when the client has gone. Pool.Handler gives each request a runtime to
// itself. To use several processors, take a runtime on each loop of a group of package group.
//
// # Pools
//
// A Pool runs functions of JavaScript in several runtimes at the same time, each on a goroutine of
// its own. A runtime lives on between uses, as a worker does, or serves one use if PoolConfig.Fresh
// is set.
//
// A program that uses one runtime again and again, such as a load generator, calls WaitIdle after
// each iteration: it waits until everything has finished that calls have started. RegisterCallback
// lets something outside, such as a connection, call JavaScript any number of times.
//
// A runtime makes a built-in object when a program first touches it. So New takes tens of
// microseconds and less than 20 KB, and a program pays for what it uses.
//
// # Errors
//
// A failing script is an error for its caller and nothing else: Eval, EvalFile and CallFunction
// return an exception, the rejection of the result, and an error that nothing has handled in a
// timer or another callback that the call has caused. Any other exception, and any other unhandled
// rejection, goes to process.on("uncaughtException"), then to the handler of WithUncaught. Without
// either it is logged. Where scripts may end the runtime (with WithFullAccess or WithExit) they go
// there at once, and the program ends with exit code 1 as in Node. The loop continues. A runtime
// that has ended runs nothing more, and Done and Wait report the end. The end of its context, or
// Interrupt, interrupts a script that does not return. JavaScript cannot catch that. The runtime
// can be used afterwards.
package js
