package vm

import (
	"errors"
	"reflect"
	"sync"
	"unicode/utf16"

	"github.com/wakeful-go/wakeful/js/internal/backtrack"
)

// This file owns the matching of regular expressions that can be stopped. The engine matches most
// patterns with RE2, in a time that is proportional to the text. Patterns that RE2 does not have,
// and every search that does not begin at the start of the text, go to a library that tries all
// ways to match and cannot be stopped. BoundRegExps puts package backtrack into its place.

// patterns describes the engine's structure of a regular expression. It is the same for all
// runtimes.
type patterns struct {
	known                                                  bool
	object                                                 reflect.Type
	self, pattern                                          int
	source, linear                                         int
	global, sticky, unicode, multiline, dotAll, ignoreCase int
}

var learnPatterns = sync.OnceValue(func() (p patterns) {
	rt := newEngine()
	v, err := rt.RunString("/x/")
	if err != nil {
		return p
	}
	self, ok := reflect.TypeFor[Object]().FieldByName("self")
	if !ok || len(self.Index) != 1 {
		return p
	}
	p.self = self.Index[0]
	p.object = reflect.ValueOf(v).Elem().Field(p.self).Elem().Type()
	field := func(t reflect.Type, name string, kind reflect.Kind, at *int) (reflect.StructField, bool) {
		f, ok := t.FieldByName(name)
		if !ok || f.Type.Kind() != kind || len(f.Index) != 1 {
			return f, false
		}
		*at = f.Index[0]
		return f, true
	}
	if p.object.Kind() != reflect.Pointer {
		return p
	}
	pattern, ok := field(p.object.Elem(), "pattern", reflect.Pointer, &p.pattern)
	if !ok {
		return p
	}
	t := pattern.Type.Elem()
	for _, f := range []struct {
		name string
		kind reflect.Kind
		at   *int
	}{
		{"src", reflect.String, &p.source}, {"regexpWrapper", reflect.Pointer, &p.linear}, {"global", reflect.Bool, &p.global},
		{"sticky", reflect.Bool, &p.sticky}, {"unicode", reflect.Bool, &p.unicode}, {"multiline", reflect.Bool, &p.multiline},
		{"dotAll", reflect.Bool, &p.dotAll}, {"ignoreCase", reflect.Bool, &p.ignoreCase},
	} {
		if _, ok := field(t, f.name, f.kind, f.at); !ok {
			return p
		}
	}
	p.known = true
	return p
})

// patternOf returns the engine's pattern of a regular expression.
func (p *patterns) patternOf(o *Object) (pattern reflect.Value, ok bool) {
	self := reflect.ValueOf(o).Elem().Field(p.self).Elem()
	if self.Type() != p.object {
		return pattern, false
	}
	return self.Elem().Field(p.pattern).Elem(), true
}

// bounded matches the regular expressions of one runtime. Loop goroutine only.
type bounded struct {
	rt       *Runtime
	patterns patterns
	engine   native // exec
	exec     *Object
	check    func()
	calls    int
	programs map[patternKey]*backtrack.Program

	// The text of the last match, because a search goes on in the same one.
	text    String
	runes   []rune
	offsets []int // for a text with pairs of surrogates and the flag u: positions of the runes
	wide    bool  // the runes are code points
}

type patternKey struct {
	source                               string
	multiline, dotAll, ignoreCase, wider bool
}

// mostPrograms is how many compiled patterns a runtime keeps.
const mostPrograms = 256

// BoundRegExps makes the matching of regular expressions stop when the script is interrupted. It is
// called before any program runs. With an unknown version of the engine it does nothing.
func BoundRegExps(rt *Runtime) {
	c := correctionsOf(rt)
	c.bounded = true
	if c.expressions != nil {
		c.bound(c.engineRegExp().Get("prototype").ToObject(rt))
	}
}

// bound replaces the methods of a prototype.
func (c *corrections) bound(prototype *Object) {
	rt := c.rt
	b := &bounded{rt: rt, patterns: learnPatterns(), programs: map[patternKey]*backtrack.Program{}}
	if !b.patterns.known {
		return
	}
	b.check = c.nesting.noop // the engine raises a waiting interrupt
	b.engine, _ = replaceNative(rt, prototype, "exec", func(native) native { return b.execute })
	b.exec = prototype.Get("exec").(*Object)
	replaceNative(rt, prototype, "test", func(native) native { return b.test })
}

// test is RegExp.prototype.test. It calls the method exec, as the specification says.
func (b *bounded) test(call FunctionCall) Value {
	o, ok := call.This.(*Object)
	if !ok {
		panic(b.rt.NewTypeError("RegExp.prototype.test was called on a value that is no object"))
	}
	text := textOf(b.rt, call.Argument(0))
	exec := o.Get("exec")
	if exec != nil && !exec.SameAs(b.exec) {
		if own, ok := AssertFunction(exec); ok {
			result, err := own(o, text)
			if err != nil {
				panic(err)
			}
			if _, isObject := result.(*Object); !isObject && !IsNull(result) {
				panic(b.rt.NewTypeError("the method exec of the regular expression has returned neither an object nor null"))
			}
			return b.rt.ToValue(!IsNull(result))
		}
	}
	return b.rt.ToValue(!IsNull(b.execute(FunctionCall{This: o, Arguments: []Value{text}})))
}

