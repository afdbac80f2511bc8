package vm

import (
	"reflect"
	"sync"
	"weak"
)

// This file limits the length of chains of bound functions and of proxies. The engine follows a
// chain by recursion: a chain of a million took gigabytes of stack, and could not be interrupted.

// longestChain is the largest number of objects in a chain.
const longestChain = 1000

// chains records the depth of the chained objects of one runtime. Loop goroutine only.
type chains struct {
	rt     *Runtime
	shapes *shapes
	depths map[weak.Pointer[Object]]int // depths of objects that are not the first in their chain
	swept  int                          // len(depths) after the last removal of dead objects
}

// boundType is the engine's type of bound functions, nil if it is not known.
var boundType = sync.OnceValue(func() reflect.Type {
	function, err := newEngine().RunString("(function () {}).bind()")
	if err != nil || !shapesOf().known {
		return nil
	}
	return shapesOf().structureOf(function.(*Object)).Type()
})

func (c *corrections) chainState() *chains {
	if c.chains == nil {
		c.chains = &chains{rt: c.rt, shapes: shapesOf(), depths: map[weak.Pointer[Object]]int{}}
	}
	return c.chains
}

// bind replaces Function.prototype.bind.
func (c *chains) bind(engine native) native {
	if boundType() == nil {
		return engine
	}
	return func(call FunctionCall) Value {
		depth := c.depth(call.This)
		c.check(depth)
		made := engine(call)
		c.recordDepth(made, depth)
		return made
	}
}

// replaceProxy replaces the constructor Proxy by a proxy of it. A Go function as constructor would
// have a property prototype, which Proxy does not have.
func (f *corrections) replaceProxy(original *Object) Value {
	construct, ok := AssertConstructor(original)
	if !ok || boundType() == nil {
		return original
	}
	c := f.chainState()
	replaceNative(c.rt, original, "revocable", func(engine native) native {
		return func(call FunctionCall) Value {
			depth := max(c.depth(call.Argument(0)), c.depth(call.Argument(1)))
			c.check(depth)
			made := engine(call)
			c.recordDepth(made.ToObject(c.rt).Get("proxy"), depth)
			return made
		}
	})
	f.proxy = original
	f.replaced = c.rt.ToValue(c.rt.NewProxy(original, &ProxyTrapConfig{
		Construct: func(_ *Object, arguments []Value, _ *Object) *Object {
			depth := 0
			for _, v := range arguments[:min(2, len(arguments))] {
				depth = max(depth, c.depth(v))
			}
			c.check(depth)
			made, err := construct(original, arguments...)
			if err != nil {
				panic(err)
			}
			c.recordDepth(made, depth)
			return made
		},
	})).(*Object)
	return f.replaced
}

// depth returns the length of the chain that starts at an object, including the object.
func (c *chains) depth(v Value) int {
	o, ok := v.(*Object)
	if !ok {
		return 0
	}
	if t := c.shapes.structureOf(o).Type(); t != boundType() && t != c.shapes.proxy {
		return 0
	}
	return max(1, c.depths[weak.Make(o)])
}

func (c *chains) check(depth int) {
	if depth >= longestChain {
		panic(NewError(c.rt, "RangeError", "Maximum call stack size exceeded"))
	}
}

// recordDepth records the depth of a new object that refers to one with the given depth.
func (c *chains) recordDepth(v Value, depth int) {
	o, ok := v.(*Object)
	if !ok || depth == 0 {
		return
	}
	if len(c.depths) > 2*c.swept+64 {
		for key := range c.depths {
			if key.Value() == nil {
				delete(c.depths, key)
			}
		}
		c.swept = len(c.depths)
	}
	c.depths[weak.Make(o)] = depth + 1
}
