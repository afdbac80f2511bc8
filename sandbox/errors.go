package sandbox

// Errors of calls.

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wakeful-go/wakeful/sandbox/internal/engine"
)

// Errors that a call ends with, for errors.Is. The limits come inside a *LimitError. After a limit
// the memory of the call is discarded, and so is an Instance.
var (
	ErrMemory    = errors.New("the script's memory is exhausted")
	ErrCPU       = errors.New("the script ran for too long")
	ErrWall      = errors.New("the call took too long")
	ErrStack     = errors.New("the script's stack is exhausted")
	ErrOutput    = errors.New("the script printed, returned or gave to tools too much")
	ErrPending   = errors.New("the script waits for too many tools at once")
	ErrToolCalls = errors.New("the script called a tool too often")

	// ErrNeverSettles is the error of a call that waits for a promise which nothing can settle: no
	// timer is set and no tool runs.
	ErrNeverSettles = errors.New("the script waits for a promise that nothing can settle any more")
	// ErrEngine is the error of a call that ended inside the engine, for example because of a fault
	// of it. The host is not affected.
	ErrEngine = errors.New("the engine failed")
	// ErrClosed is the error of calls after Close, and of those that it ends.
	ErrClosed = errors.New("the sandbox is closed")
	// ErrBusy is the error of a call of an Instance that is in a call.
	ErrBusy = errors.New("the instance is in a call")
	// ErrDiscarded is the error of a call of an Instance whose memory an earlier call made unusable.
	ErrDiscarded = errors.New("the instance was discarded after a call that reached a limit")
	// ErrOnLoop is the error of a blocking call on a loop of the sandbox, which would wait for itself.
	ErrOnLoop = errors.New("a call on the sandbox's loop would wait for itself: use CallAsync, or another goroutine")
	// ErrInvalidConfig is the error of New for a Config or a tool that cannot be.
	ErrInvalidConfig = errors.New("invalid configuration")
	// ErrInterpreted is the error of New where the engine cannot be compiled. See Config.Interpret.
	ErrInterpreted = engine.ErrInterpreted
)

// LimitError is the error of a call that used more than it may.
type LimitError struct {
	Limit error // one of ErrMemory, ErrCPU, ErrWall, ErrStack, ErrOutput, ErrPending, ErrToolCalls
	// Stack says where the script was, as in ScriptError. It is empty if the script was waiting, or
	// if the engine had to be ended inside a built-in function.
	Stack string
}

// Error returns the limit, and the first line of the stack that is of a script.
func (e *LimitError) Error() string {
	lines := strings.Split(e.Stack, "\n")
	ofScript := func(line string) bool {
		return line != "" && !strings.HasSuffix(line, "(native)") && !strings.Contains(line, "("+preludeName+":")
	}
	if n := slices.IndexFunc(lines, ofScript); n >= 0 {
		return e.Limit.Error() + ", " + strings.TrimSpace(lines[n])
	}
	return e.Limit.Error()
}

// Unwrap returns the limit.
func (e *LimitError) Unwrap() error { return e.Limit }

// thrown makes an error of a value that was thrown.
func thrown(v any) *ScriptError {
	if e, ok := v.(*ScriptError); ok {
		return e
	}
	return &ScriptError{Name: "Error", Message: "a value was thrown that is no error: " + describe(v), Value: v}
}

// describe prints a value, shortened.
func describe(v any) string {
	var text string
	switch v := v.(type) {
	case bool, float64, string:
		text = fmt.Sprint(v)
	default:
		text = article(kindOf(v))
	}
	if len(text) > 200 {
		return strings.ToValidUTF8(text[:200], "") + "..." // without a part of a character
	}
	return text
}
