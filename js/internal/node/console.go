package node

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful/js/internal/host"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// console is the global console. It formats strings and numbers, which programs print most. For
// other values it loads util.format. Loop goroutine only.
type console struct {
	h      host.Host
	rt     *vm.Runtime
	indent string
	step   int // indentation per group
	counts map[string]int
	timers map[string]time.Time
	// colours has an entry for each stream: whether it is a terminal, where values have colours.
	colours map[io.Writer]bool
	streams *stdio
	// own has the streams of a Console that the program has made.
	own *ownStreams
}

// level says where a method writes: to which stream, or with which level to the logger.
type level struct {
	err  bool
	slog slog.Level
}

var (
	toLog   = level{slog: slog.LevelInfo}
	toDebug = level{slog: slog.LevelDebug}
	toWarn  = level{err: true, slog: slog.LevelWarn}
	toError = level{err: true, slog: slog.LevelError}
)

// newConsole returns the global console.
func newConsole(h host.Host, streams *stdio) vm.Value {
	rt := h.VM()
	object := rt.NewObject()
	c := &console{h: h, rt: rt, step: 2, streams: streams}
	loaderOf(h).console = c
	c.install(object)
	vm.Check(object.DefineDataPropertySymbol(vm.SymToStringTag, rt.ToValue("console"), vm.FlagFalse, vm.FlagTrue, vm.FlagFalse))
	vm.Check(object.Set("Console", consoleClass(h, streams)))
	return object
}

// install adds the methods to an object.
func (c *console) install(object *vm.Object) {
	rt := c.rt
	c.counts, c.timers, c.colours = map[string]int{}, map[string]time.Time{}, map[io.Writer]bool{}
	add := func(name string, fn func(args []vm.Value)) {
		function := lib.Function(rt, name, 0, func(call vm.FunctionCall) vm.Value {
			fn(call.Arguments)
			return vm.Undefined()
		})
		vm.Check(object.Set(name, function))
	}
	add("log", func(args []vm.Value) { c.print(toLog, args) })
	add("warn", func(args []vm.Value) { c.print(toWarn, args) })
	add("dir", c.dir)
	add("time", c.time)
	add("timeEnd", func(args []vm.Value) { c.timeLog("timeEnd", args, true) })
	add("timeLog", func(args []vm.Value) { c.timeLog("timeLog", args, false) })
	add("trace", c.trace)
	add("assert", c.assert)
	add("clear", func([]vm.Value) { c.clear() })
	add("count", c.count)
	add("countReset", c.countReset)
	add("group", c.group)
	add("groupEnd", func([]vm.Value) { c.indent = c.indent[:max(0, len(c.indent)-c.step)] })
	add("table", c.table)
	add("debug", func(args []vm.Value) { c.print(toDebug, args) })
	add("info", func(args []vm.Value) { c.print(toLog, args) })
	add("dirxml", func(args []vm.Value) { c.print(toLog, args) })
	add("error", func(args []vm.Value) { c.print(toError, args) })
	add("groupCollapsed", c.group)
}

// print writes a line of formatted arguments.
func (c *console) print(to level, args []vm.Value) {
	c.write(to, c.format(to, args))
}

// format formats arguments.
func (c *console) format(to level, args []vm.Value) string {
	if text, ok := plain(args); ok {
		return text
	}
	return host.Invoke(c.h, "internal/inspect", "formatWithOptions", append([]vm.Value{c.options(to)}, args...)...).String()
}

// write writes text as a line, or as an entry of the log.
func (c *console) write(to level, text string) {
	if logger := c.h.ConsoleLogger(); logger != nil && c.own == nil {
		logger.Log(context.Background(), to.slog, text)
		return
	}
	if c.indent != "" {
		text = c.indent + strings.ReplaceAll(text, "\n", "\n"+c.indent)
	}
	if c.own != nil {
		c.own.write(c.h, to, text+"\n")
		return
	}
	fd := 1
	if to.err {
		fd = 2
	}
	if write, stream, ok := c.streams.replaced(fd); ok {
		vm.Must(write(stream, c.rt.ToValue(text+"\n")))
		return
	}
	_, _ = io.WriteString(c.stream(to), text+"\n") // as in Node, a closed stream is not an error of the program
}

func (c *console) stream(to level) io.Writer {
	if to.err {
		return c.h.Stderr()
	}
	return c.h.Stdout()
}

// options returns the options for formatting values.
func (c *console) options(to level) vm.Value {
	options := c.rt.NewObject()
	if c.own != nil {
		c.own.options(options, to)
	} else if c.h.ConsoleLogger() == nil && c.terminal(c.stream(to)) {
		_ = options.Set("colors", true)
	}
	return options
}

func (c *console) terminal(w io.Writer) bool {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	known, ok := c.colours[w]
	if !ok {
		_, known = terminal(w)
		c.colours[w] = known
	}
	return known
}

// plain formats arguments that do not need util.format.
func plain(args []vm.Value) (string, bool) {
	if len(args) == 1 {
		return primitive(args[0])
	}
	var out strings.Builder
	for i, arg := range args {
		text, ok := primitive(arg)
		if !ok || i == 0 && vm.IsString(arg) && strings.Contains(text, "%") {
			return "", false
		}
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(text)
	}
	return out.String(), true
}

