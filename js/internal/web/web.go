// Package web gives a runtime the interfaces that browsers and Node share: structuredClone, events
// and abort signals, URLs, text encoding, the clock, streams and fetch. Each is loaded at its first
// use, so a program that uses none only pays for the names. Go does the work that would be slow in
// JavaScript (parsing, encoding, the network). The classes are JavaScript, see package lib.
package web

import (
	"time"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// globals lists the globals of each module.
var globals = []struct {
	module string
	names  []string
}{
	{"errors", nil},
	{"platform", nil},
	{"bytes", nil},
	{"domexception", []string{"DOMException"}},
	{"events", []string{"Event", "CustomEvent", "EventTarget"}},
	{"abort", []string{"AbortController", "AbortSignal"}},
	{"clone", []string{"structuredClone"}},
	{"encoding", []string{"TextEncoder", "TextDecoder"}},
	{"intl", []string{"Intl"}},
	{"base64", []string{"atob", "btoa"}},
	{"url_inits", nil},
	{"url", []string{"URL", "URLSearchParams"}},
	{"observer", []string{"PerformanceObserver", "PerformanceObserverEntryList"}},
	{"performance", []string{"performance", "Performance", "PerformanceEntry", "PerformanceMark", "PerformanceMeasure"}},
	{"crypto", []string{"crypto", "Crypto"}},
	{"subtle", []string{"SubtleCrypto", "CryptoKey"}},
	{"blob", []string{"Blob", "File"}},
	{"message_channel", []string{"MessageChannel", "MessagePort", "MessageEvent"}},
	{"streams", []string{
		"ReadableStream", "ReadableStreamDefaultReader", "ReadableStreamBYOBReader", "ReadableStreamDefaultController",
		"ReadableByteStreamController", "ReadableStreamBYOBRequest", "WritableStream", "WritableStreamDefaultWriter",
		"WritableStreamDefaultController", "TransformStream", "TransformStreamDefaultController",
		"ByteLengthQueuingStrategy", "CountQueuingStrategy", "TextEncoderStream", "TextDecoderStream",
	}},
	{"fetch_parts", nil},
	{"fetch", []string{"fetch", "Headers", "Request", "Response", "FormData"}},
	{"websocket", []string{"WebSocket", "CloseEvent"}},
}

// natives are the Go functions that the modules call.
var natives = map[string]func(host.Host) lib.Natives{
	"events":          clockNatives,
	"abort":           abortNatives,
	"bytes":           bytesNatives,
	"clone":           cloneNatives,
	"encoding":        encodingNatives,
	"intl":            intlNatives,
	"base64":          base64Natives,
	"url":             urlNatives,
	"url_inits":       func(h host.Host) lib.Natives { return lib.Natives{"scalar": scalar(h.VM())} },
	"performance":     performanceNatives,
	"crypto":          cryptoNatives,
	"subtle":          subtleNatives,
	"blob":            bodyNatives,
	"message_channel": messageNatives,
	"fetch":           fetchNatives,
	"fetch_parts":     fetchNatives,
	"websocket":       socketNatives,
}

// Install registers the web's interfaces. They are also built-in modules internal/NAME, for use by
// each other.
func Install(r host.Registry) {
	// The engine lacks Symbol.asyncIterator, which esbuild's translation of async generators needs.
	r.Complete("Symbol", func(rt *vm.Runtime, symbol *vm.Object) {
		if vm.IsNullish(symbol.Get("asyncIterator")) {
			_ = symbol.DefineDataProperty("asyncIterator", vm.NewSymbol("Symbol.asyncIterator"), vm.FlagFalse, vm.FlagFalse, vm.FlagFalse)
		}
		addDisposeSymbols(rt, symbol)
	})
	for _, g := range globals {
		module := "internal/" + g.module
		r.Module(module, func(h host.Host) vm.Value {
			var given lib.Natives
			if functions, ok := natives[g.module]; ok {
				given = functions(h)
			}
			return lib.Load(h, "web_"+g.module, given)
		})
		for _, name := range g.names {
			add := r.Global
			if g.module == "websocket" {
				add = r.SocketGlobal
			}
			add(name, func(h host.Host) vm.Value { return h.Require(module).ToObject(h.VM()).Get(name) })
		}
	}
}

// addDisposeSymbols adds Symbol.dispose and Symbol.asyncDispose, which are registered symbols in
// Node 20.
func addDisposeSymbols(rt *vm.Runtime, symbol *vm.Object) {
	register, _ := vm.AssertFunction(symbol.Get("for"))
	for _, name := range []string{"dispose", "asyncDispose"} {
		if made, err := register(symbol, rt.ToValue("nodejs."+name)); err == nil && vm.IsNullish(symbol.Get(name)) {
			_ = symbol.DefineDataProperty(name, made, vm.FlagFalse, vm.FlagFalse, vm.FlagFalse)
		}
	}
}

// clockNatives are performance.now, in milliseconds, and its time origin.
func clockNatives(h host.Host) lib.Natives {
	rt, start := h.VM(), h.Began()
	return lib.Natives{
		"now": func(vm.FunctionCall) vm.Value {
			return rt.ToValue(float64(time.Since(start)) / float64(time.Millisecond))
		},
		"timeOrigin": func(vm.FunctionCall) vm.Value {
			return rt.ToValue(float64(start.UnixMicro()) / 1000)
		},
	}
}

// performanceNatives are clockNatives, and how long the loop was idle and active.
func performanceNatives(h host.Host) lib.Natives {
	rt := h.VM()
	natives := clockNatives(h)
	natives["utilization"] = func(vm.FunctionCall) vm.Value {
		idle, active := h.LoopTime()
		return rt.NewArray(float64(idle)/float64(time.Millisecond), float64(active)/float64(time.Millisecond))
	}
	return natives
}

// abortNatives is the timer of AbortSignal.timeout, which keeps no loop running.
func abortNatives(h host.Host) lib.Natives {
	return lib.Natives{"timeout": func(call vm.FunctionCall) vm.Value {
		const most = float64(1<<63-1) / float64(time.Millisecond) / 2
		delay := min(call.Argument(0).ToFloat(), most)
		fire, _ := vm.AssertFunction(call.Argument(1))
		h.SetTimeout(time.Duration(delay*float64(time.Millisecond)), false, func() {
			if _, err := fire(vm.Undefined()); err != nil {
				h.Report(err)
			}
		})
		return vm.Undefined()
	}}
}

// cloneNatives gives structuredClone information that JavaScript cannot get.
func cloneNatives(h host.Host) lib.Natives {
	rt := h.VM()
	buffer := func(v vm.Value) vm.ArrayBuffer {
		b, _ := lib.As[vm.ArrayBuffer](v)
		return b
	}
	return lib.Natives{
		"kind":     lib.KindNative(rt),
		"detached": func(call vm.FunctionCall) vm.Value { return rt.ToValue(buffer(call.Argument(0)).Detached()) },
		"detach":   func(call vm.FunctionCall) vm.Value { return rt.ToValue(buffer(call.Argument(0)).Detach()) },
	}
}
