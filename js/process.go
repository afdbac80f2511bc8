package js

import (
	"math"
	"math/big"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/files"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/node"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the object process.

// nodeVersion is the release of Node that the runtime follows. process.version returns it.
const nodeVersion = "20.20.2"

// process is the state of the object process.
type process struct {
	object   *vm.Object
	events   emitter
	signals  map[string]subscription // by name, the signals that listeners wait for
	exiting  bool
	capture  vm.Callable // of setUncaughtExceptionCaptureCallback, or nil
	exitCode vm.Value
	began    time.Time
}

// processObject returns the object process.
func (r *Runtime) processObject() *vm.Object {
	p := &r.process
	if p.object != nil {
		return p.object
	}
	o := r.vm.CreateObject(r.prototypeOf("process"))
	p.object = o
	_ = o.DefineDataPropertySymbol(vm.SymToStringTag, r.vm.ToValue("process"), vm.FlagFalse, vm.FlagTrue, vm.FlagFalse)
	r.installEvents(o)

	argv0 := "wakeful"
	if len(r.settings.args) > 0 {
		argv0 = r.settings.args[0]
	}
	r.setAll(o, []property{
		{"version", "v" + nodeVersion},
		{"versions", r.setAll(r.vm.NewObject(), []property{{"node", nodeVersion}, {"wakeful", "0"}, {"modules", "115"}, {"openssl", "3.0.17"}, {vm.Name, strings.TrimPrefix(vm.Version(), "v")}})},
		{"arch", node.Arch},
		{"platform", node.Platform},
		{"release", r.setAll(r.vm.NewObject(), []property{{"name", "node"}, {"lts", "Iron"}})},
		{"title", "wakeful"},
		{"pid", r.pid()},
		{"ppid", r.ppid()},
		{"execPath", argv0},
		{"argv0", argv0},
		{"nextTick", r.nextTick},
		{"exit", r.processExit},
		{"reallyExit", r.reallyExit},
		{"hrtime", r.hrtime()},
		{"uptime", func(vm.FunctionCall) vm.Value { return r.vm.ToValue(time.Since(p.began).Seconds()) }},
		{"memoryUsage", r.memoryUsageFunction()},
		{"cwd", func(vm.FunctionCall) vm.Value { return r.vm.ToValue(r.cwd()) }},
		{"chdir", r.chdir},
		{"emitWarning", r.emitWarning},
	})
	_ = o.Set("argv", lib.StringArray(r.vm, r.settings.args))
	_ = o.Set("execArgv", r.vm.NewArray())
	if r.settings.paths {
		_ = o.Set("permission", r.setAll(r.vm.NewObject(), []property{{"has", r.hasPermission}}))
	}
	vm.Lazy(r.vm, o, "env", true, func() vm.Value { return r.vm.NewDynamicObject(r.environment()) })
	for _, name := range []string{"stdin", "stdout", "stderr"} {
		vm.Lazy(r.vm, o, name, true, func() vm.Value { return r.requireBuiltin("internal/" + name) })
	}
	_ = o.DefineAccessorProperty("exitCode",
		r.function(func(vm.FunctionCall) vm.Value { return p.exitCode }),
		r.function(func(c vm.FunctionCall) vm.Value {
			r.setExitCode(c.Argument(0))
			return vm.Undefined()
		}), vm.FlagFalse, vm.FlagTrue)
	node.ExtendProcess(hostView{r}, o)
	return o
}

// property is a property of an object made by Go. Objects list their properties in the order in
// which they are set, so a map, whose order is random, cannot hold them.
type property struct {
	name  string
	value any
}

// setAll sets properties and returns the object. Go functions among them are guarded.
func (r *Runtime) setAll(o *vm.Object, properties []property) *vm.Object {
	for _, p := range properties {
		_ = o.Set(p.name, r.member(p.name, p.value))
	}
	return o
}

func (r *Runtime) cwd() string {
	dir, err := r.files.Dir()
	if err != nil {
		panic(r.toError(err))
	}
	return dir
}

// chdir changes the directory of this runtime only, not that of the Go program.
func (r *Runtime) chdir(c vm.FunctionCall) vm.Value {
	if v := c.Argument(0); !vm.IsString(v) {
		panic(r.invalidArgument("directory", "of type string", v))
	}
	dir := r.resolvePath(c.Argument(0).String())
	info, err := r.files.Stat(dir)
	if err == nil && !info.IsDir() {
		err = syscall.ENOTDIR
	}
	if err != nil {
		panic(r.toError(node.FileError(err, "chdir", r.cwd(), c.Argument(0).String())))
	}
	r.files.Chdir(dir)
	return vm.Undefined()
}

// code returns the exit code that the program has set, or else the argument.
func (p *process) code(code int) int {
	if vm.IsNullish(p.exitCode) {
		return code
	}
	return int(int32(p.exitCode.ToInteger()))
}

// setExitCode sets process.exitCode to an integer, a string with an integer, null or undefined.
// Like Node it refuses other values.
func (r *Runtime) setExitCode(v vm.Value) {
	if !vm.IsNullish(v) {
		number := v
		if text := v.String(); vm.IsString(v) && text != "" {
			if n := v.ToNumber(); !vm.IsNaN(n) {
				number = n
			}
		}
		if !vm.IsNumber(number) {
			panic(r.invalidArgument("code", "of type number", v))
		}
		switch f := number.ToFloat(); {
		case f != math.Trunc(f) || math.IsInf(f, 0): // or NaN
			panic(r.outOfRange("code", "an integer", display(number)))
		case math.Abs(f) > maxSafeInteger:
			panic(r.outOfRange("code", ">= -9007199254740991 && <= 9007199254740991", grouped(display(number))))
		}
	}
	r.process.exitCode = v
}

// maxSafeInteger is Number.MAX_SAFE_INTEGER.
const maxSafeInteger = 1<<53 - 1

// processExit is process.exit. If a listener of exit throws, process.exit throws, and the program
// continues. A second call then ends it without calling listeners.
func (r *Runtime) processExit(c vm.FunctionCall) vm.Value {
	r.checkExit()
	p := &r.process
	if v := c.Argument(0); !vm.IsUndefined(v) {
		r.setExitCode(v)
	}
	if !p.exiting {
		r.emitExit()
	}
	r.end(p.code(0), nil)
	return vm.Undefined()
}

// reallyExit is process.reallyExit: it ends the program without calling listeners.
func (r *Runtime) reallyExit(c vm.FunctionCall) vm.Value {
	r.checkExit()
	r.end(int(int32(c.Argument(0).ToInteger())), nil)
	return vm.Undefined()
}

// checkExit throws unless scripts may end the runtime.
func (r *Runtime) checkExit() {
	if !r.mayEnd() {
		r.deny("Exit", "", "the Go program allows it with js.WithExit")
	}
}

// pid and ppid are the ids of the process and its parent. Scripts that may not see the process see
// 1 and 0.
func (r *Runtime) pid() int {
	if r.settings.open {
		return os.Getpid()
	}
	return 1
}

func (r *Runtime) ppid() int {
	if r.settings.open {
		return os.Getppid()
	}
	return 0
}

// hasPermission is process.permission.has.
func (r *Runtime) hasPermission(c vm.FunctionCall) vm.Value {
	scope, name := c.Argument(0), ""
	if !vm.IsString(scope) {
		panic(r.invalidArgument("scope", "of type string", scope))
	}
	if v := c.Argument(1); vm.IsString(v) {
		name = v.String()
	} else if !vm.IsUndefined(v) {
		panic(r.invalidArgument("reference", "of type string", v))
	}
	may := false
	switch scope.String() {
	case "fs":
		may = r.files.May(files.Read, name) && r.files.May(files.Write, name)
	case "fs.read":
		may = r.files.May(files.Read, name)
	case "fs.write":
		may = r.files.May(files.Write, name)
	case "net":
		may = r.client != nil
	}
	return r.vm.ToValue(may)
}

// emitExit emits the event exit. Inside JavaScript.
func (r *Runtime) emitExit() {
	r.process.exiting = true
	if o := r.process.object; o != nil { // a program that has not touched process cannot see it
		_ = o.Set("_exiting", true)
	}
	r.emit("exit", r.vm.ToValue(r.process.code(0)))
}

// exit ends a program that has nothing left to do. As in Node, only microtasks and rejections of
// the exit listeners still run. After an exception in a listener, not even these do.
func (r *Runtime) exit() {
	r.enterGo(func() {
		if ex := r.vm.Try(r.emitExit); ex != nil {
			r.uncaught(ex.Value(), ex, fromException)
			r.end(r.process.code(0), nil)
		}
	})
	r.end(r.process.code(0), nil)
}

func (r *Runtime) hrtime() vm.Value {
	elapsed := func() int64 { return int64(time.Since(processStart)) }
	fn := r.member("hrtime", func(c vm.FunctionCall) vm.Value {
		now := elapsed()
		if v := c.Argument(0); !vm.IsUndefined(v) {
			o, ok := v.(*vm.Object)
			if !ok || o.ClassName() != "Array" {
				panic(r.invalidArgument("time", "an instance of Array", v))
			}
			if n := o.Get("length").ToInteger(); n != 2 {
				panic(r.outOfRange("time", "2", strconv.FormatInt(n, 10)))
			}
			now -= o.Get("0").ToInteger()*int64(time.Second) + o.Get("1").ToInteger()
		}
		seconds := int64(math.Floor(float64(now) / 1e9))
		return r.vm.NewArray(seconds, now-seconds*int64(time.Second))
	}).(*vm.Object)
	r.setAll(fn, []property{{"bigint", func(vm.FunctionCall) vm.Value { return r.vm.ToValue(big.NewInt(elapsed())) }}})
	return fn
}

// processStart is an arbitrary instant in the past, as hrtime's is.
var processStart = time.Now().Add(-time.Second)

func (r *Runtime) memoryUsageFunction() *vm.Object {
	return r.setAll(r.member("memoryUsage", r.memoryUsage).(*vm.Object), []property{{"rss", func(c vm.FunctionCall) vm.Value { return r.memoryUsage(c).ToObject(r.vm).Get("rss") }}})
}

func (r *Runtime) memoryUsage(vm.FunctionCall) vm.Value {
	var m runtime.MemStats
	if r.settings.open {
		runtime.ReadMemStats(&m)
	}
	return r.setAll(r.vm.NewObject(), []property{
		{"rss", m.Sys}, {"heapTotal", m.HeapSys}, {"heapUsed", m.HeapAlloc}, {"external", 0}, {"arrayBuffers", 0},
	})
}

// environment is process.env. Its values are strings.
type environment struct {
	r      *Runtime
	names  []string
	values map[string]string
}

func (r *Runtime) environment() *environment {
	e := &environment{r: r, values: map[string]string{}}
	if r.settings.env == nil && r.settings.environ {
		for _, entry := range os.Environ() {
			if name, value, ok := strings.Cut(entry, "="); ok && name != "" {
				e.put(name, value)
			}
		}
		return e
	}
	for name, value := range r.settings.env {
		e.put(name, value)
	}
	slices.Sort(e.names)
	return e
}

func (e *environment) put(name, value string) {
	if _, ok := e.values[name]; !ok {
		e.names = append(e.names, name)
	}
	e.values[name] = value
}

// Get returns a variable.
func (e *environment) Get(name string) vm.Value {
	if v, ok := e.values[name]; ok {
		return e.r.vm.ToValue(v)
	}
	return nil
}

// Set sets a variable for this runtime only.
func (e *environment) Set(name string, v vm.Value) bool {
	if _, ok := v.(*vm.Symbol); ok {
		panic(e.r.vm.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	e.put(name, v.String())
	return true
}

// Has reports whether a variable is set.
func (e *environment) Has(name string) bool {
	_, ok := e.values[name]
	return ok
}

// Delete unsets a variable for this runtime only.
func (e *environment) Delete(name string) bool {
	delete(e.values, name)
	e.names = slices.DeleteFunc(e.names, func(n string) bool { return n == name })
	return true
}

// Keys returns the names of the variables.
func (e *environment) Keys() []string { return e.names }
