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

// modules maps the built-in modules to their files in package lib. Only other built-in modules use
// those that begin with internal/.
var modules = map[string]string{
	"internal/types":            "node_types",
	"internal/inspect":          "node_inspect",
	"internal/rope":             "node_rope",
	"internal/comparisons":      "node_comparisons",
	"internal/console_table":    "node_console_table",
	"internal/console_write":    "node_console_write",
	"internal/output":           "node_output",
	"internal/parse_args":       "node_parse_args",
	"internal/weak":             "node_weak",
	"internal/stdio":            "node_stdio",
	"internal/stream_bridges":   "node_stream_bridges",
	"internal/fs_dir":           "node_fs_dir",
	"internal/fs_vectors":       "node_fs_vectors",
	"internal/fs_files":         "node_fs_files",
	"internal/fs_handle":        "node_fs_handle",
	"internal/fs_watch":         "node_fs_watch",
	"internal/fs_steps":         "node_fs_steps",
	"internal/histogram":        "node_histogram",
	"internal/absent":           "node_absent",
	"internal/emitter_resource": "node_emitter_resource",
	"internal/process_more":     "node_process_more",
	"http":                      "node_http",
	"https":                     "node_https",
	"net":                       "node_net",
	"internal/test_mock":        "node_test_mock",
	"internal/test_tap":         "node_test_tap",
	"internal/crypto_keys":      "node_crypto_keys",
	"internal/crypto_secrets":   "node_crypto_secrets",
	"internal/http_messages":    "node_http_messages",
	"assert":                    "node_assert",
	"assert/strict":             "node_assert_strict",
	"async_hooks":               "node_async_hooks",
	"buffer":                    "node_buffer",
	"constants":                 "node_constants",
	"crypto":                    "node_crypto",
	"diagnostics_channel":       "node_diagnostics_channel",
	"events":                    "node_events",
	"fs":                        "node_fs",
	"fs/promises":               "node_fs_promises",
	"os":                        "node_os",
	"path":                      "node_path",
	"path/posix":                "node_path",
	"path/win32":                "node_path_win32",
	"perf_hooks":                "node_perf_hooks",
	"punycode":                  "node_punycode",
	"querystring":               "node_querystring",
	"readline":                  "node_readline",
	"readline/promises":         "node_readline_promises",
	"stream":                    "node_stream",
	"stream/consumers":          "node_stream_consumers",
	"stream/promises":           "node_stream_promises",
	"stream/web":                "node_stream_web",
	"string_decoder":            "node_string_decoder",
	"sys":                       "node_util",
	"test":                      "node_test",
	"timers":                    "node_timers",
	"timers/promises":           "node_timers_promises",
	"tty":                       "node_tty",
	"url":                       "node_url",
	"util":                      "node_util",
	"util/types":                "node_types",
}

// Install registers Node's interfaces. Call it after package web's Install, because Node's
// interfaces use the web's.
func Install(r host.Registry) {
	r.Complete("Error", installStackTraces)
	for name, file := range modules {
		r.Module(name, func(h host.Host) vm.Value { return loaderOf(h).load(file) })
	}
	for name := range absent {
		r.Module(name, func(h host.Host) vm.Value { return loaderOf(h).absent(name) })
	}
	for _, name := range []string{"Readable", "Writable", "Duplex", "Transform", "PassThrough"} { // Node's older names
		r.Module("_stream_"+strings.ToLower(name), func(h host.Host) vm.Value { return h.Require("stream").ToObject(h.VM()).Get(name) })
	}
	for fd, name := range []string{"internal/stdin", "internal/stdout", "internal/stderr"} {
		r.Module(name, func(h host.Host) vm.Value { return loaderOf(h).streams.stream(fd)() })
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
	v := lib.Load(l.h, file, l.natives(file))
	l.loaded[file] = v
	return v
}

// natives returns the Go functions that a file calls.
func (l *loader) natives(file string) lib.Natives {
	switch file {
	case "node_types":
		return typesNatives(l.h)
	case "node_inspect":
		return inspectNatives(l.h)
	case "node_util":
		return utilNatives(l.h)
	case "node_buffer":
		return bufferNatives(l.h)
	case "node_fs":
		return fsNatives(l.h)
	case "node_stdio":
		return l.streams.natives()
	case "node_histogram":
		return histogramNatives(l.h)
	case "node_os":
		return osNatives(l.h)
	case "node_url":
		return urlNatives(l.h)
	case "node_querystring":
		return queryNatives(l.h)
	case "node_async_hooks":
		return contextNatives(l.h)
	case "node_absent":
		return absentNatives(l.h)
	case "node_process_more":
		return processNatives(l.h)
	case "node_net", "node_http":
		return web.NetNatives(l.h)
	case "node_crypto":
		return cryptoNatives(l.h)
	}
	return nil
}
