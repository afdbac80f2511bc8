// Package locale provides the methods that depend on a language, for the single locale en-US:
// toLocaleString of numbers, BigInts, dates, arrays and typed arrays, and localeCompare of strings. toLocaleLowerCase and toLocaleUpperCase know every locale. They print
// the same as in Node. An unsupported locale or option is a RangeError that lists what is
// supported. No option that Node respects is silently ignored. Package web has Intl on top of them.
//
// The engine's own methods treat the locale as a radix, ignore it, or print another format.
package locale

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/collate"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// A Format formats a time in milliseconds with the options of Intl.DateTimeFormat. wanted says which
// fields are looked for in the options, and which are shown if there are none of them.
type Format func(rt *vm.Runtime, ms, locales, options vm.Value, wanted [2]string) vm.Value

// Changes are the methods, for runtimes of a profile. format is used for dates with options.
func Changes(format Format) []vm.Change {
	change := func(owner, name string, fn func(*methods) native) vm.Change {
		return vm.Change{Owner: owner + ".prototype", Name: name, With: func(rt *vm.Runtime, _ native) native {
			return fn(&methods{rt: rt, format: format, collators: map[collation]*collate.Collator{}})
		}}
	}
	return []vm.Change{
		change("Number", "toLocaleString", func(m *methods) native { return m.number }),
		change("BigInt", "toLocaleString", func(m *methods) native { return m.bigInt(vm.Method(m.rt, "BigInt.prototype", "valueOf")) }),
		change("Date", "toLocaleString", func(m *methods) native { return m.date("toLocaleString", both) }),
		change("Date", "toLocaleDateString", func(m *methods) native { return m.date("toLocaleDateString", day) }),
		change("Date", "toLocaleTimeString", func(m *methods) native { return m.date("toLocaleTimeString", clock) }),
		change("String", "localeCompare", func(m *methods) native { return m.compare }),
		change("String", "toLocaleLowerCase", func(m *methods) native { return m.letters("toLocaleLowerCase", cases.Lower) }),
		change("String", "toLocaleUpperCase", func(m *methods) native { return m.letters("toLocaleUpperCase", cases.Upper) }),
		change("TypedArray", "toLocaleString", func(m *methods) native {
			return m.list(vm.Method(m.rt, "TypedArray.prototype", "values"), vm.Method(m.rt, "TypedArray.prototype", "length"))
		}),
		change("Array", "toLocaleString", func(m *methods) native { return m.array }),
	}
}

type native = func(vm.FunctionCall) vm.Value

// methods is one of the methods of one runtime. Loop goroutine only.
type methods struct {
	rt        *vm.Runtime
	format    Format
	collators map[collation]*collate.Collator
	around    []*vm.Object // arrays whose text is being made, the innermost last
}

// rangeError throws a RangeError.
func (m *methods) rangeError(message string) {
	panic(vm.NewError(m.rt, "RangeError", message))
}

// checkLocales throws unless the first locale of a call is en-US, or there is none.
func (m *methods) checkLocales(v vm.Value) {
	if vm.IsUndefined(v) {
		return
	}
	if vm.IsNull(v) {
		panic(m.rt.NewTypeError("Cannot convert undefined or null to object"))
	}
	if o, ok := v.(*vm.Object); ok {
		length := o.Get("length")
		if length == nil || length.ToInteger() < 1 {
			return
		}
		if v = o.Get("0"); v == nil || !vm.IsString(v) {
			panic(m.rt.NewTypeError("Language ID should be string or object."))
		}
	}
	if !vm.IsString(v) { // a number or a boolean contains no locales
		return
	}
	if name := v.String(); !strings.EqualFold(name, "en-US") && !strings.EqualFold(name, "en") {
		m.rangeError(fmt.Sprintf("Incorrect locale information provided: %q is not supported, only \"en-US\" is", name))
	}
}

// An options is the object with the options of a call, or nil.
type options struct {
	m *methods
	o *vm.Object
	// of is the method's name, and supported lists its options. Both are for messages.
	of, supported string
}

// optionsOf returns the options of a call. Values other than objects have none.
func (m *methods) optionsOf(v vm.Value, of, supported string) options {
	if vm.IsNull(v) {
		panic(m.rt.NewTypeError("Cannot convert undefined or null to object"))
	}
	o, _ := v.(*vm.Object)
	return options{m, o, of, supported}
}

// get returns an option, or nil if it is not set.
func (o options) get(name string) vm.Value {
	if o.o == nil {
		return nil
	}
	if v := o.o.Get(name); v != nil && !vm.IsUndefined(v) {
		return v
	}
	return nil
}

// refuse throws if one of the named options has another value than its default.
func (o options) refuse(defaults map[string]string, names ...string) {
	for _, name := range names {
		if v := o.get(name); v != nil && (defaults[name] == "" || v.String() != defaults[name]) {
			o.m.rangeError("The option " + name + " of " + o.of + " is not supported, only " + o.supported + " are")
		}
	}
}

// oneOf returns an option with one of the given words, or "" if it is not set.
func (o options) oneOf(name string, words ...string) string {
	v := o.get(name)
	if v == nil {
		return ""
	}
	for _, word := range words {
		if v.String() == word {
			return word
		}
	}
	o.m.rangeError("Value " + v.String() + " out of range for " + o.of + " options property " + name)
	return ""
}

// list is toLocaleString of typed arrays: the elements' results separated by commas. length is the
// getter of their length.
func (m *methods) list(values, length native) native {
	return func(call vm.FunctionCall) vm.Value {
		o := call.This.ToObject(m.rt)
		values(vm.FunctionCall{This: o}) // throws for other objects, and for one without its buffer
		n := length(vm.FunctionCall{This: o}).ToInteger()
		return m.join(call, o, n)
	}
}

// array is toLocaleString of arrays, and of anything with a length. The engine's passes no arguments
// on to the elements. An array in itself is empty.
func (m *methods) array(call vm.FunctionCall) vm.Value {
	o := call.This.ToObject(m.rt)
	if slices.Contains(m.around, o) {
		return m.rt.ToValue("")
	}
	m.around = append(m.around, o)
	defer func() { m.around = m.around[:len(m.around)-1] }()
	n := int64(0)
	if v := o.Get("length"); v != nil {
		n = v.ToInteger()
	}
	return m.join(call, o, n)
}

// join returns the texts of n elements.
func (m *methods) join(call vm.FunctionCall, o *vm.Object, n int64) vm.Value {
	var text vm.StringBuilder
	comma := m.rt.ToValue(",").(vm.String)
	for i := range n {
		if i > 0 {
			text.WriteString(comma)
		}
		v := o.Get(m.rt.ToValue(i).String())
		if vm.IsNullish(v) {
			continue
		}
		fn, ok := vm.AssertFunction(v.ToObject(m.rt).Get("toLocaleString"))
		if !ok {
			panic(m.rt.NewTypeError("toLocaleString of element %d is not a function", i))
		}
		local := vm.Must(fn(v, call.Argument(0), call.Argument(1)))
		text.WriteString(vm.TextOf(m.rt, local))
	}
	return text.String()
}
