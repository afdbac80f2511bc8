// Package js runs JavaScript on a wakeful loop, with Node's order of events.
//
// An engine in Go, such as goja, runs JavaScript and nothing around it: no timers,
// no modules, nobody who runs what a promise has scheduled, and no answer to who may
// call the engine when, since it belongs to one goroutine at a time. A program that
// embeds one needs a loop, and everything that programs take for granted on top.
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
//	value, err := rt.RunString(ctx, `new Promise(done => setTimeout(done, 10, answer))`)
//	if err != nil {
//		return err
//	}
//	answer, err := rt.Await(ctx, value)
//
// # What runs when
//
// After every callback (a timer, an immediate, a call from Go) come the functions of
// process.nextTick, then the microtasks, and again until both queues are empty;
// then rejections that nobody has handled are announced. Timers of one duration
// fire in the order in which they were set, immediates run after what came in from
// outside, and what they set runs in the next turn. After an exception that a
// listener of uncaughtException has handled, things go on where Node goes on.
//
// Timers count in whole milliseconds, cut off, on a clock that is read when a timer is
// set and when the loop begins a turn, as in Node. A timer of d ms is therefore due
// between d-1 and d ms after it was set, by a finer clock. A busy loop fires it in the
// first turn that begins then, up to 1 ms before d ms have passed; a loop that has nothing
// else to do waits for d whole milliseconds, and is not early. Timers of the loop
// itself (wakeful.Loop.AfterFunc) count in nanoseconds and are never early.
//
// An operation of fs takes as many turns as in Node: stat takes one, readFile takes four
// (open, fstat, read, close). A pool of workers does what blocks, see WithFileWorkers. Each
// step that has ended is a callback of its own, in the phase before immediates. So what
// takes fewer steps comes first, and the immediates of a turn come before a file that the
// same turn began to read.
//
// # What there is
//
// Of the language: all of ECMAScript 2022 and most of what came later. Modules are CommonJS
// and ES modules from files, packages of node_modules, and JSON. Stacks point into the
// source.
//
// TypeScript, JSX, import and export, async generators, for await and top-level await need
// package js/esbuild, which translates them. A program that runs such code imports it:
//
//	import _ "github.com/wakeful-go/wakeful/js/esbuild"
//
// Without it, such code is an error that matches ErrNoTransformer, and the program is a
// fifth smaller.
//
// Of the web: timers, queueMicrotask, URL, URLSearchParams, fetch with Headers, Request,
// Response and FormData, Blob, File, the streams, TextEncoder and TextDecoder,
// AbortController, EventTarget, structuredClone, performance, atob, btoa, and crypto's
// getRandomValues and randomUUID.
//
// Of Node: process with its standard streams, Buffer, console, and the modules assert,
// buffer, console, events, fs and fs/promises, module, os, path, perf_hooks, process,
// querystring, readline and readline/promises, stream with stream/promises, stream/web
// and stream/consumers, string_decoder, timers and timers/promises, tty, url, and util.
// Each is loaded when it is first asked for.
//
// # What there is not
//
// Node's modules async_hooks, child_process, cluster, crypto, dgram, diagnostics_channel,
// dns, domain, http, http2, https, inspector, net, repl, tls, trace_events, v8, vm, wasi,
// worker_threads and zlib: asking for one says what to use instead, and WithModule brings
// one of your own by that name. Of fs: watch, watchFile, opendir and statfs. Signals
// reach a program only where WithSignals lets them, as `wakeful run` does.
//
// The engine has no Intl, WebAssembly, SharedArrayBuffer and Atomics, and toLocaleString
// knows no locale. The properties \p{...} and the flag v of regular expressions are of
// Unicode 17; in what eval and new Function compile, \p{...} is the letter p. The flag d is
// refused. Calls that are too deep end the script, and catch does not see it. The property
// stack of an error that a parameter takes apart, as in catch ({ stack }), is the engine's
// own text. WeakRef and FinalizationRegistry are there, and nothing is collected.
// An import of a name that a CommonJS module does not export is undefined, and in a
// module with an await at its top level an import is the value at the time of the import.
//
// # Go and JavaScript
//
// RunString, RunFile, Do and Await may be called from any goroutine, before the loop
// runs, and, Await aside, on the loop. Async makes an asynchronous function of a Go
// function that blocks; Promise gives one that Go settles from anywhere. An object
// of JavaScript belongs to the loop: elsewhere it may only be handed on, to Await for
// instance. What was called from the wrong goroutine says so, with an error that
// matches wakeful.ErrNotOnLoop.
//
// # Errors
//
// An exception of a script that Go runs is returned to the caller. Every other one,
// and every rejection that nothing handles, reaches process.on("uncaughtException"),
// then the handler of WithUncaught, and if there is none it is logged and the
// program ends, with exit code 1 as in Node. The loop lives on: a runtime that has
// ended runs nothing more, and Done and Wait tell. A script that does not return is
// interrupted by the end of its context or by Interrupt, which JavaScript cannot
// catch; the runtime can be used afterwards.
package js
