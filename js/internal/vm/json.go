package vm

import "slices"

import "reflect"

// This file makes JSON.stringify interruptible for deep or large values. The engine writes nested
// values by recursion, compares each object with all objects around it, and does not check for an
// interrupt. So the size of the value is determined first, which takes a few hundredths of the time
// of writing it.

// manyValues is how many values the engine writes without a check for an interrupt.
const manyValues = 100_000

type json struct {
	rt      *Runtime
	nesting *nesting
	shapes  *shapes
}

func replaceJSON(c *corrections, object *Object) {
	j := &json{c.rt, &c.nesting, shapesOf()}
	if parse, ok := object.Get("parse").(*Object); ok {
		c.parseJSON, _ = parse.Export().(native)
	}
	replaceNative(c.rt, object, "stringify", j.stringify)
}

// ParseJSON is JSON.parse, whatever the program has put into its place. Loop goroutine only.
func ParseJSON(rt *Runtime, text Value) (v Value, err error) {
	c := correctionsOf(rt)
	c.intrinsic("JSON")
	err = Try(rt, func() error {
		v = c.parseJSON(FunctionCall{This: Undefined(), Arguments: []Value{text}})
		return nil
	})
	return v, err
}

func (j *json) stringify(engine native) native {
	return func(c FunctionCall) Value {
		o, isObject := c.Argument(0).(*Object)
		if !isObject {
			return engine(c)
		}
		j.nesting.enter()
		defer j.nesting.leave()
		replacer, given := AssertFunction(c.Argument(1))
		_, list := c.Argument(1).(*Object)
		sight := inspection{shapes: j.shapes, left: manyValues}
		switch sight.visit(reflect.ValueOf(o)); {
		case sight.deep:
			panic(NewError(j.rt, "RangeError", "Maximum call stack size exceeded"))
		case sight.left > 0, list && !given:
			return engine(c)
		}
		w := &writing{json: j}
		arguments := []Value{o, nil, c.Argument(2)}
		arguments[1] = j.rt.ToValue(func(call FunctionCall) Value {
			w.enter(call.This)
			if !given {
				return call.Argument(1)
			}
			replaced, err := replacer(call.This, call.Arguments...)
			if err != nil {
				panic(err)
			}
			return replaced
		})
		return engine(FunctionCall{This: c.This, Arguments: arguments})
	}
}

// inspection counts the values in a value without calling the program.
type inspection struct {
	shapes *shapes
	left   int       // values that may still be visited; 0 when there are more, or when something is unknown
	path   []uintptr // objects around the current value
	deep   bool
}

// visit visits an object. o is a pointer to it.
func (s *inspection) visit(o reflect.Value) {
	if !s.shapes.known {
		s.left = 0
	}
	if s.left == 0 || s.deep {
		return
	}
	s.left--
	if len(s.path) >= deepestNative {
		seen := map[uintptr]bool{}
		for _, o := range s.path {
			if seen[o] {
				s.left = 0 // a cycle, for which the engine throws
				return
			}
			seen[o] = true
		}
		s.deep = true
		return
	}
	s.path = append(s.path, o.Pointer())
	defer func() { s.path = s.path[:len(s.path)-1] }()
	v := o.Elem().Field(s.shapes.self).Elem()
	switch v.Type() {
	case s.shapes.array:
		values := v.Elem().Field(s.shapes.values)
		if v.Elem().Field(s.shapes.length).Uint() > uint64(s.left) {
			s.left = 0
			return
		}
		for i := range values.Len() {
			s.value(values.Index(i))
		}
		return
	case s.shapes.proxy:
		s.left = 0
		return
	}
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return
	}
	properties := v.Elem().FieldByName("values")
	if !properties.IsValid() || properties.Kind() != reflect.Map {
		return
	}
	for entries := properties.MapRange(); entries.Next(); {
		s.value(entries.Value())
	}
}

func (s *inspection) value(v reflect.Value) {
	if s.left == 0 || s.deep {
		return
	}
	element := v.Elem()
	if !element.IsValid() || element.Kind() != reflect.Pointer || element.Type() != pointerToObject {
		s.left--
		return
	}
	s.visit(element)
}

// writing is one call of JSON.stringify that checks for interrupts.
type writing struct {
	json    *json
	holders []Value // the objects around the current value, outermost first
	written int64
}

// enter is called with the object that holds the next value.
func (w *writing) enter(holder Value) {
	if w.written++; w.written&0xfff == 0 {
		w.json.nesting.noop()
	}
	for i, h := range slices.Backward(w.holders) {
		if h == holder {
			w.holders = w.holders[:i+1]
			return
		}
	}
	if len(w.holders) >= deepestNative {
		panic(NewError(w.json.rt, "RangeError", "Maximum call stack size exceeded"))
	}
	w.holders = append(w.holders, holder)
}
