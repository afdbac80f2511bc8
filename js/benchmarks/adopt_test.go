package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/dop251/goja"
	"github.com/dop251/goja_nodejs/buffer"
	"github.com/dop251/goja_nodejs/console"
	"github.com/dop251/goja_nodejs/eventloop"
	"github.com/dop251/goja_nodejs/process"
	"github.com/dop251/goja_nodejs/require"
	"github.com/dop251/goja_nodejs/url"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// These tests adopt an engine of goja_nodejs with its loop and its modules. They are here because this
// module has goja_nodejs.

// printed collects what the console of goja_nodejs prints.
type printed struct{ strings.Builder }

func (p *printed) Log(s string)   { p.WriteString(s + "\n") }
func (p *printed) Warn(s string)  { p.Log(s) }
func (p *printed) Error(s string) { p.Log(s) }

// hostGlobals are the globals that nodeHost sets. Those of timers need the loop of goja_nodejs.
var (
	hostGlobals = []string{"require", "console", "URL", "URLSearchParams", "Buffer", "process"}
	hostTimers  = []string{"setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate"}
)

// nodeHost is a program over goja_nodejs whose loop has run a script and stopped.
func nodeHost(t *testing.T) (loop *eventloop.EventLoop, engine *goja.Runtime, out *printed) {
	t.Helper()
	out = &printed{}
	registry := require.NewRegistry(require.WithLoader(func(path string) ([]byte, error) {
		if path == "module.js" {
			return []byte(`exports.name = 'of the host'`), nil
		}
		return nil, require.ModuleFileDoesNotExistError
	}))
	registry.RegisterNativeModule(console.ModuleName, console.RequireWithPrinter(out))
	loop = eventloop.NewEventLoop(eventloop.WithRegistry(registry))
	loop.Run(func(vm *goja.Runtime) {
		engine = vm
		url.Enable(vm)
		buffer.Enable(vm)
		process.Enable(vm)
		_, err := vm.RunString(`setTimeout(() => { globalThis.ranBefore = true }, 1)`)
		if err != nil {
			t.Error(err)
		}
	})
	return loop, engine, out
}

// adopted adopts the engine on a loop that runs until the end of the test, and checks that the named
// globals stay.
func adopted(t *testing.T, engine *goja.Runtime, stay []string, options ...js.Option) *js.Runtime {
	t.Helper()
	before := map[string]goja.Value{}
	for _, name := range stay {
		before[name] = engine.Get(name)
	}
	loop, err := wakeful.New()
	if err != nil {
		t.Fatal(err)
	}
	rt, err := js.Adopt(loop, engine, options...)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range before {
		if value == nil || !value.SameAs(engine.Get(name)) {
			t.Errorf("Adopt has replaced %s", name)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = loop.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-ended
	})
	return rt
}

func evaluates(t *testing.T, rt *js.Runtime, source string, want any) {
	t.Helper()
	if got, err := rt.Eval(t.Context(), source); err != nil || got != want {
		t.Errorf("%s\nis %v (%T), %v; want %v", source, got, got, err, want)
	}
}

// An engine of goja_nodejs whose host gives up its loop gets timers, promises and modules, and keeps
// the modules of the host.
func TestAdoptGojaNodejs(t *testing.T) {
	_, engine, out := nodeHost(t)
	for _, name := range hostTimers {
		if err := engine.GlobalObject().Delete(name); err != nil {
			t.Fatal(err)
		}
	}
	rt := adopted(t, engine, hostGlobals, js.WithModules(), js.WithNode("path"), js.WithFS(fstest.MapFS{
		"main.js":  {Data: []byte(`exports.found = require('./other').half * 2; exports.path = require('node:path').join('a', 'b'); console.log('of a module');`)},
		"other.js": {Data: []byte(`exports.half = 21;`)},
	}))

	evaluates(t, rt, `ranBefore`, true)
	evaluates(t, rt, `new Promise((done) => setTimeout(() => done('fired'), 1))`, "fired")
	evaluates(t, rt, `new Promise((done) => {
		const order = [];
		setImmediate(() => done(order.join()));
		Promise.resolve().then(() => order.push('job'));
		queueMicrotask(() => order.push('microtask'));
		order.push('script');
	})`, "script,job,microtask")
	evaluates(t, rt, `require('./module.js').name + ' ' + new URL('https://example.org/a?b=c').searchParams.get('b') + Buffer.from('x').toString('hex') + typeof process.env`, "of the host c78object")

	var deferred *js.Deferred
	if err := rt.Do(t.Context(), func(vm *goja.Runtime) (err error) {
		if deferred, err = rt.NewPromise(); err == nil {
			err = vm.Set("fromGo", deferred.Promise())
		}
		return errors.Join(err, vm.Set("later", rt.Async(func(_ context.Context, args []any) (any, error) { return args[0], nil })))
	}); err != nil {
		t.Fatal(err)
	}
	go deferred.Resolve("settled")
	evaluates(t, rt, `fromGo.then((v) => later(v + ' twice'))`, "settled twice")

	got, err := rt.EvalFile(t.Context(), "main.js")
	if exports, _ := got.(map[string]any); err != nil || exports["found"] != int64(42) || exports["path"] != "a/b" {
		t.Errorf("the module exports %v, %v", got, err)
	}
	evaluates(t, rt, `console.log('of a script')`, nil)
	if got, want := out.String(), "of a module\nof a script\n"; got != want {
		t.Errorf("the host's console has printed %q, want %q", got, want)
	}
}

// A host that keeps its loop runs it in a callback, because the engine is for one goroutine at a time.
func TestAdoptKeepsTheTimersOfGojaNodejs(t *testing.T) {
	host, engine, _ := nodeHost(t)
	rt := adopted(t, engine, append(hostTimers, hostGlobals...))
	if err := rt.Do(t.Context(), func(*goja.Runtime) (err error) {
		host.Run(func(vm *goja.Runtime) {
			_, err = vm.RunString(`setTimeout(() => { globalThis.fired = 'by the host' }, 1)`)
		})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	evaluates(t, rt, `Promise.resolve().then(() => fired)`, "by the host")
}
