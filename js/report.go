package js

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file formats uncaught exceptions and the reasons of rejections for printing.

// Report returns what Node prints for an uncaught error: the position and the source line if the
// file can be read, and the stack with the error's properties and cause. For a value that is not an
// error, it returns the position where it was thrown and the output of util.inspect. Any goroutine
// may call it.
func (e *Error) Report() string {
	shown, places := e.Stack, e.Stack
	if e.shown != "" {
		shown = e.shown
	}
	if e.places != "" {
		places = e.places
	}
	m := firstPlace.FindStringSubmatch(places)
	if m == nil || e.source == nil {
		return shown
	}
	file := m[1]
	source, err := e.source(file)
	if plain, bad := url.PathUnescape(file); err != nil && bad == nil {
		// The engine resolves the names of translated modules as URLs, which escapes a space.
		file = plain
		source, err = e.source(file)
	}
	row, _ := strconv.Atoi(m[2])
	column, _ := strconv.Atoi(m[3])
	lines := strings.Split(string(source), "\n")
	if err != nil || row < 1 || row > len(lines) {
		return shown
	}
	line := strings.TrimSuffix(lines[row-1], "\r")
	place := fmt.Sprintf("%s:%d\n%s\n%s^\n", file, row, line, indentTo(line, column))
	if e.places != "" {
		return "\n" + place + shown
	}
	return place + "\n" + shown
}

// firstPlace matches the first position in a stack.
var firstPlace = regexp.MustCompile(`\n    at (?:[^\n]* \()?([^\n()]+):(\d+):(\d+)\)?(?:\n|$)`)

// indentTo returns the blanks below a line up to a column, which counts from 1 in UTF-16 code
// units: the line's tabs, and a space for each other character.
func indentTo(line string, column int) string {
	var b strings.Builder
	for _, c := range line {
		if column--; column < 1 {
			break
		}
		switch {
		case c == '\t':
			b.WriteByte('\t')
		case c > 0xFFFF:
			column--
			fallthrough
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// inspect returns the output of util.inspect for an object, and the text of any other value.
// Outside JavaScript, where a call would make the engine run its jobs, it also returns the text,
// and so it does if util.inspect throws.
func (r *Runtime) inspect(v vm.Value) string {
	if _, ok := v.(*vm.Object); !ok || !r.inside() {
		return display(v)
	}
	s, ok := "", false
	_ = r.vm.Try(func() {
		result, err := r.inspectForReport(v)
		if ok = err == nil; ok {
			s = result.String()
		}
	})
	if !ok {
		return display(v)
	}
	return s
}

// inspectForReport calls util.inspect, which takes time to load, with Node's options for uncaught
// values: objects five levels deep, and no custom inspect methods.
func (r *Runtime) inspectForReport(v vm.Value) (vm.Value, error) {
	inspect := r.requireBuiltin("internal/inspect").ToObject(r.vm).Get("inspect").ToObject(r.vm)
	options := r.vm.NewObject()
	depth := r.vm.ToValue(5)
	if defaults, ok := inspect.Get("defaultOptions").(*vm.Object); ok {
		if d := defaults.Get("depth"); d != nil && !(d.ToFloat() < 5) && !vm.IsNullish(d) {
			depth = d
		}
	}
	_, _ = options.Set("depth", depth), options.Set("customInspect", false)
	call, _ := vm.AssertFunction(inspect)
	return call(vm.Undefined(), v, options)
}

// inspectedError returns the output of util.inspect for an error. It returns "" if that is only the
// stack, because the error has no cause and no other properties.
func (r *Runtime) inspectedError(o *vm.Object, stack string) string {
	own := text(o.Get("stack"))
	names := o.GetOwnPropertyNames()
	placed := hasFrames(own) || strings.Contains(own, "^\n\n") // a syntax error shows its line
	if len(o.Keys()) == 0 && len(o.Symbols()) == 0 && !slices.Contains(names, "cause") && !slices.Contains(names, "errors") &&
		vm.IsString(o.Get("stack")) && placed {
		return ""
	}
	v, err := r.inspectForReport(o)
	if err != nil {
		return ""
	}
	// Show its frames as they are in the stack.
	if own = lib.Stack(own); own != "" && strings.Contains(stack, "\n    at ") {
		if before, after, ok := strings.Cut(v.String(), own); ok && !strings.Contains(before, "\n") {
			return before + stack + after
		}
	}
	return v.String()
}

// hasFrames reports whether a stack has positions, in the engine's format or in Node's.
func hasFrames(stack string) bool {
	return strings.Contains(stack, "\n\tat ") || strings.Contains(stack, "\n    at ")
}

// reason returns the text of a rejection's reason for Node's message about an unhandled rejection.
// It formats the value like V8, without running code of the program.
func (r *Runtime) reason(v vm.Value) string {
	o, ok := v.(*vm.Object)
	if !ok {
		return display(v)
	}
	for {
		proxy, ok := lib.As[vm.Proxy](o)
		if !ok || proxy.Target() == nil {
			break
		}
		o = proxy.Target()
	}
	if callable(o) {
		source, _ := vm.AssertFunction(r.prototype("Function").Get("toString"))
		if s, err := source(o); err == nil {
			return s.String()
		}
	}
	data := r.dataProperties()
	if data(o, r.vm.ToValue("toString")) == r.prototype("Object").Get("toString") {
		if constructor, ok := data(o, r.vm.ToValue("constructor")).(*vm.Object); ok && callable(constructor) {
			if name := text(data(constructor, r.vm.ToValue("name"))); name != "" {
				return "#<" + name + ">"
			}
		}
	}
	if tag := data(o, vm.SymToStringTag); tag != nil && vm.IsString(tag) {
		return "[object " + tag.String() + "]"
	}
	return "[object " + o.ClassName() + "]"
}

// prototype returns the prototype of a global constructor.
func (r *Runtime) prototype(constructor string) *vm.Object {
	return r.vm.GlobalObject().Get(constructor).ToObject(r.vm).Get("prototype").ToObject(r.vm)
}

// dataProperties returns a function that looks a property up like a read, but without calling a
// getter or a trap. For such a property the result is nil.
func (r *Runtime) dataProperties() func(o *vm.Object, key vm.Value) vm.Value {
	describe, _ := vm.AssertFunction(r.vm.GlobalObject().Get("Object").ToObject(r.vm).Get("getOwnPropertyDescriptor"))
	return func(o *vm.Object, key vm.Value) vm.Value {
		for ; o != nil; o = o.Prototype() {
			if _, ok := lib.As[vm.Proxy](o); ok {
				return nil
			}
			if descriptor, err := describe(vm.Undefined(), o, key); err != nil {
				return nil
			} else if d, ok := descriptor.(*vm.Object); ok {
				return d.Get("value")
			}
		}
		return nil
	}
}
