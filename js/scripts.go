package js

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns what package telemetry sees of scripts. One callback of the loop runs many
// callbacks of a script, one after the other. So a watched loop answers between the callbacks of
// the script, and samples are of these callbacks. Everything here belongs to the loop's goroutine,
// unless it says otherwise.

// scripts are a runtime's scripts as an observer of the loop sees them.
type scripts struct {
	loop   observe.Loop
	shared *observe.Scripts
	// self is for Scripts.Running. What it points to is immutable.
	self *observe.Script
	// recorder is the recorder of the current sample, nil for none. began is when the sample began.
	recorder *observe.Recorder
	began    int64
	key      string // of the callback, see observe.Key
	// tracked has the things that the loop was told keep it alive, with the places where they were
	// created. It is empty without origins.
	tracked map[any][]string
	// origin is where the work was created whose result is being delivered, nil for none. The next
	// step of the work gets the same place.
	origin []string
}

func (s *scripts) init(r *Runtime) {
	s.loop = observe.Open(r.loop)
	s.shared = s.loop.Scripts()
	s.self = &observe.Script{Position: func() []string { return s.position(r) }, Stack: scriptStack}
}

// enter is called when JavaScript was entered. It returns what leave needs.
func (s *scripts) enter() (outer *observe.Script) {
	s.forget()
	if !s.shared.Observed {
		return nil
	}
	outer = s.shared.Running.Load()
	s.shared.Running.Store(s.self)
	return outer
}

// leave is called when JavaScript returns. The script that ran before, if any, runs again.
func (s *scripts) leave(outer *observe.Script) {
	if s.shared.Running.Load() == s.self { // otherwise the loop was not observed on entry
		s.shared.Running.Store(outer)
	}
}

// position returns the place of the running script in the program. Functions of the built-in
// modules are left out, unless no other has called them.
func (s *scripts) position(r *Runtime) []string {
	all := places(r.vm.CaptureCallStack(maxPlaces, nil))
	builtin := func(place string) bool { return strings.Contains(place, "(node:") }
	if own := slices.DeleteFunc(slices.Clone(all), builtin); len(own) > 0 {
		return own
	}
	if s.origin != nil {
		return s.origin
	}
	return all
}

// between is called before each callback of a script, after the one before has returned.
func (s *scripts) between() {
	if s.recorder != nil {
		if s.recorder == s.shared.Recorder {
			s.recorder.Add(observe.Key{Script: s.key}, observe.PhaseScripts, s.recorder.Clock()-s.began)
		}
		s.recorder = nil
	}
	s.origin = nil
	if s.shared.Attention.Load() != 0 {
		s.shared.Answer()
	}
}

// sampleIfDue is called with the next callback, or undefined. It begins a sample if one is due.
func (s *scripts) sampleIfDue(r *Runtime, callback vm.Value) {
	if s.shared.Countdown--; s.shared.Countdown >= 0 {
		return
	}
	switch {
	case s.shared.Recorder == nil:
		s.shared.Countdown = math.MaxInt64
	case vm.IsUndefined(callback):
		s.shared.Countdown = 0 // the next one
	default:
		s.shared.Countdown = s.shared.Recorder.Distance()
		s.recorder = s.shared.Recorder
		s.key = r.describe(callback)
		s.began = s.recorder.Clock()
	}
}

// forget drops a sample whose end was not seen: the script was interrupted.
func (s *scripts) forget() { s.recorder = nil }

// anonymous stands for the name of a function that has none.
const anonymous = "(anonymous)"

// describe returns the name, file and line of the function behind a callback, each on a line.
func (r *Runtime) describe(callback vm.Value) string {
	if o, ok := callback.(*vm.Object); ok {
		if o == r.natives.apply {
			callback = r.order.args.fn
		} else if handle, ok := vm.Implementing[interface{ function() vm.Value }](o); ok {
			callback = handle.function()
		}
	}
	name, file, line := vm.FunctionPlace(callback)
	return fmt.Sprintf("%s\n%s\n%d", cmp.Or(name, anonymous), file, line)
}

func (t *timeout) function() vm.Value   { return t.task.fn }
func (i *immediate) function() vm.Value { return i.fn }

// maxPlaces is the number of functions in a position.
const maxPlaces = 16

// places describes a call stack without the runtime's own scripts.
func places(frames []vm.StackFrame) (all []string) {
	for _, f := range frames {
		if p := f.Position(); p.Line > 0 && !strings.HasPrefix(p.Filename, internalSource) {
			all = append(all, fmt.Sprintf("%s (%s)", f.FuncName(), p))
		}
	}
	return all
}

// track records that key keeps the loop alive, and where the script has made it, if origins are
// recorded. describe returns the details.
func (s *scripts) track(key any, describe func() observe.Alive) {
	if !s.loop.Tracking() {
		return
	}
	a := describe()
	a.Script = s.self.Position()
	s.loop.Track(key, a)
	if s.tracked == nil {
		s.tracked = map[any][]string{}
	}
	s.tracked[key] = a.Script
}

// deliver is called before the result of work is delivered. It ends the tracking of the work.
func (s *scripts) deliver(w *work) {
	s.origin = s.tracked[w]
	s.untrack(w)
}

// untrack removes key again.
func (s *scripts) untrack(key any) {
	if len(s.tracked) == 0 {
		return
	}
	delete(s.tracked, key)
	s.loop.Untrack(key)
}

// untrackAll removes everything, because the runtime has ended.
func (s *scripts) untrackAll() {
	for key := range s.tracked {
		s.loop.Untrack(key)
	}
	s.tracked = nil
}

// alive describes a timer that keeps the loop alive.
func (t *timeout) alive() observe.Alive {
	a := observe.Alive{Kind: "Timeout", Detail: "of the runtime"}
	if t.repeat > 0 {
		a.Kind = "Interval"
	}
	if t.task.fn != nil {
		a.Detail = declaration(t.task.fn)
	}
	a.Detail = fmt.Sprintf("%s, %.0f ms", a.Detail, t.delay)
	return a
}

// alive describes an immediate that keeps the loop alive.
func (i *immediate) alive() observe.Alive {
	return observe.Alive{Kind: "Immediate", Detail: declaration(i.fn)}
}

// alive describes work of fs under the name that Node gives it.
func (w *work) alive() observe.Alive { return observe.Alive{Kind: "FSReqCallback"} }

// declaration returns the name of a function with the file and line where it is declared.
func declaration(fn vm.Value) string {
	name, file, line := vm.FunctionPlace(fn)
	return fmt.Sprintf("%s (%s:%d)", cmp.Or(name, anonymous), file, line)
}
