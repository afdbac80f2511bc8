package sandbox

// The outcome of a call: its result, or the limit or error that ended it. Loop, as call.

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
	"github.com/wakeful-go/wakeful/sandbox/internal/engine"
)

func (c *call) result() (any, error) {
	out := c.instance.Out()
	if !c.emit(len(out)) {
		return nil, &LimitError{Limit: ErrOutput}
	}
	if c.sandbox.link != nil {
		return rawValue(bytes.Clone(out)), nil
	}
	return decoded(out)
}

// decoded is a value that leaves the sandbox.
func decoded(text []byte) (any, error) {
	v, err := codec.Decode(text)
	switch {
	case errors.Is(err, codec.ErrSparse):
		return nil, &LimitError{Limit: ErrOutput}
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrEngine, err)
	}
	return v, nil
}

// emit counts what leaves the sandbox.
func (c *call) emit(n int) bool {
	c.output += n
	return c.output <= c.sandbox.config.Output
}

// failure is the error of the call.
func (c *call) failure() error {
	var stack string
	var script *ScriptError
	if c.err == nil && c.status != engine.Pending && c.status != engine.Fulfilled {
		out := c.instance.Out()
		if c.limit == nil && !c.emit(len(out)) {
			return &LimitError{Limit: ErrOutput}
		}
		if len(out) <= c.sandbox.config.Output { // else it was thrown while the script was being ended
			v, err := decoded(out)
			if err != nil {
				return err
			}
			script = thrown(v)
			c.modules.locate(script)
			stack = script.Stack
		}
	}
	limit := c.limit
	switch {
	case limit != nil:
	case c.instance.Exhausted():
		limit = ErrMemory
	case errors.Is(c.err, engine.ErrStack) || isStackOverflow(script):
		limit = ErrStack
	case errors.Is(c.err, engine.ErrTrap):
		return fmt.Errorf("%w: %w", ErrEngine, c.err)
	case c.err != nil:
		return c.err
	default:
		return script
	}
	if limits[limit] {
		return &LimitError{Limit: limit, Stack: stack}
	}
	return limit
}

var limits = map[error]bool{ErrMemory: true, ErrCPU: true, ErrWall: true, ErrStack: true, ErrOutput: true, ErrPending: true, ErrToolCalls: true}

// isStackOverflow recognizes the error that JavaScript's own limit of the stack throws.
func isStackOverflow(script *ScriptError) bool {
	return script != nil && script.Name == "RangeError" && script.Message == "Maximum call stack size exceeded"
}
