package js

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file converts exceptions for Go: a thrown value becomes an error with a stack, and an error
// becomes a value to throw.

// An Error is an exception that JavaScript has thrown and not caught. It wraps the
// engine's own error, and a Go error if one was thrown.
type Error struct {
	// Name and Message are those of the thrown error. If the thrown value is not an error, Name is
	// empty and Message is its text: for an object, the output of util.inspect.
	Name, Message string
	// Stack is the stack trace as Node prints it: first the error, then a line for each frame.
	// Positions refer to the source before translation.
	Stack string
	// Origin is "uncaughtException" or "unhandledRejection". It is empty for an error that was
	// returned to the caller.
	Origin string

	value  vm.Value
	cause  error
	source func(file string) ([]byte, error) // reads a file that the script may read
	shown  string                            // the text that Report shows instead of Stack, if different
	// places are the lines of Stack with positions, for a thrown value that has no stack of its
	// own.
	places string
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

// Unwrap returns the causes: errors.As finds the engine's error, as *goja.Exception, and the Go
// errors that were thrown, also one that is the property cause of the thrown error.
func (e *Error) Unwrap() error { return e.cause }

// Value returns the thrown value. It is nil if no script threw it, as for calls that are nested too
// deep or an interrupt. The value belongs to the loop.
func (e *Error) Value() Value { return e.value }

// Origins of an uncaught error.
const (
	fromException = "uncaughtException"
	fromRejection = "unhandledRejection"
)

// wrap converts an error of the engine.
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
		return r.stackOverflowError(overflow)
	}
	if panicked, ok := err.(*wakeful.PanicError); ok { //nolint:errorlint // only this type itself: fn may return an error that wraps one
		e := &Error{Name: "GoError", Message: panicked.Error(), cause: panicked}
		e.Stack = e.Error()
		return e
	}
	return err
}

// stackOverflowError returns the error for calls that are nested too deep. It is the one that Node
// throws, although here the engine ends the script and catch does not see it.
func (r *Runtime) stackOverflowError(overflow *vm.StackOverflowError) *Error {
	e := &Error{Name: "RangeError", Message: "Maximum call stack size exceeded", cause: errors.Join(ErrStackLimit, overflow), source: r.files.ReadFile}
	frames := overflow.Stack()
	e.Stack = e.Error() + r.frames(frames[:min(10, len(frames))])
	return e
}

// thrown returns the error for a thrown value. exception may be nil. Then a value that is not an
// error has no stack.
func (r *Runtime) thrown(value vm.Value, exception *vm.Exception, origin string) *Error {
	e := &Error{Origin: origin, value: value, source: r.files.ReadFile}
	cause := exception
	if cause == nil && value != nil { // the reason of a promise, which the engine has not thrown
		cause = r.vm.Try(func() { panic(value) })
	}
	if cause != nil {
		e.cause = cause
		if err := cause.Unwrap(); err != nil {
			e.cause = errors.Join(err, cause)
		}
	}
	o, isObject := value.(*vm.Object)
	if exception != nil && (!isObject || o.ClassName() != "Error") {
		e.places = r.frames(exception.Stack())
	}
	if !isError(value) {
		e.Message = r.inspect(value)
		e.shown = e.Message
		e.Stack = "Uncaught " + e.Message + e.places
		if !isObject {
			e.Stack = "Uncaught " + quoted(value) + e.places
		}
		return e
	}
	if ex := r.vm.Try(func() {
		e.Name, e.Message = text(o.Get("name")), text(o.Get("message"))
		e.Stack = r.tidyStack(text(o.Get("stack")))
		for _, err := range goErrors(o) {
			if e.cause == nil {
				e.cause = err
			} else {
				e.cause = errors.Join(err, e.cause)
			}
		}
	}); ex != nil {
		e.Message = ex.Error()
	}
	if panicked, ok := errors.AsType[*wakeful.PanicError](e.cause); ok && e.Message == vm.PanicMessage {
		// The script has not seen what the panic says.
		seen := e.Error()
		e.Message = panicked.Error()
		e.Stack = strings.Replace(e.Stack, seen, e.Error(), 1)
	}
	if e.Stack == "" {
		e.Stack = e.Error()
	}
	if origin != "" {
		_ = r.vm.Try(func() { e.shown = r.inspectedError(o, e.Stack) })
	}
	return e
}

