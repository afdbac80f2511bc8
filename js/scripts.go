package js

import (
	"fmt"
	"math"
	"strings"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns what package telemetry sees of scripts. A callback of the loop runs many callbacks
// of a script, one after the other, so a watched loop is to be asked between those, and samples are
// to be of those. Everything here belongs to the loop's goroutine, unless it says otherwise.

// scripts are a runtime's scripts as an observer of the loop sees them.
type scripts struct {
	loop   observe.Loop
	shared *observe.Scripts
	// recorder is that of the sample which is being taken, nil for none; began is when it began.
	recorder *observe.Recorder
	began    int64
	key      string // of the callback, see observe.Key
}

func (s *scripts) init(loop *wakeful.Loop) {
	s.loop = observe.Open(loop)
	s.shared = s.loop.Scripts()
	stack := scriptStack
	s.shared.Stack.Store(&stack)
}

// between is called before each callback of a script: the one before has returned.
func (s *scripts) between() {
	if s.recorder != nil {
		if s.recorder == s.shared.Recorder {
			s.recorder.Add(observe.Key{Script: s.key}, observe.PhaseScripts, s.recorder.Clock()-s.began)
		}
		s.recorder = nil
	}
	if s.shared.Attention.Load() != 0 {
		s.shared.Answer()
	}
}

// begin is called with the next callback, or undefined. It begins a sample if one is due.
func (s *scripts) begin(r *Runtime, callback vm.Value) {
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

// describe returns the name, file and line of the function behind a callback, each on a line.
func (r *Runtime) describe(callback vm.Value) string {
	if o, ok := callback.(*vm.Object); ok {
		if o == r.natives.apply {
			callback = r.order.args.fn
		} else if handle, ok := o.Export().(interface{ function() vm.Value }); ok {
			callback = handle.function()
		}
	}
	name, file, line := vm.FunctionPlace(callback)
	if name == "" {
		name = "(anonymous)"
	}
	return fmt.Sprintf("%s\n%s\n%d", name, file, line)
}

func (t *timeout) function() vm.Value   { return t.task.fn }
func (i *immediate) function() vm.Value { return i.task.fn }

// track records a timer that keeps the loop alive, and where the script has made it.
func (s *scripts) track(r *Runtime, t *timeout) {
	if !s.loop.Tracking() || t.gone {
		return
	}
	a := observe.Alive{Kind: "Timeout"}
	if t.repeat > 0 {
		a.Kind = "Interval"
	}
	if t.task.fn != nil {
		name, file, line := vm.FunctionPlace(t.task.fn)
		if name == "" {
			name = "(anonymous)"
		}
		a.Detail = fmt.Sprintf("%s (%s:%d), %.0f ms", name, file, line, t.delay)
	} else {
		a.Detail = fmt.Sprintf("of the runtime, %.0f ms", t.delay)
	}
	for _, f := range r.vm.CaptureCallStack(16, nil) {
		if p := f.Position(); p.Line > 0 && !strings.HasPrefix(p.Filename, "wakeful:") {
			a.Script = append(a.Script, fmt.Sprintf("%s (%s)", f.FuncName(), p))
		}
	}
	s.loop.Track(t, a)
}

// untrack ends that.
func (s *scripts) untrack(t *timeout) {
	if s.loop.Tracking() {
		s.loop.Untrack(t)
	}
}
