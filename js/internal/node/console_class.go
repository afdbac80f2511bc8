package node

import (
	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// ownStreams are the streams of a Console that the program has made.
type ownStreams struct {
	out, err     *vm.Object
	ignoreErrors bool
	colours      vm.Value
	inspect      *vm.Object // the option inspectOptions, or nil
}

// consoleClass returns console.Console.
func consoleClass(h host.Host, streams *stdio) vm.Value {
	rt := h.VM()
	class := rt.ToValue(vm.Guarded(rt, func(call vm.ConstructorCall) *vm.Object {
		c := &console{h: h, rt: rt, step: 2, streams: streams, own: newOwnStreams(rt, call.Arguments)}
		if options, ok := call.Argument(0).(*vm.Object); ok && writeMethod(options) == nil {
			if step := options.Get("groupIndentation"); step != nil && !vm.IsUndefined(step) {
				name := rt.ToValue("groupIndentation")
				switch {
				case !vm.IsNumber(step):
					c.refuse("invalidArgType", name, rt.ToValue("number"), step)
				case step.ToFloat() != float64(step.ToInteger()):
					c.refuse("outOfRange", name, rt.ToValue("an integer"), step)
				case step.ToInteger() < 0 || step.ToInteger() > 1000:
					c.refuse("outOfRange", name, rt.ToValue(">= 0 && <= 1000"), step)
				}
				c.step = int(step.ToInteger())
			}
		}
		c.install(call.This)
		return nil
	})).ToObject(rt)
	return vm.Named(rt, class, "Console", 1)
}

// newOwnStreams parses the constructor's arguments: streams, or options with streams.
func newOwnStreams(rt *vm.Runtime, args []vm.Value) *ownStreams {
	own := &ownStreams{ignoreErrors: true, colours: rt.ToValue("auto")}
	argument := func(i int) vm.Value {
		if i < len(args) {
			return args[i]
		}
		return vm.Undefined()
	}
	out, errs := argument(0), argument(1)
	if v := argument(2); !vm.IsUndefined(v) {
		own.ignoreErrors = v.ToBoolean()
	}
	if options, ok := out.(*vm.Object); ok && writeMethod(options) == nil {
		given := func(name string) vm.Value {
			if v := options.Get(name); v != nil {
				return v
			}
			return vm.Undefined()
		}
		out, errs = given("stdout"), given("stderr")
		if v := given("ignoreErrors"); !vm.IsUndefined(v) {
			own.ignoreErrors = v.ToBoolean()
		}
		if v := given("colorMode"); !vm.IsUndefined(v) {
			own.colours = v
		}
		own.inspect, _ = given("inspectOptions").(*vm.Object)
	}
	if vm.IsUndefined(errs) {
		errs = out
	}
	own.out, own.err = writable(rt, "stdout", out), writable(rt, "stderr", errs)
	return own
}

// writable checks that v is a writable stream and returns it. Otherwise it throws.
func writable(rt *vm.Runtime, name string, v vm.Value) *vm.Object {
	if object, ok := v.(*vm.Object); ok && writeMethod(object) != nil {
		return object
	}
	failure := rt.NewTypeError("Console expects a writable stream instance for %s", name)
	_ = failure.Set("code", "ERR_CONSOLE_WRITABLE_STREAM")
	panic(failure)
}

func writeMethod(stream *vm.Object) vm.Callable {
	fn, _ := vm.AssertFunction(stream.Get("write"))
	return fn
}

func (own *ownStreams) stream(to level) *vm.Object {
	if to.err {
		return own.err
	}
	return own.out
}

// write writes a text. By default errors of the stream are ignored.
func (own *ownStreams) write(h host.Host, to level, text string) {
	rt, stream := h.VM(), own.stream(to)
	write := writeMethod(stream)
	if write == nil {
		return
	}
	this, arguments := vm.Value(stream), []vm.Value{rt.ToValue(text)}
	if own.ignoreErrors {
		write, _ = vm.AssertFunction(h.Require("internal/console_write"))
		this, arguments = vm.Undefined(), []vm.Value{stream, rt.ToValue(text)}
	}
	vm.Must(write(this, arguments...))
}

// options adds the options for formatting values.
func (own *ownStreams) options(options *vm.Object, to level) {
	colours := own.colours.ToBoolean()
	if vm.IsString(own.colours) {
		tty := own.stream(to).Get("isTTY")
		colours = own.colours.String() == "auto" && tty != nil && tty.ToBoolean()
	}
	_ = options.Set("colors", colours)
	if own.inspect != nil {
		for _, key := range own.inspect.Keys() {
			_ = options.Set(key, own.inspect.Get(key))
		}
	}
}
