package sandbox

// Tools: functions of the host that scripts call.

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"time"
)

// Function is a function that New gives to scripts. Tool and Func make it.
type Function struct {
	tool *tool
	err  error
}

// tool is immutable.
type tool struct {
	name        string
	description string
	direct      bool // it runs on the loop, and scripts get its result instead of a promise
	maxCalls    int  // in a call of the script; 0: no limit
	atOnce      int  // likewise
	timeout     time.Duration
	input       reflect.Type
	output      reflect.Type
	call        func(ctx context.Context, input any) (any, error)
}

// ToolOption is an option of Tool.
type ToolOption struct{ apply func(*tool) error }

// Tool makes fn a function of scripts. The name may have dots: with "files.read", scripts call
// files.read({...}). It returns a promise. Scripts give one argument, which is converted to In as by
// As; others are ignored. If that is not possible, the promise is rejected with a TypeError that
// names the field. In may be struct{} for a function without argument. The result is converted
// as the arguments of Program.Call. An error rejects the promise with an Error of the same message,
// or with the name and message of a *ScriptError inside it.
//
// Each call of fn runs on a goroutine of its own (see wakeful.WithMaxWorkers), so fn may block, and
// it may run more than once at the same time. Its context has the values of that of the script's
// caller. It ends when that of the caller ends, at the timeout of the tool, and when the script's
// call ends, which does not wait for it. A panic of fn rejects the promise.
func Tool[In, Out any](name string, fn func(ctx context.Context, in In) (Out, error), options ...ToolOption) Function {
	return function(&tool{name: name}, fn, options)
}

// Func makes fn a function that returns its result to scripts at once, and throws its error. All else is
// as with Tool. It runs on the loop, between two steps of the script, so it must not block: use it for
// what takes microseconds, such as a look into a map. Its context is that of the script's caller.
// WithMaxConcurrent and WithTimeout are errors for it.
func Func[In, Out any](name string, fn func(ctx context.Context, in In) (Out, error), options ...ToolOption) Function {
	return function(&tool{name: name, direct: true}, fn, options)
}

func function[In, Out any](t *tool, fn func(ctx context.Context, in In) (Out, error), options []ToolOption) Function {
	name := t.name
	t.input, t.output = reflect.TypeFor[In](), reflect.TypeFor[Out]()
	if fn == nil {
		return Function{err: fmt.Errorf("%w: the tool %q has no function", ErrInvalidConfig, name)}
	}
	t.call = func(ctx context.Context, input any) (any, error) {
		in, _ := input.(In) // the conversion has made it of this type; a nil interface stays nil
		return fn(ctx, in)
	}
	var err error
	for _, o := range options {
		if o.apply == nil {
			err = errors.Join(err, fmt.Errorf("%w: the tool %q has an option that is the zero ToolOption", ErrInvalidConfig, name))
			continue
		}
		if bad := o.apply(t); bad != nil {
			err = errors.Join(err, fmt.Errorf("%w: the tool %q: %w", ErrInvalidConfig, name, bad))
		}
	}
	if t.direct && (t.atOnce > 0 || t.timeout > 0) {
		err = errors.Join(err, fmt.Errorf("%w: the function %q has WithMaxConcurrent or WithTimeout, and Func runs it on the loop; use Tool", ErrInvalidConfig, name))
	}
	return Function{t, err}
}

// WithDescription says what a tool is for. Declarations has it as a comment.
func WithDescription(text string) ToolOption {
	return ToolOption{func(t *tool) error {
		t.description = text
		return nil
	}}
}

// WithMaxCalls limits how often a call of a script calls a tool. One more ends the script's call with
// ErrToolCalls.
func WithMaxCalls(n int) ToolOption {
	return ToolOption{func(t *tool) error {
		t.maxCalls = n
		return atLeastOne("WithMaxCalls", n)
	}}
}

// WithMaxConcurrent limits how many calls of a tool run at the same time for a call of a script.
// Further ones wait in order.
func WithMaxConcurrent(n int) ToolOption {
	return ToolOption{func(t *tool) error {
		t.atOnce = n
		return atLeastOne("WithMaxConcurrent", n)
	}}
}

// WithTimeout limits how long each call of a tool takes: its context ends then. If the tool returns
// an error after that, the script gets an error with the name TimeoutError.
func WithTimeout(d time.Duration) ToolOption {
	return ToolOption{func(t *tool) error {
		t.timeout = d
		return atLeastOne("WithTimeout", int(d))
	}}
}

func atLeastOne(option string, n int) error {
	if n < 1 {
		return fmt.Errorf("%s needs more than zero, and got %d", option, n)
	}
	return nil
}

// toolName allows what can be written as a path of properties.
var toolName = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*(\.[A-Za-z_$][A-Za-z0-9_$]*)*$`)

// maxToolName is the length that engine/c/engine.c accepts.
const maxToolName = 200

func newTools(functions []Function) ([]*tool, error) {
	tools := make([]*tool, 0, len(functions))
	names := map[string]bool{}
	for i, f := range functions {
		switch {
		case f.err != nil:
			return nil, f.err
		case f.tool == nil:
			return nil, fmt.Errorf("%w: function %d is the zero Function; make it with Tool or Func", ErrInvalidConfig, i)
		case !toolName.MatchString(f.tool.name) || len(f.tool.name) > maxToolName:
			return nil, fmt.Errorf("%w: %q is no name of a tool; give names of JavaScript with dots between, as in files.read", ErrInvalidConfig, f.tool.name)
		case names[f.tool.name]:
			return nil, fmt.Errorf("%w: two tools have the name %s", ErrInvalidConfig, f.tool.name)
		}
		names[f.tool.name] = true
		tools = append(tools, f.tool)
	}
	return tools, nil
}

// ToolCall is a line of the audit.
type ToolCall struct {
	Program   string // the name of the script
	Tool      string
	Arguments []any // as the script gave them
	Result    any   // what the tool returned; nil after an error
	// Err is what the promise was rejected with, the limit that the call reached, or the end of the
	// script's call if the tool did not return before.
	Err      error
	Start    time.Time
	Duration time.Duration // zero for a tool that did not run
}
