package node

import (
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// absent lists Node's modules that are not built in, with an alternative for each. Such a module
// loads, and throws when its functions are called: src/node/absent.js. A Go program can replace one
// with js.WithModule.
var absent = map[string]string{
	"child_process":      "let a Go program start processes, and offer that by js.WithModule",
	"cluster":            "use a js.Pool in a Go program for several engines",
	"dgram":              "a Go program can offer sockets by js.WithModule",
	"dns":                "fetch looks names up; a Go program can offer more by js.WithModule",
	"dns/promises":       "fetch looks names up; a Go program can offer more by js.WithModule",
	"domain":             "use process.on('uncaughtException'), and AsyncLocalStorage of async_hooks for what belongs to a request",
	"http2":              "use fetch for requests, which speaks HTTP/2 by itself",
	"inspector":          "there is no debugger; console and util.inspect show values",
	"inspector/promises": "there is no debugger; console and util.inspect show values",
	"repl":               "use readline, and the function constructor",
	"tls":                "use fetch for HTTPS; a Go program can offer sockets by js.WithModule",
	"trace_events":       "use performance.mark and performance.measure",
	"v8":                 "structuredClone copies values; process.memoryUsage tells of memory",
	"vm":                 "use the function constructor; a Go program can make another runtime with js.New",
	"wasi":               "there is no WebAssembly",
	"worker_threads":     "one runtime has one thread; use a js.Pool in a Go program for several",
	"zlib":               "fetch decompresses by itself; a Go program can offer compress/gzip by js.WithModule",
}

// partsAbsent lists parts of modules with another alternative than the module's.
var partsAbsent = map[string]string{
	"v8.promiseHooks": "AsyncLocalStorage of async_hooks follows promises",
}

// absent loads a module that is not built in.
func (l *loader) absent(name string) vm.Value {
	load, _ := vm.AssertFunction(l.load("node_absent"))
	return vm.Must(load(vm.Undefined(), l.h.VM().ToValue(name), l.h.VM().ToValue(absent[name])))
}

func absentNatives(h host.Host) lib.Natives {
	rt := h.VM()
	return lib.Natives{
		"instead": func(call vm.FunctionCall) vm.Value {
			name := call.Argument(0).String()
			if instead, ok := partsAbsent[name]; ok {
				return rt.ToValue(instead)
			}
			return rt.ToValue(absent[name])
		},
	}
}
