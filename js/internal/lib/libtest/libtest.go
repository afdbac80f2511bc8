// Package libtest has a small runtime on a real loop for the tests of the built-in
// modules: as much of package js as they need, and no more. It keeps Node's order of
// nextTick queue and microtasks; its timers are the loop's.
package libtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// A Host is a runtime for one program.
type Host struct {
	t       testing.TB
	rt      *vm.Runtime
	loop    *wakeful.Loop
	ctx     context.Context
	out     output
	err     output
	console *slog.Logger

	// Loop goroutine only.
	trampoline vm.Callable
	depth      int
	ticks      []func()
	modules    map[string]func() vm.Value
	uncaught   []string
	warnings   []string
}

var _ host.Host = (*Host)(nil)

// output collects what a program writes, on the loop and elsewhere.
type output struct {
	mu sync.Mutex
	b  strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

// Result is what a program did.
type Result struct {
	Stdout, Stderr     string
	Uncaught, Warnings []string
}

// Run runs a script until nothing is left to do. install adds what it may use.
func Run(t testing.TB, source string, install ...func(host.Host) error) Result {
	t.Helper()
	return RunLogging(t, nil, source, install...)
}

// RunLogging is Run with a logger for the console.
func RunLogging(t testing.TB, console *slog.Logger, source string, install ...func(host.Host) error) Result {
	t.Helper()
	loop, err := wakeful.New(wakeful.WithAutoExit())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	h := &Host{t: t, rt: vm.New(), loop: loop, ctx: ctx, modules: map[string]func() vm.Value{}, console: console}
	if err := loop.Submit(func() { h.start(source, install) }); err != nil {
		t.Fatal(err)
	}
	err = loop.Run(context.Background())
	cancel()
	if err != nil {
		t.Fatal(err)
	}
	return Result{h.out.b.String(), h.err.b.String(), h.uncaught, h.warnings}
}

func (h *Host) start(source string, install []func(host.Host) error) {
	h.rt.SetMaxCallStackSize(2000)
	frame, err := h.rt.RunString("(function (f) { f() })")
	if err != nil {
		h.t.Fatal(err)
	}
	h.trampoline, _ = vm.AssertFunction(frame)
	h.globals()
	for _, add := range install {
		if err := add(h); err != nil {
			h.t.Fatal(err)
		}
	}
	program, err := vm.Compile("test.js", source, false)
	if err != nil {
		h.t.Fatal(err)
	}
	h.Enter(func() {
		if _, err := h.rt.RunProgram(program); err != nil {
			panic(err)
		}
	})
}

// globals are the few that package js makes.
func (h *Host) globals() {
	set := func(name string, fn func(vm.FunctionCall) vm.Value) {
		if err := h.rt.GlobalObject().Set(name, fn); err != nil {
			h.t.Fatal(err)
		}
	}
	timer := func(repeat bool) func(vm.FunctionCall) vm.Value {
		return func(call vm.FunctionCall) vm.Value {
			fn, ok := vm.AssertFunction(call.Argument(0))
			if !ok {
				panic(h.rt.NewTypeError("no function"))
			}
			d := max(time.Duration(call.Argument(1).ToInteger()), 1) * time.Millisecond
			args := call.Arguments[min(2, len(call.Arguments)):]
			fire := func() { h.Call(fn, vm.Undefined(), args...) }
			var t *wakeful.Timer
			var err error
			if repeat {
				t, err = h.loop.Every(d, wakeful.FromDeadline, fire)
			} else {
				t, err = h.loop.AfterFunc(d, fire)
			}
			if err != nil {
				panic(h.rt.NewGoError(err))
			}
			handle := h.rt.NewObject()
			_ = handle.Set("stop", func() { t.Stop() })
			_ = handle.Set("ref", func() { t.Ref() })
			_ = handle.Set("unref", func() { t.Unref() })
			return handle
		}
	}
	stop := func(call vm.FunctionCall) vm.Value {
		if handle, ok := call.Argument(0).(*vm.Object); ok {
			if fn, ok := vm.AssertFunction(handle.Get("stop")); ok {
				_, _ = fn(handle)
			}
		}
		return vm.Undefined()
	}
	set("setTimeout", timer(false))
	set("setInterval", timer(true))
	set("clearTimeout", stop)
	set("clearInterval", stop)
	set("setImmediate", func(call vm.FunctionCall) vm.Value {
		fn, _ := vm.AssertFunction(call.Argument(0))
		args := call.Arguments[min(1, len(call.Arguments)):]
		handle, stopped := h.rt.NewObject(), false
		_ = handle.Set("stop", func() { stopped = true })
		if err := h.loop.SetImmediate(func() {
			if !stopped {
				h.Call(fn, vm.Undefined(), args...)
			}
		}); err != nil {
			panic(h.rt.NewGoError(err))
		}
		return handle
	})
	set("clearImmediate", stop)
	set("queueMicrotask", func(call vm.FunctionCall) vm.Value {
		fn, _ := vm.AssertFunction(call.Argument(0))
		h.QueueMicrotask(func() {
			if _, err := fn(vm.Undefined()); err != nil {
				h.Report(err)
			}
		})
		return vm.Undefined()
	})
	set("require", func(call vm.FunctionCall) vm.Value { return h.Require(call.Argument(0).String()) })
	process := h.rt.NewObject()
	_ = process.Set("nextTick", func(call vm.FunctionCall) vm.Value {
		fn, _ := vm.AssertFunction(call.Argument(0))
		args := call.Arguments[min(1, len(call.Arguments)):]
		h.NextTick(func() {
			if _, err := fn(vm.Undefined(), args...); err != nil {
				panic(err)
			}
		})
		return vm.Undefined()
	})
	_ = process.Set("emitWarning", func(call vm.FunctionCall) vm.Value {
		h.Warn(call.Argument(1).String(), call.Argument(0).String())
		return vm.Undefined()
	})
	_ = process.Set("cwd", func() string { return "/" })
	_ = process.Set("env", h.rt.NewObject())
	_ = process.Set("platform", "linux")
	_ = h.rt.GlobalObject().Set("process", process)
	_ = h.rt.GlobalObject().Set("global", h.rt.GlobalObject())
}

// VM and what follows implement host.Host.
func (h *Host) VM() *vm.Runtime              { return h.rt }
func (h *Host) Loop() *wakeful.Loop          { return h.loop }
func (h *Host) Context() context.Context     { return h.ctx }
func (h *Host) Stdout() io.Writer            { return &h.out }
func (h *Host) Stderr() io.Writer            { return &h.err }
func (h *Host) Logger() *slog.Logger         { return slog.New(slog.DiscardHandler) }
func (h *Host) ConsoleLogger() *slog.Logger  { return h.console }
func (h *Host) NextTick(fn func())           { h.ticks = append(h.ticks, fn) }
func (h *Host) Warn(kind, message string)    { h.warnings = append(h.warnings, kind+": "+message) }
func (h *Host) Submit(fn func()) bool        { return h.loop.Submit(func() { h.Enter(fn) }) == nil }
func (h *Host) KeepAlive() func()            { return sync.OnceFunc(h.loop.KeepAlive().Release) }
func (h *Host) Require(name string) vm.Value { return h.module(name) }

func (h *Host) Call(fn vm.Callable, this vm.Value, args ...vm.Value) {
	h.Enter(func() {
		if _, err := fn(this, args...); err != nil {
			panic(err)
		}
	})
}

func (h *Host) Enter(fn func()) {
	if h.depth > 0 {
		if ex := h.rt.Try(fn); ex != nil {
			h.Report(ex)
		}
		return
	}
	for h.frame(fn); len(h.ticks) > 0; h.frame(func() {}) {
	}
}

// frame runs fn and then the ticks in one outermost call of JavaScript, at whose end
// the engine runs its promise jobs.
func (h *Host) frame(fn func()) {
	h.depth++
	defer func() { h.depth-- }()
	body := func(vm.FunctionCall) vm.Value {
		if ex := h.rt.Try(fn); ex != nil {
			h.Report(ex)
		}
		for len(h.ticks) > 0 {
			tick := h.ticks[0]
			h.ticks = h.ticks[1:]
			if ex := h.rt.Try(tick); ex != nil {
				h.Report(ex)
			}
		}
		return vm.Undefined()
	}
	if _, err := h.trampoline(vm.Undefined(), h.rt.ToValue(body)); err != nil {
		h.Report(err)
	}
}

func (h *Host) QueueMicrotask(fn func()) {
	promise, resolve, _ := h.rt.NewPromise()
	_ = resolve(nil)
	object := h.rt.ToValue(promise).ToObject(h.rt)
	then, _ := vm.AssertFunction(object.Get("then"))
	_, _ = then(object, h.rt.ToValue(fn))
}

func (h *Host) SetTimeout(d time.Duration, ref bool, fn func()) func() {
	t, err := h.loop.AfterFunc(d, func() { h.Enter(fn) })
	if err != nil {
		return func() {}
	}
	if !ref {
		t.Unref()
	}
	return func() { t.Stop() }
}

func (h *Host) Async(work func(ctx context.Context) (any, error)) *vm.Promise {
	promise, resolve, reject := h.Promise()
	release := h.KeepAlive()
	go func() {
		defer release()
		if value, err := work(h.ctx); err != nil {
			reject(err)
		} else {
			resolve(value)
		}
	}()
	return promise
}

func (h *Host) Promise() (*vm.Promise, func(any), func(any)) {
	promise, resolve, reject := h.rt.NewPromise()
	return promise, func(value any) { h.Submit(func() { _ = resolve(h.ToValue(value)) }) },
		func(value any) {
			h.Submit(func() {
				if err, ok := value.(error); ok {
					value = h.ToError(err)
				}
				_ = reject(value)
			})
		}
}

func (h *Host) ToValue(value any) vm.Value {
	if make, ok := value.(func(*vm.Runtime) vm.Value); ok {
		return make(h.rt)
	}
	return h.rt.ToValue(value)
}

func (h *Host) ToError(err error) vm.Value {
	var exception *vm.Exception
	var own interface{ JSValue(rt *vm.Runtime) vm.Value }
	switch {
	case errors.As(err, &exception):
		return exception.Value()
	case errors.As(err, &own):
		return own.JSValue(h.rt)
	}
	made, _ := h.rt.New(h.rt.GlobalObject().Get("Error"), h.rt.ToValue(err.Error()))
	return made
}

func (h *Host) Report(err error) {
	var exception *vm.Exception
	if errors.As(err, &exception) {
		h.uncaught = append(h.uncaught, exception.Value().String())
		return
	}
	h.uncaught = append(h.uncaught, err.Error())
}

func (h *Host) Module(name string, load func() vm.Value) { h.modules[name] = load }

func (h *Host) module(name string) vm.Value {
	name = strings.TrimPrefix(name, "node:")
	load, ok := h.modules[name]
	if !ok {
		panic(h.rt.NewTypeError(fmt.Sprintf("there is no module %q", name)))
	}
	return load()
}

func (h *Host) Global(name string, load func() vm.Value) {
	global := h.rt.GlobalObject()
	get := func(vm.FunctionCall) vm.Value { return load() }
	set := func(call vm.FunctionCall) vm.Value {
		_ = global.DefineDataProperty(name, call.Argument(0), vm.FlagTrue, vm.FlagTrue, vm.FlagTrue)
		return vm.Undefined()
	}
	if err := global.DefineAccessorProperty(name, h.rt.ToValue(get), h.rt.ToValue(set), vm.FlagTrue, vm.FlagFalse); err != nil {
		h.t.Fatal(err)
	}
}