func primitive(v vm.Value) (string, bool) {
	switch {
	case vm.IsString(v):
		return v.String(), true
	case vm.IsNumber(v):
		if text := v.String(); text != "0" {
			return text, true
		}
		return strconv.FormatFloat(v.ToFloat(), 'g', -1, 64), true // minus zero is printed as -0
	case vm.IsBigInt(v):
		return v.String() + "n", true
	case vm.IsUndefined(v):
		return "undefined", true
	case vm.IsNull(v):
		return "null", true
	}
	if _, object := v.(*vm.Object); !object {
		if b, ok := v.Export().(bool); ok {
			return strconv.FormatBool(b), true
		}
	}
	return "", false
}

// label returns a method's first argument as a string.
func (c *console) label(args []vm.Value) string {
	if len(args) == 0 || vm.IsUndefined(args[0]) {
		return "default"
	}
	if _, symbol := args[0].(*vm.Symbol); symbol {
		panic(c.rt.NewTypeError("Cannot convert a Symbol value to a string"))
	}
	return args[0].String()
}

func (c *console) dir(args []vm.Value) {
	options := c.options(toLog).ToObject(c.rt)
	_ = options.Set("customInspect", false)
	if len(args) > 1 {
		if given, ok := args[1].(*vm.Object); ok {
			for _, key := range given.Keys() {
				_ = options.Set(key, given.Get(key))
			}
		}
	}
	value := vm.Undefined()
	if len(args) > 0 {
		value = args[0]
	}
	c.write(toLog, host.Invoke(c.h, "internal/inspect", "inspect", value, options).String())
}

func (c *console) trace(args []vm.Value) {
	text := c.format(toError, args)
	made := vm.NewError(c.rt, "Error", text)
	heading := "Trace"
	if text != "" {
		heading += ": " + text
	}
	if _, frames, ok := strings.Cut(lib.Stack(made.Get("stack").String()), "\n    at "); ok {
		heading += "\n    at " + frames
	}
	c.write(toError, heading)
}

func (c *console) assert(args []vm.Value) {
	if len(args) > 0 && args[0].ToBoolean() {
		return
	}
	if len(args) < 2 {
		c.write(toWarn, "Assertion failed")
		return
	}
	message := c.rt.ToValue("Assertion failed: " + args[1].String())
	c.print(toWarn, append([]vm.Value{message}, args[2:]...))
}

func (c *console) clear() {
	if w := c.stream(toLog); c.own == nil && c.terminal(w) {
		_, _ = io.WriteString(w, "\x1b[1;1H\x1b[0J")
	}
}

func (c *console) count(args []vm.Value) {
	name := c.label(args)
	c.counts[name]++
	c.write(toLog, fmt.Sprintf("%s: %d", name, c.counts[name]))
}

func (c *console) countReset(args []vm.Value) {
	name := c.label(args)
	if _, ok := c.counts[name]; !ok {
		c.h.Warn("Warning", fmt.Sprintf("Count for '%s' does not exist", name))
	}
	delete(c.counts, name)
}

func (c *console) group(args []vm.Value) {
	if len(args) > 0 {
		c.print(toLog, args)
	}
	c.indent += strings.Repeat(" ", c.step)
}

func (c *console) time(args []vm.Value) {
	name := c.label(args)
	if _, ok := c.timers[name]; ok {
		c.h.Warn("Warning", fmt.Sprintf("Label '%s' already exists for console.time()", name))
		return
	}
	c.timers[name] = time.Now()
}

func (c *console) timeLog(method string, args []vm.Value, end bool) {
	name := c.label(args)
	begun, ok := c.timers[name]
	if !ok {
		c.h.Warn("Warning", fmt.Sprintf("No such label '%s' for console.%s()", name, method))
		return
	}
	line := []vm.Value{c.rt.ToValue("%s: %s"), c.rt.ToValue(name), c.rt.ToValue(elapsed(time.Since(begun)))}
	if end {
		delete(c.timers, name)
	} else if len(args) > 1 {
		line = append(line, args[1:]...)
	}
	c.print(toLog, line)
}

// elapsed formats a duration as Node does.
func elapsed(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case d >= time.Hour:
		return fmt.Sprintf("%d:%02d:%02d (h:mm:ss)", d/time.Hour, d%time.Hour/time.Minute, d%time.Minute/time.Second)
	case d >= time.Minute:
		return fmt.Sprintf("%d:%06.3f (m:ss.mmm)", d/time.Minute, (d % time.Minute).Seconds())
	case d >= time.Second:
		return fmt.Sprintf("%.3fs", ms/1000)
	}
	text := strconv.FormatFloat(ms, 'f', 3, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + "ms"
}

// refuse throws one of Node's errors about an argument, by the name of the function that makes it.
func (c *console) refuse(kind string, args ...vm.Value) {
	panic(host.Invoke(c.h, "internal/errors", kind, args...))
}

func (c *console) table(args []vm.Value) {
	if len(args) == 0 {
		c.print(toLog, args)
		return
	}
	if len(args) > 1 && !vm.IsUndefined(args[1]) {
		if o, ok := args[1].(*vm.Object); !ok || o.ClassName() != "Array" {
			c.refuse("invalidArgType", c.rt.ToValue("properties"), c.rt.ToValue("Array"), args[1])
		}
	}
	text := host.Invoke(c.h, "internal/console_table", "table", args...)
	if vm.IsUndefined(text) {
		c.print(toLog, args[:1])
		return
	}
	c.write(toLog, text.String())
}
