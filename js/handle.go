package js

import (
	"maps"
	"math"
	"weak"

	"github.com/wakeful-go/wakeful/js/internal/lib"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the handles that setTimeout, setInterval and setImmediate return. They are Go
// objects, so making one is cheap and each refers to its timer.

// properties are the properties that a program has added to a handle: an object without a prototype.
// Nearly always there are none, and it is nil.
type properties struct{ added *vm.Object }

func (p *properties) get(name string) vm.Value {
	if p.added == nil {
		return nil
	}
	return p.added.Get(name)
}

func (p *properties) set(rt *vm.Runtime, name string, v vm.Value) bool {
	if p.added == nil {
		p.added = rt.CreateObject(nil)
	}
	return p.added.Set(name, v) == nil
}

// Delete removes an added property.
func (p *properties) Delete(name string) bool {
	if p.added != nil {
		_ = p.added.Delete(name)
	}
	return true
}

func (p *properties) keys(names []string) []string {
	if p.added == nil {
		return names
	}
	return append(names, p.added.Keys()...)
}

// Get returns a property. The property with the empty name is for the trampoline.
func (t *timeout) Get(key string) vm.Value {
	r := t.runtime
	switch key {
	case "":
		return r.beginTask(t.task)
	case "_idleTimeout":
		return r.vm.ToValue(t.delay)
	case "_onTimeout":
		if t.cleared {
			return vm.Null()
		}
		return t.task.fn
	case "_repeat":
		if t.repeat == 0 {
			return vm.Null()
		}
		return r.vm.ToValue(t.repeat)
	case "_destroyed":
		return r.vm.ToValue(t.gone)
	}
	return t.get(key)
}

// Set adds a property. Setting _repeat turns a timeout into an interval, and setting _onTimeout
// replaces the function.
func (t *timeout) Set(key string, v vm.Value) bool {
	if key == "_repeat" {
		t.repeat = 0
		if !vm.IsNullish(v) {
			t.repeat = t.runtime.delay(v)
		}
		if ts := &t.runtime.timers; ts.current == t {
			ts.again = fromNow
		}
		return true
	}
	// A timer without its function does not fire, and one with a negative time, which its own
	// callback sets, does not fire again.
	switch {
	case key == "_onTimeout" && !v.ToBoolean():
		t.runtime.timers.clear(t)
		return true
	case key == "_onTimeout" && callable(v):
		t.task.fn = t.runtime.inContext(v)
		return true
	case key == "_idleTimeout" && t.list == nil && v.ToFloat() < 0:
		t.delay = -1
		return true
	}
	return t.set(t.runtime.vm, key, v)
}

// Has reports whether there is a property.
func (t *timeout) Has(key string) bool { return key != "" && t.Get(key) != nil }

// Keys returns the names that util.inspect shows.
func (t *timeout) Keys() []string {
	return t.keys([]string{"_idleTimeout", "_onTimeout", "_repeat", "_destroyed"})
}

// Get returns a property. The property with the empty name is for the trampoline.
func (i *immediate) Get(key string) vm.Value {
	switch key {
	case "":
		if i.args != nil {
			return i.runtime.beginTask(task{fn: i.fn, args: *i.args})
		}
		return i.fn
	case "_onImmediate":
		if i.gone {
			return vm.Null()
		}
		return i.fn
	case "_destroyed":
		return i.runtime.vm.ToValue(i.gone)
	}
	return i.get(key)
}

// Set adds a property.
func (i *immediate) Set(key string, v vm.Value) bool {
	return i.set(i.runtime.vm, key, v)
}

// Has reports whether there is a property.
func (i *immediate) Has(key string) bool { return key != "" && i.Get(key) != nil }

// Keys returns the names that util.inspect shows.
func (i *immediate) Keys() []string {
	return i.keys([]string{"_onImmediate", "_destroyed"})
}

// refer implements ref and unref.
func (t *timeout) refer(r *Runtime, ref bool) {
	if t.ref == ref {
		return
	}
	t.ref = ref
	if t.gone {
		return
	}
	if ref {
		r.timers.refs++
		r.scripts.track(t, t.alive)
	} else {
		r.timers.refs--
		r.scripts.untrack(t)
	}
}

// delay converts a delay as Node does: to milliseconds from 1 to 2^31-1, or to 1 if the value is
// outside this range.
func (r *Runtime) delay(v vm.Value) float64 {
	if v == nil || vm.IsUndefined(v) {
		return 1
	}
	after := v.ToFloat()
	if after >= 1 && after <= longest {
		return after
	}
	if after > longest {
		r.warn("TimeoutOverflowWarning", v.String()+" does not fit into a 32-bit signed integer.\nTimeout duration was set to 1.", "")
	}
	return 1
}

func (r *Runtime) newTimeout(c vm.FunctionCall, repeats bool) vm.Value {
	r.begins()
	fn := c.Argument(0)
	if !callable(fn) {
		panic(r.invalidCallback(fn))
	}
	r.admitTimer()
	t := &timeout{runtime: r, task: task{fn: r.inContext(fn)}, ref: true, evaluation: r.meter.current}
	if len(c.Arguments) > 1 {
		t.delay = r.delay(c.Arguments[1])
	} else {
		t.delay = 1
	}
	if repeats {
		t.repeat = t.delay
	}
	if len(c.Arguments) > 2 {
		t.task.args = append([]vm.Value(nil), c.Arguments[2:]...)
	}
	t.handle = r.vm.NewDynamicObject(t)
	_ = t.handle.SetPrototype(r.timeoutPrototype())
	r.timers.startWaiting(t)
	return t.handle
}

func (r *Runtime) setTimeout(c vm.FunctionCall) vm.Value { return r.newTimeout(c, false) }

func (r *Runtime) setInterval(c vm.FunctionCall) vm.Value { return r.newTimeout(c, true) }

// clearTimeout is also clearInterval. Its argument is a handle or a handle's primitive value.
func (r *Runtime) clearTimeout(c vm.FunctionCall) vm.Value {
	switch v := c.Argument(0).(type) {
	case *vm.Object:
		if t, ok := lib.As[*timeout](v); ok {
			r.timers.clear(t)
		}
	default:
		if vm.IsNumber(v) || vm.IsString(v) {
			id := v.ToFloat()
			if t := r.timers.known(int64(id)); t != nil && id == math.Trunc(id) {
				r.timers.clear(t)
			}
		}
	}
	return vm.Undefined()
}

// identity returns the primitive value of a timer.
func (ts *timers) identity(t *timeout) int64 {
	if t.id == 0 {
		ts.last++
		t.id = ts.last
		if ts.byID == nil {
			ts.byID = map[int64]weak.Pointer[timeout]{}
		}
		if len(ts.byID) >= 2*ts.swept+64 {
			maps.DeleteFunc(ts.byID, func(_ int64, p weak.Pointer[timeout]) bool { return p.Value() == nil })
			ts.swept = len(ts.byID)
		}
		ts.byID[t.id] = weak.Make(t)
	}
	return t.id
}

// known returns the timer with a primitive value. It returns nil if the timer has fired since it
// got the value.
func (ts *timers) known(id int64) *timeout { return ts.byID[id].Value() }
