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
// # What there is
//
// Timers, queueMicrotask, process, the web's interfaces (URL, fetch, streams,
// events, abort signals, structuredClone and others), console, require and ES
// modules from files, TypeScript, JSON, and Node's modules as far as they are
// built in. What the engine does not parse is translated by esbuild: types, import
// and export, async generators, for await, top-level await. Stacks point into the
// source.
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
