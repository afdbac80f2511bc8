package js

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns exceptions as Go sees them: how a thrown value becomes an error
// with a stack, and how an error becomes a value to throw.

// An Error is an exception that JavaScript has thrown and not caught. It wraps the
// engine's own error, and a Go error if one was thrown.
type Error struct {
	// Name and Message are those of the thrown error. For a value that is no error,
	// Name is empty and Message its text.
	Name, Message string
	// Stack is where it was thrown, as Node prints it: the first line is the error,
	// each other one a place, in the source before any translation.
	Stack string
	// Origin is "uncaughtException" or "unhandledRejection", empty for an error that
	// was returned to the caller.
	Origin string

	value vm.Value
	cause error
	shown string // the stack with the error's other properties and its cause, if it has any
}

// Error returns name and message.
func (e *Error) Error() string {
	if e.Name == "" {
		return e.Message
	}
	if e.Message == "" {
		return e.Name
	}
	return e.Name + ": " + e.Message
}

// Report returns what Node prints of an uncaught error: the place and the line of
// source if its file can be read, and the stack, with the error's properties and its
// cause.
func (e *Error) Report() string {
	stack := e.Stack
	if e.shown != "" {
		stack = e.shown
	}
	m := firstPlace.FindStringSubmatch(e.Stack)
	if m == nil {
		return stack
	}
	source, err := os.ReadFile(m[1])
	row, _ := strconv.Atoi(m[2])
	column, _ := strconv.Atoi(m[3])
	lines := strings.Split(string(source), "\n")
	if err != nil || row < 1 || row > len(lines) {
		return stack
	}
	return fmt.Sprintf("%s:%d\n%s\n%s^\n\n%s", m[1], row, lines[row-1], strings.Repeat(" ", max(0, column-1)), stack)
}

// firstPlace finds the first place in a stack.
var firstPlace = regexp.MustCompile(`\n    at (?:[^\n]* \()?([^\n()]+):(\d+):(\d+)\)?(?:\n|$)`)

// Unwrap returns the engine's error, or the Go error that was thrown.
func (e *Error) Unwrap() error { return e.cause }

// Value returns what was thrown. It belongs to the loop.
func (e *Error) Value() Value { return e.value }

// Origins of an uncaught error.
const (
	fromException = "uncaughtException"
	fromRejection = "unhandledRejection"
)

// wrap makes an error of what the engine returned.
func (r *Runtime) wrap(err error) error {
	var exception *vm.Exception
	var interrupted *vm.InterruptedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &exception):
		return r.thrown(exception.Value(), exception, "")
	case errors.As(err, &interrupted):
		return r.interrupted(interrupted)
	}
	if overflow, ok := errors.AsType[*vm.StackOverflowError](err); ok {
		return r.overflown(overflow)
	}
	return err
}

// overflown makes an error of calls that were too deep: the one that Node throws, though
// the engine ends the script, and catch does not see it.
func (r *Runtime) overflown(overflow *vm.StackOverflowError) *Error {
	e := &Error{Name: "RangeError", Message: "Maximum call stack size exceeded", cause: overflow}
	frames := overflow.Stack()
	e.Stack = e.Error() + r.frames(frames[:min(10, len(frames))])
	return e
}

// thrown makes an error of a thrown value. The exception may be nil: then a value
// that is no error has no stack.
func (r *Runtime) thrown(value vm.Value, exception *vm.Exception, origin string) *Error {
	e := &Error{Origin: origin, value: value}
	if exception != nil {
		e.cause = exception
		if err := exception.Unwrap(); err != nil {
			e.cause = err
		}
	}
	o, ok := value.(*vm.Object)
	if !ok || !isError(value) {
		e.Message = display(value)
		e.Stack = "Uncaught " + quoted(value)
		if exception != nil {
			e.Stack += r.frames(exception.Stack())
		}
		return e
	}
	if ex := r.vm.Try(func() {
		e.Name, e.Message = text(o.Get("name")), text(o.Get("message"))
		e.Stack = r.tidyStack(text(o.Get("stack")))
		if e.cause == nil {
			if v := o.Get("value"); v != nil {
				e.cause, _ = v.Export().(error)
			}
		}
	}); ex != nil {
		e.Message = ex.Error()
	}
	if e.Stack == "" {
		e.Stack = e.Error()
	}
	if origin != "" {
		_ = r.vm.Try(func() { e.shown = r.inspected(o, e.Stack) })
	}
	return e
}

// inspected returns what util.inspect shows of an error that has properties besides
// its stack, or a cause, and otherwise nothing: loading util.inspect takes a while.
func (r *Runtime) inspected(o *vm.Object, stack string) string {
	if len(o.Keys()) == 0 && !slices.Contains(o.GetOwnPropertyNames(), "cause") && !slices.Contains(o.GetOwnPropertyNames(), "errors") {
		return ""
	}
	inspect, _ := vm.AssertFunction(r.requireBuiltin("internal/inspect").ToObject(r.vm).Get("inspect"))
	v, err := inspect(vm.Undefined(), o)
	if err != nil {
		return ""
	}
	own := lib.Stack(text(o.Get("stack")))
	for _, head := range []string{own, "[" + own + "]"} { // in brackets, if it has no frames
		if rest, ok := strings.CutPrefix(v.String(), head); ok {
			return stack + rest
		}
	}
	return v.String()
}

func text(v vm.Value) string {
	if vm.IsNullish(v) {
		return ""
	}
	return v.String()
}

