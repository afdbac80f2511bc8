package js

import (
	"context"

	"github.com/wakeful-go/wakeful/internal/jsprogram"
	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// WithEngineThen keeps the engine's own Promise.prototype.then, as the build tag wakeful_purego
// does.
func WithEngineThen() Option {
	return Option{func(s *settings) error {
		s.engineThen = true
		return nil
	}}
}

// EvalScript is Eval for a script with a name, which stacks show.
func (r *Runtime) EvalScript(ctx context.Context, name, source string) (any, error) {
	program, err := compileScript(name, source)
	if err != nil {
		return nil, err
	}
	return r.await(ctx, "EvalScript", func(*evaluation) (Value, error) { return r.vm.RunProgram(program) })
}

// Main runs a file as a program, see package jsprogram.
func (r *Runtime) Main(ctx context.Context, path string) (code int, err error) {
	return jsprogram.File(ctx, r, path)
}

// MainString runs a script as a program, see package jsprogram.
func (r *Runtime) MainString(ctx context.Context, name, source string) (code int, err error) {
	return jsprogram.String(ctx, r, name, source)
}

// Blind makes a runtime that has run nothing behave as if the engine's queue of promise jobs could
// not be inspected.
func Blind(r *Runtime) { r.order.visible = false }

// Repairs reports whether checkpoints repair the engine's stacks after an interrupt.
var Repairs = vm.Repairs
