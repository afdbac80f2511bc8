// Package node gives a runtime Node's own interfaces: console, Buffer, util, events, timers, path,
// assert, url, querystring, string_decoder, os, fs, stream, readline and the standard streams. Each
// is loaded at its first use.
package node

import (
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
	"github.com/wakeful-go/wakeful/js/internal/web"
)

// modules are the built-in modules in files of package lib. Only other built-in modules use those that
// begin with internal/.
var modules = strings.Fields(`internal/types internal/inspect internal/rope internal/comparisons
	internal/console_table internal/console_write internal/output internal/parse_args
	internal/weak internal/stdio internal/stream_bridges internal/fs_dir internal/fs_vectors
	internal/fs_files internal/fs_handle internal/fs_watch internal/fs_steps
	internal/histogram internal/absent internal/emitter_resource internal/process_more http
	https net internal/test_mock internal/test_tap internal/crypto_keys
	internal/crypto_secrets internal/http_messages assert assert/strict async_hooks buffer
	constants crypto diagnostics_channel events fs fs/promises os path path/posix path/win32
	perf_hooks punycode querystring readline readline/promises stream stream/consumers
	stream/promises stream/web string_decoder sys test timers timers/promises tty url util
	util/types`)

// otherFiles are the files of modules that do not have the module's name.
var otherFiles = map[string]string{"path/posix": "node_path", "sys": "node_util", "util/types": "node_types"}

// fileOf returns the file of a module in package lib.
func fileOf(module string) string {
	if file, ok := otherFiles[module]; ok {
		return file
	}
	return "node_" + strings.ReplaceAll(strings.TrimPrefix(module, "internal/"), "/", "_")
}

// Install registers Node's interfaces. Call it after package web's Install, because Node's
// interfaces use the web's.
func Install(r host.Registry) {
	r.Complete("Error", installStackTraces)
	for _, name := range modules {
		r.Module(name, func(h host.Host) vm.Value { return loaderOf(h).load(fileOf(name)) })
	}
	for name := range absent {
		r.Module(name, func(h host.Host) vm.Value { return loaderOf(h).absent(name) })
	}
	for _, name := range []string{"Readable", "Writable", "Duplex", "Transform", "PassThrough"} { // Node's older names
		r.Module("_stream_"+strings.ToLower(name), func(h host.Host) vm.Value { return h.Require("stream").ToObject(h.VM()).Get(name) })
	}
	for fd, name := range []string{"internal/stdin", "internal/stdout", "internal/stderr"} {
		r.Module(name, func(h host.Host) vm.Value { return loaderOf(h).streams.stream(fd) })
	}
	r.Module("console", func(h host.Host) vm.Value { return newConsole(h, loaderOf(h).streams) })
	r.Global("console", func(h host.Host) vm.Value { return h.Require("console") })
	for _, name := range []string{"WeakRef", "FinalizationRegistry"} {
		r.Global(name, func(h host.Host) vm.Value { return loaderOf(h).load("node_weak").ToObject(h.VM()).Get(name) })
	}
	r.NodeGlobal("Buffer", func(h host.Host) vm.Value { return loaderOf(h).load("node_buffer").ToObject(h.VM()).Get("Buffer") })
}

// loader loads the files of package lib, each once, because several modules may be in one file.
// Loop goroutine only.
type loader struct {
	h       host.Host
	streams *stdio
	loaded  map[string]vm.Value
	console *console     // the global one
	files   *descriptors // nil before fs is loaded
}

type loaderKey struct{}

// loaderOf returns the loader of a runtime.
func loaderOf(h host.Host) *loader {
	return h.Local(loaderKey{}, func() any {
		return &loader{h: h, streams: &stdio{h: h, rt: h.VM()}, loaded: make(map[string]vm.Value)}
	}).(*loader)
}

func (l *loader) load(file string) vm.Value {
	if v, ok := l.loaded[file]; ok {
		return v
	}
	var given lib.Natives
	if functions, ok := natives[file]; ok {
		given = functions(l.h)
	}
	v := lib.Load(l.h, file, given)
	l.loaded[file] = v
	return v
}

// natives are the Go functions that the files call.
var natives = map[string]func(host.Host) lib.Natives{
	"node_types":        typesNatives,
	"node_inspect":      inspectNatives,
	"node_util":         utilNatives,
	"node_buffer":       bufferNatives,
	"node_fs":           fsNatives,
	"node_stdio":        func(h host.Host) lib.Natives { return loaderOf(h).streams.natives() },
	"node_histogram":    histogramNatives,
	"node_os":           osNatives,
	"node_url":          urlNatives,
	"node_querystring":  queryNatives,
	"node_async_hooks":  contextNatives,
	"node_absent":       absentNatives,
	"node_process_more": processNatives,
	"node_net":          web.NetNatives,
	"node_http":         web.NetNatives,
	"node_crypto":       cryptoNatives,
}
