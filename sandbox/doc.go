// Package sandbox runs scripts that nobody trusts: those of tenants, and programs that a language
// model writes to call the host's functions. An interpreter in Go shares its heap with the host, so
// one script can take all memory, and built-in functions of such an interpreter cannot be
// interrupted. Here the engine is QuickJS-ng, compiled to WebAssembly and run by wazero. Each call of
// a script has a memory of its own with a maximum, and everything that the engine does can be ended.
// There is no cgo.
//
//	sb, err := sandbox.New(
//		sandbox.Config{Memory: 64 << 20, CPU: 100 * time.Millisecond, Wall: time.Second},
//		sandbox.Tool("query", query)) // func(context.Context, Query) ([]Row, error)
//	defer sb.Close()
//	program, err := sb.Compile("acme/rules.js", source)
//	out, err := program.Call(ctx, "handle", order) // fresh memory for each call
//
// # Memory
//
// Compile loads an ES module and keeps its memory. Program.Call starts from a copy of that memory:
// on Linux the kernel copies the pages that the script writes to, elsewhere all are copied. When the
// call has ended, the copy is discarded, so nothing of one call can be seen by another. Each copy has
// its own random numbers. An Instance keeps its memory between calls. Eval runs a script once.
//
// # Limits
//
// Config has the limits of a call. A limit ends the call with a *LimitError, whatever the script does:
// catch and finally do not run. The engine asks the host every 10,000 steps at most, so
// it ends within built-in functions as well, and a garbage collection of Go does not wait for it.
//
// # The loop
//
// Scripts run on a wakeful.Loop: one that New starts, or those of Config.Loops, which may be those of
// a group. Timers, promises and queueMicrotask run in the order of Node. A script that runs longer
// than 200 us is left, and continued after what else the loop has to do. A call that waits for
// a timer or a tool uses no goroutine, apart from the one that called Call: CallAsync needs none.
//
// # What scripts have
//
// The language as QuickJS-ng has it, which is nearly all of ECMAScript 2025 without Intl; setTimeout,
// setInterval, setImmediate and their opposites, queueMicrotask, console, structuredClone, URL and
// URLSearchParams, TextEncoder, TextDecoder (UTF-8 and UTF-16LE), Event, EventTarget, AbortController,
// Blob, File, the web's streams, atob, btoa, crypto.getRandomValues, crypto.randomUUID,
// performance.now, DOMException and Buffer. They can import Node's modules that need no access: assert,
// buffer, events, path, punycode, querystring, stream, string_decoder, timers, url and util. They have
// no files, network or environment. What else a script should reach, the host gives it: Tool and Func
// make functions of it, Config.Modules and CompileFS have modules for import, and with Config.Fetch
// there is fetch, for hosts of a list and public addresses. Sources may be TypeScript, with
// Config.Translate. The time zone is UTC.
//
// # Processes
//
// With Config.Process scripts run in worker processes, which have no environment, files or network.
// Then a fault of the engine or of wazero is not one of the host. Main calls WorkerMain first.
package sandbox