// mostCauses is how many causes of an error are followed.
const mostCauses = 16

// goErrors returns the errors of Go in an error of JavaScript and in its causes, the innermost first.
// It panics with what a getter throws.
func goErrors(o *vm.Object) (all []error) {
	for range mostCauses {
		if err, ok := vm.Implementing[error](o.Get("value")); ok {
			all = append(all, err)
		}
		cause, ok := o.Get("cause").(*vm.Object)
		if !ok || cause.ClassName() != "Error" {
			break
		}
		o = cause
	}
	slices.Reverse(all)
	return all
}

func text(v vm.Value) string {
	if vm.IsNullish(v) {
		return ""
	}
	return v.String()
}

// isError reports whether v is an error in Node's sense: an object with an own stack. If reading
// throws, v is not an error.
func isError(v vm.Value) (ok bool) {
	o, ok := v.(*vm.Object)
	if !ok || o.ClassName() == "Error" {
		return ok
	}
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return o.Get("stack") != nil
}

// display returns a text for any value. It never throws.
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

// internalSource is the file name of the runtime's own scripts. Stack traces omit their frames.
const internalSource = "wakeful:internal"

// tidyStack converts a stack trace of the engine to Node's format, without frames of the runtime
// itself.
func (r *Runtime) tidyStack(stack string) string {
	return lib.Frames(stack, func(frame string) (string, bool) { return r.unwrapped(frame), true })
}

// placeInFile matches the file, the line and the column in a frame.
var placeInFile = regexp.MustCompile(`^(.* \()?(.+):(\d+):(\d+)(\)?)$`)

// unwrapped corrects a position in a module that runs untranslated. In the first line the head of
// the wrapper function precedes the code, and the engine counts columns in bytes, not in UTF-16
// code units.
func (r *Runtime) unwrapped(frame string) string {
	m := placeInFile.FindStringSubmatch(frame)
	if m == nil {
		return frame
	}
	u := r.modules.units[m[2]]
	if u == nil || !u.plain || m[3] != "1" && u.wide == nil {
		return frame
	}
	row, _ := strconv.Atoi(m[3])
	column, _ := strconv.Atoi(m[4])
	if row == 1 {
		column = max(1, column-len(wrapper))
	}
	if row <= len(u.wide) {
		column = unitsBefore(u.wide[row-1], column)
	}
	return fmt.Sprintf("%s%s:%d:%d%s", m[1], m[2], row, column, m[5])
}

// unitsBefore converts a column in bytes to a column in UTF-16 code units. Both count from 1.
func unitsBefore(line string, column int) int {
	units := 1
	for i, c := range line {
		if i >= column-1 {
			break
		}
		if units++; c > 0xFFFF {
			units++
		}
	}
	return units
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

// newError returns a new error object made by a constructor of the engine.
func (r *Runtime) newError(constructor, message string) *vm.Object {
	return vm.NewError(r.vm, constructor, message)
}

// codedError returns an error with a code like Node's own errors. Its stack shows the code after
// the name.
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

// outOfRange returns the error for a number outside its range.
func (r *Runtime) outOfRange(name, want, got string) *vm.Object {
	return r.codedError("RangeError", "ERR_OUT_OF_RANGE",
		fmt.Sprintf("The value of %q is out of range. It must be %s. Received %s", name, want, got))
}

// grouped inserts an underscore between each three characters of a number, as Node does even if
// they are not digits.
func grouped(number string) string {
	first := 0
	if number[0] == '-' {
		first = 1
	}
	for i := len(number) - 3; i > first; i -= 3 {
		number = number[:i] + "_" + number[i:]
	}
	return number
}

// received describes an argument of a wrong type.
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
	if callable(o) {
		return "function " + text(o.Get("name"))
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