// execute is RegExp.prototype.exec.
func (b *bounded) execute(call FunctionCall) Value {
	o, ok := call.This.(*Object)
	if !ok {
		return b.engine(call)
	}
	pattern, ok := b.patterns.patternOf(o)
	if !ok {
		return b.engine(call) // it throws
	}
	if b.calls++; b.calls&63 == 0 {
		b.check()
	}
	text := textOf(b.rt, call.Argument(0))
	p := &b.patterns
	global, sticky := pattern.Field(p.global).Bool(), pattern.Field(p.sticky).Bool()
	last := lengthOf(o.Get("lastIndex"))
	if !global && !sticky {
		last = 0
	}
	if last == 0 && !pattern.Field(p.linear).IsNil() {
		return b.engine(FunctionCall{This: o, Arguments: []Value{text}})
	}
	if last > int64(text.Length()) {
		b.setLast(o, 0)
		return Null()
	}
	program := b.program(pattern)
	start := b.read(text, int(last), pattern.Field(p.unicode).Bool())
	groups, err := program.Match(b.runes, start, sticky, b.check)
	if err != nil {
		panic(NewError(b.rt, "RangeError", "Invalid regular expression: "+err.Error()))
	}
	if groups == nil {
		if global || sticky {
			b.setLast(o, 0)
		}
		return Null()
	}
	if b.wide {
		for i, at := range groups {
			if at >= 0 {
				groups[i] = b.offsets[at]
			}
		}
	}
	if global || sticky {
		b.setLast(o, groups[1])
	}
	return b.result(text, groups, program.Names())
}

func lengthOf(v Value) int64 {
	if v == nil {
		return 0
	}
	return max(0, v.ToInteger())
}

// setLast sets lastIndex. It throws if that cannot be written.
func (b *bounded) setLast(o *Object, index int) {
	if err := o.Set("lastIndex", index); err != nil {
		panic(err)
	}
}

// program returns the compiled pattern.
func (b *bounded) program(pattern reflect.Value) *backtrack.Program {
	p := &b.patterns
	key := patternKey{
		pattern.Field(p.source).String(), pattern.Field(p.multiline).Bool(), pattern.Field(p.dotAll).Bool(),
		pattern.Field(p.ignoreCase).Bool(), pattern.Field(p.unicode).Bool(),
	}
	if program := b.programs[key]; program != nil {
		return program
	}
	program, err := backtrack.Compile(key.source, key.multiline, key.dotAll, key.ignoreCase, key.wider)
	if err != nil {
		panic(NewError(b.rt, "SyntaxError", "Invalid regular expression: "+err.Error()))
	}
	if len(b.programs) >= mostPrograms {
		clear(b.programs)
	}
	b.programs[key] = program
	return program
}

// read makes runes of a text, and returns where among them a position is.
func (b *bounded) read(text String, at int, unicode bool) (start int) {
	if b.text == nil || b.wide && !unicode || b.offsets == nil && unicode || !b.text.SameAs(text) {
		b.text, b.offsets = text, nil
		b.runes = make([]rune, 0, text.Length())
		b.wide = false
		for i := 0; i < text.Length(); i++ {
			unit := rune(text.CharAt(i))
			if unicode {
				b.offsets = append(b.offsets, i)
				if utf16.IsSurrogate(unit) && i+1 < text.Length() {
					if pair := utf16.DecodeRune(unit, rune(text.CharAt(i+1))); pair != '\uFFFD' {
						unit = pair
						i++
						b.wide = true
					}
				}
			}
			b.runes = append(b.runes, unit)
			if i&(1<<16-1) == 0 {
				b.check()
			}
		}
		if unicode {
			b.offsets = append(b.offsets, text.Length())
		}
	}
	if !b.wide {
		return at
	}
	low, high := 0, len(b.offsets)
	for low < high { // the rune that the position is in
		if middle := (low + high) / 2; b.offsets[middle] <= at {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return max(0, low-1)
}

// result returns what exec returns for a match.
func (b *bounded) result(text String, groups []int, names []string) Value {
	values := make([]any, len(groups)/2)
	for i := range values {
		values[i] = Undefined()
		if from := groups[2*i]; from >= 0 {
			values[i] = text.Substring(from, groups[2*i+1])
		}
	}
	array := b.rt.NewArray(values...)
	var named *Object
	for i, name := range names {
		if name == "" || i >= len(values) {
			continue
		}
		if named == nil {
			named = b.rt.CreateObject(nil)
		}
		_ = named.Set(name, values[i])
	}
	properties := []struct {
		name  string
		value Value
	}{{"index", b.rt.ToValue(groups[0])}, {"input", text}, {"groups", Undefined()}}
	if named != nil {
		properties[2].value = named
	}
	for _, property := range properties {
		if err := array.DefineDataProperty(property.name, property.value, FlagTrue, FlagTrue, FlagTrue); err != nil {
			panic(errors.Join(errUnusable, err))
		}
	}
	return array
}

// errUnusable cannot happen: a new array takes any property.
var errUnusable = errors.New("vm: a new array refuses a property")
