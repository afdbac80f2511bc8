package sandbox

// Calls of tools: from the script's arguments to the promise.

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
)

// toolUse is what a call of a script has used of a tool. Loop or coroutine, as call.
type toolUse struct {
	calls   int
	running int
	waiting []func()
}

// callTool begins a call of a tool, on the coroutine. The promise is settled later.
func (c *call) callTool(t *tool, slot int, text []byte, now time.Time) (result []byte, failed bool) {
	arguments, err := codec.DecodeArguments(text)
	entry := &ToolCall{Program: c.program, Tool: t.name, Arguments: arguments, Start: now}
	if err != nil {
		return c.refuse(entry, &ScriptError{Name: "TypeError", Message: err.Error()})
	}
	use := c.use(t)
	use.calls++
	if t.maxCalls > 0 && use.calls > t.maxCalls {
		return c.exceed(entry, ErrToolCalls, now)
	}
	if c.pending >= c.sandbox.config.Pending {
		return c.exceed(entry, ErrPending, now)
	}
	if c.compiling {
		return c.refuse(entry, &ScriptError{Name: "Error", Message: t.name + " can be called in functions only: the module is being loaded"})
	}
	input, err := convertArguments(arguments, t.input)
	if err != nil {
		return c.refuse(entry, &ScriptError{Name: "TypeError", Message: t.name + ": " + err.Error()})
	}
	if t.direct {
		return c.callDirect(t, input, entry)
	}
	c.pending++
	if t.atOnce > 0 && use.running >= t.atOnce {
		use.waiting = append(use.waiting, func() { c.runTool(t, slot, input, entry) })
		return null, false
	}
	c.runTool(t, slot, input, entry)
	return null, false
}

func (c *call) use(t *tool) *toolUse {
	if c.tools == nil {
		c.tools = map[string]*toolUse{}
	}
	if c.tools[t.name] == nil {
		c.tools[t.name] = &toolUse{}
	}
	return c.tools[t.name]
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

// runTool calls the tool on a goroutine. Coroutine or loop.
func (c *call) runTool(t *tool, slot int, input any, entry *ToolCall) {
	use := c.use(t)
	use.running++
	entry.Start = time.Now()
	err := c.loop.RunBlocking(c.contextOfTools(), func(ctx context.Context) (any, error) {
		if t.timeout > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeoutCause(ctx, t.timeout, errToolTimeout)
			defer cancel()
		}
		if ctx.Err() != nil { // the script has ended before
			return nil, context.Cause(ctx)
		}
		v, err := t.call(ctx, input)
		if err != nil && errors.Is(context.Cause(ctx), errToolTimeout) {
			err = &ScriptError{Name: "TimeoutError", Message: fmt.Sprintf("%s took longer than %s", t.name, t.timeout)}
		}
		return v, err
	}, func(v any, err error) { c.toolDone(t, slot, v, err, entry) })
	if err != nil { // the loop is ending, and the call with it
		use.running--
		c.audit(entry, ErrClosed)
	}
}

var errToolTimeout = errors.New("the tool's time is over")

// toolDone settles the promise. Loop.
func (c *call) toolDone(t *tool, slot int, v any, err error, entry *ToolCall) {
	entry.Duration = time.Since(entry.Start)
	use := c.use(t)
	use.running--
	if c.done {
		if err == nil {
			err = errCallEnded
		}
		c.audit(entry, err)
		return
	}
	text, err := encodedResult(t, v, err)
	if err == nil {
		entry.Result = v
	}
	c.audit(entry, err)
	if c.ctx.Err() != nil { // the tool has returned because of that, and the script may not see it
		c.abort(context.Cause(c.ctx))
		return
	}
	if len(use.waiting) > 0 {
		next := use.waiting[0]
		use.waiting = use.waiting[1:]
		next()
	}
	c.settle(slot, entry.Err == nil, text)
}