// isError reports whether v is an error as Node sees it: an object that has a
// stack of its own.
func isError(v vm.Value) bool {
	o, ok := v.(*vm.Object)
	return ok && (o.ClassName() == "Error" || o.Get("stack") != nil)
}

// display returns a text for any value, and never throws.
func display(v vm.Value) (s string) {
	defer func() {
		if recover() != nil {
			s = "[object]"
		}
	}()
	if v == nil {
		return "undefined"
	}
	if symbol, ok := v.(*vm.Symbol); ok {
		return "Symbol(" + strings.TrimSuffix(strings.TrimPrefix(symbol.String(), "Symbol("), ")") + ")"
	}
	return v.String()
}

func quoted(v vm.Value) string {
	if vm.IsString(v) {
		return "'" + v.String() + "'"
	}
	return display(v)
}

// internalSource is the name of the runtime's own scripts: their frames are not
// shown.
const internalSource = "wakeful:internal"

var frameCounter = regexp.MustCompile(`\(\d+\)(\)?)$`)

// tidyStack writes a stack of the engine as Node writes it, without the frames of
// the runtime itself.
func (r *Runtime) tidyStack(stack string) string {
	lines := strings.Split(strings.TrimRight(stack, "\n"), "\n")
	out := lines[:0]
	for _, line := range lines {
		frame, ok := strings.CutPrefix(line, "\tat ")
		if !ok {
			out = append(out, line)
			continue
		}
		if frame = frameCounter.ReplaceAllString(frame, "$1"); shown(frame) {
			out = append(out, "    at "+r.unwrapped(frame))
		}
	}
	return strings.Join(out, "\n")
}

// inFirstLine finds a place in the first line of a file.
var inFirstLine = regexp.MustCompile(`^(.* \()?(.+):1:(\d+)(\)?)$`)

// unwrapped corrects a place in the first line of a module that runs as it is: its
// function's head stands before it.
func (r *Runtime) unwrapped(frame string) string {
	m := inFirstLine.FindStringSubmatch(frame)
	if m == nil {
		return frame
	}
	if u := r.modules.units[m[2]]; u == nil || !u.plain {
		return frame
	}
	column, _ := strconv.Atoi(m[3])
	return fmt.Sprintf("%s%s:1:%d%s", m[1], m[2], max(1, column-len(wrapper)), m[4])
}

func shown(frame string) bool {
	return !strings.Contains(frame, internalSource) && !strings.Contains(frame, "(native)") && frame != "native"
}

// frames formats the frames of an exception.
func (r *Runtime) frames(stack []vm.StackFrame) string {
	var b strings.Builder
	for i := range stack {
		f := &stack[i]
		p := f.Position()
		if p.Filename == "" || strings.HasPrefix(p.Filename, internalSource) {
			continue
		}
		place := r.unwrapped(fmt.Sprintf("%s:%d:%d", p.Filename, p.Line, p.Column))
		if name := f.FuncName(); name != "<anonymous>" {
			place = name + " (" + place + ")"
		}
		b.WriteString("\n    at " + place)
	}
	return b.String()
}

// newError returns a new error object of one of the engine's constructors.
func (r *Runtime) newError(constructor, message string) *vm.Object {
	o, err := r.vm.New(r.vm.GlobalObject().Get(constructor), r.vm.ToValue(message))
	if err != nil {
		panic(err)
	}
	return o
}

// codedError returns an error as Node's own have it: with a code, which its stack
// shows after the name.
func (r *Runtime) codedError(constructor, code, message string) *vm.Object {
	o := r.newError(constructor, message)
	_ = o.DefineDataProperty("code", r.vm.ToValue(code), vm.FlagTrue, vm.FlagTrue, vm.FlagTrue)
	stack := text(o.Get("stack"))
	_ = o.Set("stack", strings.Replace(stack, constructor+":", constructor+" ["+code+"]:", 1))
	return o
}

func (r *Runtime) invalidCallback(v vm.Value) *vm.Object {
	return r.invalidArgument("callback", "of type function", v)
}

func (r *Runtime) invalidArgument(name, want string, v vm.Value) *vm.Object {
	return r.codedError("TypeError", "ERR_INVALID_ARG_TYPE",
		fmt.Sprintf("The %q argument must be %s. Received %s", name, want, received(v)))
}

// received describes a value that should have been another.
func received(v vm.Value) string {
	if vm.IsNullish(v) {
		return display(v)
	}
	o, ok := v.(*vm.Object)
	if !ok {
		kind := "boolean"
		switch {
		case vm.IsString(v):
			kind = "string"
		case vm.IsBigInt(v):
			return fmt.Sprintf("type bigint (%sn)", display(v))
		case vm.IsNumber(v):
			kind = "number"
		}
		if _, ok := v.(*vm.Symbol); ok {
			kind = "symbol"
		}
		return fmt.Sprintf("type %s (%s)", kind, quoted(v))
	}
	if c, ok := o.Get("constructor").(*vm.Object); ok {
		if name := text(c.Get("name")); name != "" {
			return "an instance of " + name
		}
	}
	return "an object"
}

// callable reports whether v is a function.
func callable(v vm.Value) bool {
	o, ok := v.(*vm.Object)
	if !ok {
		return false
	}
	if o.ClassName() == "Function" {
		return true
	}
	_, ok = vm.AssertFunction(o)
	return ok
}
