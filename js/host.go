package js

import (
	"context"
	"io"
	"log/slog"
	"math"
	"slices"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// view is the runtime as its built-in packages see it.
type view struct{ *Runtime }

var _ host.Host = view{}

func (v view) VM() *vm.Runtime             { return v.vm }
func (v view) Loop() *wakeful.Loop         { return v.loop }
func (v view) Context() context.Context    { return v.ctx }
func (v view) Stdin() io.Reader            { return v.settings.stdin }
func (v view) Stdout() io.Writer           { return v.out }
func (v view) Stderr() io.Writer           { return v.err }
func (v view) Logger() *slog.Logger        { return v.logger }
func (v view) ConsoleLogger() *slog.Logger { return v.settings.console }

func (v view) Call(fn vm.Callable, this vm.Value, args ...vm.Value) { v.callJS(fn, this, args...) }
func (v view) Enter(fn func())                                      { v.enterGo(fn) }
func (v view) Submit(fn func()) bool                                { return v.submit(fn) }
func (v view) NextTick(fn func())                                   { v.ticks.push(task{run: fn}) }
func (v view) QueueMicrotask(fn func())                             { v.pushMicrotask(task{run: fn}) }

func (v view) SetTimeout(d time.Duration, ref bool, fn func()) (cancel func()) {
	t := v.setTimeoutGo(math.Ceil(float64(d)/float64(time.Millisecond)), ref, fn)
	return func() { v.timers.clear(t) }
}

func (v view) Async(work func(context.Context) (any, error)) *vm.Promise { return v.async(work) }

func (v view) Promise() (promise *vm.Promise, resolve, reject func(any)) {
	d := v.deferred()
	return d.promise, func(x any) { d.Resolve(x) }, func(x any) {
		d.settle(func() error { return d.reject(v.ToValue(x)) })
	}
}

func (v view) Warn(kind, message string) { v.warn(kind, message, "") }

// Module leaves a module in its place that WithModule has brought by that name.
func (v view) Module(name string, load func() vm.Value) {
	if !slices.ContainsFunc(v.settings.modules, func(m module) bool { return m.name == name }) {
		v.modules.builtin[name] = load
	}
}

func (v view) Require(name string) vm.Value { return v.requireBuiltin(name) }

func (v view) Global(name string, load func() vm.Value) {
	v.lazy(v.vm.GlobalObject(), name, false, load)
}
