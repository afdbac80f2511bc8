package sandbox

// Calls of tools: from the script's arguments to the promise.

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
)

// toolUse is what a call of a script has used of a tool. Loop or coroutine, as call.
type toolUse struct {
	name    string
	calls   int
	running int
	waiting []*toolRun
}

// toolRun is a call of a tool.
type toolRun struct {
	call  *call
	tool  *tool
	use   *toolUse
	slot  int
	size  int // of its arguments, in bytes
	input any
	entry *ToolCall
}

// callTool begins a call of a tool, on the coroutine. The promise is settled later.
func (c *call) callTool(t *tool, slot int, text []byte, now time.Time) (result []byte, failed bool) {
	entry := &ToolCall{Program: c.program, Tool: t.name, Start: now}
	if c.given+len(text) > c.sandbox.config.Output { // before they become Go values, which are larger
		return c.exceed(entry, ErrOutput, now)
	}
	input, bad := c.arguments(t, text, entry)
	use := c.use(t)
	use.calls++
	switch {
	case t.maxCalls > 0 && use.calls > t.maxCalls:
		return c.exceed(entry, ErrToolCalls, now)
	case c.pending >= c.sandbox.config.Pending:
		return c.exceed(entry, ErrPending, now)
	case c.compiling:
		return c.refuse(entry, &ScriptError{Name: "Error", Message: t.name + " can be called in functions only: the module is being loaded"})
	case bad != nil:
		return c.refuse(entry, &ScriptError{Name: "TypeError", Message: bad.Error()})
	case t.direct:
		return c.callDirect(t, input, entry)
	}
	c.pending++
	c.given += len(text)
	run := &toolRun{c, t, use, slot, len(text), input, entry}
	if t.atOnce > 0 && use.running >= t.atOnce {
		use.waiting = append(use.waiting, run)
	} else {
		run.start()
	}
	return null, false
}

// arguments are what the tool gets, and the audit.
func (c *call) arguments(t *tool, text []byte, entry *ToolCall) (any, error) {
	if c.sandbox.config.Audit == nil {
		to := reflect.New(t.input).Elem()
		if codec.DecodeArgument(text, to, convertPrimitive) == nil {
			return to.Interface(), nil
		}
	}
	var err error
	if entry.Arguments, err = codec.DecodeArguments(text); err != nil {
		return nil, err
	}
	input, err := convertArguments(entry.Arguments, t.input)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.name, err)
	}
	return input, nil
}

func convertPrimitive(to reflect.Value, v any) error { return convert(to, v, "", 0) }

// use finds what was used of a tool. There are few tools.
func (c *call) use(t *tool) *toolUse {
	for _, u := range c.tools {
		if u.name == t.name {
			return u
		}
	}
	u := &toolUse{name: t.name}
	c.tools = append(c.tools, u)
	return u
}

func (c *call) audit(entry *ToolCall, err error) {
	entry.Err = err
	if c.sandbox.config.Audit != nil {
		c.sandbox.config.Audit(*entry)
	}
}

// refuse rejects the promise at once.
func (c *call) refuse(entry *ToolCall, err *ScriptError) ([]byte, bool) {
	c.audit(entry, err)
	return encodedError(err), true
}

// exceed ends the script.
func (c *call) exceed(entry *ToolCall, limit error, now time.Time) ([]byte, bool) {
	c.reach(limit, now)
	c.audit(entry, limit)
	return encodedError(&ScriptError{Name: "Error", Message: limit.Error()}), true
}

func encodedError(err *ScriptError) []byte {
	text, bad := codec.Encode(nil, err)
	if bad != nil { // of its cause
		text, _ = codec.Encode(nil, &ScriptError{Name: err.Name, Message: err.Message})
	}
	return text
}

func (c *call) contextOfTools() context.Context {
	if c.toolCtx == nil {
		c.toolCtx, c.cancel = context.WithCancelCause(c.ctx)
	}
	return c.toolCtx
}

// callDirect calls a function of Func, on the coroutine.
func (c *call) callDirect(t *tool, input any, entry *ToolCall) ([]byte, bool) {
	v, err := t.callRecovering(c.ctx, input)
	entry.Duration = time.Since(entry.Start)
	text, err := encodedResult(t, v, err)
	if err == nil {
		entry.Result = v
	}
	c.audit(entry, err)
	return text, err != nil
}

func (t *tool) callRecovering(ctx context.Context, input any) (v any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s panicked: %v", t.name, r)
		}
	}()
	return t.call(ctx, input)
}

// encodedResult is what the script gets: the result, or the error.
func encodedResult(t *tool, v any, err error) ([]byte, error) {
	if err == nil {
		var text []byte
		if text, err = codec.Encode(nil, v); err == nil {
			return text, nil
		}
		err = fmt.Errorf("the result of %s: %w", t.name, err)
	}
	var script *ScriptError
	if !errors.As(err, &script) {
		script = &ScriptError{Name: "Error", Message: err.Error()}
	}
	return encodedError(script), err
}

// auditWaiting tells the audit of calls that will not run, because the script's call has ended. Loop.
func (c *call) auditWaiting() {
	for _, use := range c.tools {
		for _, r := range use.waiting {
			c.audit(r.entry, errCallEnded)
		}
		use.waiting = nil
	}
}

// start calls the tool on a goroutine. Coroutine or loop.
func (r *toolRun) start() {
	r.use.running++
	r.entry.Start = time.Now()
	// The end of the loop ends the call, and with it the context of its tools.
	ctx := r.call.contextOfTools()
	err := r.call.loop.RunBlocking(context.Background(), func(context.Context) (any, error) { return r.run(ctx) }, r.done)
	if err != nil { // the loop is ending, and the call with it
		r.use.running--
		r.call.audit(r.entry, ErrClosed)
	}
}

// run is on the goroutine.
func (r *toolRun) run(ctx context.Context) (any, error) {
	if r.tool.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, r.tool.timeout, errToolTimeout)
		defer cancel()
	}
	if ctx.Err() != nil { // the script has ended before
		return nil, context.Cause(ctx)
	}
	v, err := r.tool.call(ctx, r.input)
	if err != nil && errors.Is(context.Cause(ctx), errToolTimeout) {
		err = &ScriptError{Name: "TimeoutError", Message: fmt.Sprintf("%s took longer than %s", r.tool.name, r.tool.timeout)}
	}
	return v, err
}

var errToolTimeout = errors.New("the tool's time is over")

// done settles the promise. Loop.
func (r *toolRun) done(v any, err error) {
	c, entry := r.call, r.entry
	entry.Duration = time.Since(entry.Start)
	r.use.running--
	c.given -= r.size
	if c.done {
		if err == nil {
			err = errCallEnded
		}
		c.audit(entry, err)
		return
	}
	text, err := encodedResult(r.tool, v, err)
	if err == nil {
		entry.Result = v
	}
	c.audit(entry, err)
	if c.ctx.Err() != nil { // the tool has returned because of that, and the script may not see it
		c.abort(context.Cause(c.ctx))
		return
	}
	if len(r.use.waiting) > 0 {
		next := r.use.waiting[0]
		r.use.waiting = r.use.waiting[1:]
		next.start()
	}
	c.settle(r.slot, entry.Err == nil, text)
}
