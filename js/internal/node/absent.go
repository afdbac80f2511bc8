package node

import (
	"fmt"
	"maps"
	"slices"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// absent lists Node's modules that are not built in, with an alternative for each. A Go program can
// add one with js.WithModule.
var absent = map[string]string{
	"async_hooks":         "pass what belongs to a request as an argument; AsyncLocalStorage needs an engine that tells of its promises",
	"child_process":       "let a Go program start processes, and offer that by js.WithModule",
	"cluster":             "use a js.Group in a Go program for several engines",
	"crypto":              "the global crypto has getRandomValues and randomUUID; a Go program can offer more by js.WithModule",
	"dgram":               "a Go program can offer sockets by js.WithModule",
	"diagnostics_channel": "use an EventEmitter of the module events",
	"dns":                 "fetch looks names up; a Go program can offer more by js.WithModule",
	"dns/promises":        "fetch looks names up; a Go program can offer more by js.WithModule",
	"domain":              "use process.on('uncaughtException')",
	"http":                "use fetch for requests; for a server, let a Go program serve and call JavaScript",
	"http2":               "use fetch for requests, which speaks HTTP/2 by itself",
	"https":               "use fetch for requests; for a server, let a Go program serve and call JavaScript",
	"inspector":           "there is no debugger; console and util.inspect show values",
	"net":                 "use fetch for HTTP; a Go program can offer sockets by js.WithModule",
	"repl":                "use readline, and the function constructor",
	"tls":                 "use fetch for HTTPS; a Go program can offer sockets by js.WithModule",
	"trace_events":        "use performance.mark and performance.measure",
	"v8":                  "structuredClone copies values; process.memoryUsage tells of memory",
	"vm":                  "use the function constructor; a Go program can make another runtime with js.New",
	"wasi":                "there is no WebAssembly",
	"worker_threads":      "one runtime has one thread; use a js.Group in a Go program for several",
	"zlib":                "fetch decompresses by itself; a Go program can offer compress/gzip by js.WithModule",
}

// Absent returns the sorted names of Node's modules that are not built in.
func Absent() []string { return slices.Sorted(maps.Keys(absent)) }

// missing throws the exception for a module that is not built in.
func missing(rt *vm.Runtime, name string) vm.Value {
	text := fmt.Sprintf("Cannot find module '%s': Node has it, wakeful does not: %s", name, absent[name])
	made := vm.NewError(rt, "Error", text)
	if err := made.Set("code", "MODULE_NOT_FOUND"); err != nil {
		panic(err)
	}
	panic(made)
}
