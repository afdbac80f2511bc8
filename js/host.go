package js

import (
	"context"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// hostView is the runtime's interface for its built-in packages.
type hostView struct{ *Runtime }

var _ host.Host = hostView{}

func (v hostView) VM() *vm.Runtime            { return v.vm }
func (v hostView) Loop() *wakeful.Loop        { return v.loop }
func (v hostView) Context() context.Context   { return v.ctx }
func (v hostView) Stdin() io.Reader           { return v.settings.stdin }
func (v hostView) Stdout() io.Writer          { return v.out }
func (v hostView) Stderr() io.Writer          { return v.err }
func (v hostView) Files() *files.Files        { return v.files }
func (v hostView) HTTPClient() *http.Client   { return v.client }
func (v hostView) SocketClient() *http.Client { return v.socketClient }
func (v hostView) Listen() func(network, address string) (net.Listener, error) {
	return v.settings.listener()
}

func (v hostView) Dial() func(context.Context, string, string) (net.Conn, error) {
	if !v.settings.open || v.settings.offline {
		return nil
	}
	return (&net.Dialer{}).DialContext
}

func (v hostView) Open() bool                  { return v.settings.open }
func (v hostView) ConsoleLogger() *slog.Logger { return v.settings.console }

func (v hostView) Call(fn vm.Callable, this vm.Value, args ...vm.Value) {
	v.enterGo(func() { vm.Must(fn(this, args...)) })
}
func (v hostView) Submit(fn func()) bool { return v.submit(fn) }
func (v hostView) NextTick(fn func())    { v.begins(); v.ticks.push(task{run: fn}) }

func (v hostView) SetTimeout(d time.Duration, ref bool, fn func()) (cancel func()) {
	ts, milliseconds := &v.timers, math.Ceil(float64(d)/float64(time.Millisecond))
	t := &timeout{runtime: v.Runtime, evaluation: v.meter.current, task: task{run: fn}, ref: ref, delay: min(max(milliseconds, 1), longest)}
	ts.startWaiting(t)
	if !v.inside() {
		ts.arm(v.Runtime)
	}
	return func() { ts.clear(t) }
}

func (v hostView) Timers() (timeouts, immediates int) { return v.timers.refs, v.immediates.refs }

func (v hostView) Admit() {
	if err := v.admit(); err != nil {
		panic(v.toError(err))
	}
}

func (v hostView) Async(work func() (any, error)) *vm.Promise {
	return v.async(func(*Deferred) (any, error) { return work() }, func() {})
}

func (v hostView) AsyncEarly(work func(early func(any)) (any, error)) *vm.Promise {
	return v.async(func(d *Deferred) (any, error) { return work(func(x any) { d.Resolve(x) }) }, func() {})
}

func (v hostView) Promise() (promise *vm.Promise, resolve, reject func(any)) {
	d := v.deferred()
	return d.promise, func(x any) { d.Resolve(x) }, func(x any) {
		d.settle(func() error { return d.reject(d.placed(v.ToValue(x))) })
	}
}

func (v hostView) SwapAsyncContext(next vm.Value) vm.Value { return v.swapContext(next) }
func (v hostView) CaptureUncaught(fn vm.Callable)          { v.process.capture = fn }
func (v hostView) ToError(err error) vm.Value              { return v.toError(err) }
func (v hostView) Report(err error)                        { v.ReportError(err) }
func (v hostView) KeepAlive() (release func())             { return v.keepAlive() }
func (v hostView) Warn(kind, message string)               { v.warn(kind, message, "") }
func (v hostView) Require(name string) vm.Value            { return v.requireBuiltin(name) }

// Local returns what a built-in package keeps for the runtime.
func (v hostView) Local(key any, create func() any) any {
	if v.locals[key] == nil {
		if v.locals == nil {
			v.locals = map[any]any{}
		}
		v.locals[key] = create()
	}
	return v.locals[key]
}

func (v hostView) Began() time.Time { return v.process.began }
