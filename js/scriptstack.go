package js

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the look at the stack of a script that runs, from another goroutine.

const (
	// instructionTimeout is how long the watchdog waits for a script to execute an instruction: it
	// may have called a function of Go, or the process may be starved.
	instructionTimeout = time.Second
	// looks is how often the stack is taken. The engine writes down the function in which it is
	// after an instruction, with the position of that instruction. After a call or a return that is
	// a wrong line of the innermost function. Then another stack is taken, and a stack that was
	// found twice is right.
	looks = 4
	// profiled is how long the engine's profiler runs: for three positions or so.
	profiled = 40 * time.Millisecond
)

// scriptStack returns the call stack of the script of an engine, the innermost function first, one
// a line; "" if the script executes no instruction for a second, or has ended: then gone returns
// true. Without a look it is the stack that scripts of the process were most often found on. Any
// goroutine but the loop's may call it.
func scriptStack(look *vm.Look, gone func() bool) string {
	if look == nil {
		return profiledStack()
	}
	limit := time.Now().Add(instructionTimeout)
	seen := map[string]bool{}
	stack := ""
	for range looks {
		frames := look.Stack(func() bool { return gone() || time.Now().After(limit) })
		if frames == nil {
			break
		}
		stack = strings.Join(places(frames), "\n") + "\n"
		if seen[stack] {
			break
		}
		seen[stack] = true
	}
	return stack
}

// profiledStack returns the stack that scripts of the process were most often found on by the
// engine's profiler, which asks 10 ms apart; "" if none ran, if the process was starved, or if
// somebody else profiles. It takes 40 ms.
func profiledStack() string {
	var buffer bytes.Buffer
	if !vm.ProfileFor(&buffer, profiled) {
		return ""
	}
	p, err := profile.Parse(&buffer)
	if err != nil {
		return ""
	}
	var most *profile.Sample
	for _, s := range p.Sample {
		if len(s.Location) > 0 && (most == nil || s.Value[0] > most.Value[0]) {
			most = s
		}
	}
	if most == nil {
		return ""
	}
	var stack strings.Builder
	for _, location := range most.Location {
		for _, line := range location.Line {
			fmt.Fprintf(&stack, "%s (%s:%d)\n", line.Function.Name, line.Function.Filename, line.Line)
		}
	}
	return stack.String()
}
