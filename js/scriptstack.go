package js

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the samples of the stack of a running script, from another goroutine.

const (
	// instructionTimeout is how long the watchdog waits for a script to execute an instruction: it
	// may have called a function of Go, or the process may be starved.
	instructionTimeout = time.Second
	// maxSamples is how often the stack is sampled at most. After an instruction, the engine records
	// its current function with the position of the instruction. If the instruction was a call or a
	// return, that is a wrong line of the innermost function. So the stack is sampled until one was
	// found twice, which is right.
	maxSamples = 4
	// profileTime is how long the engine's profiler runs: about three samples.
	profileTime = 40 * time.Millisecond
)

// scriptStack returns the call stack of the script of an engine, one function a line, the innermost
// first. It returns "" if the script executes no instruction for a second, or has ended, which gone
// reports. Without a sampler it returns the most frequent stack of all scripts of the process. Any
// goroutine but the loop's may call it.
func scriptStack(sampler *vm.StackSampler, gone func() bool) string {
	if sampler == nil {
		return profiledStack()
	}
	limit := time.Now().Add(instructionTimeout)
	seen := map[string]bool{}
	stack := ""
	for range maxSamples {
		frames := sampler.Stack(func() bool { return gone() || time.Now().After(limit) })
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

// profiledStack returns the most frequent stack of all scripts of the process. The engine's profiler
// takes a sample every 10 ms. The result is "" if no script ran, if the process was starved, or if
// other code uses the profiler. profiledStack takes 40 ms.
func profiledStack() string {
	var buffer bytes.Buffer
	if !vm.ProfileFor(&buffer, profileTime) {
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
