package js

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/pprof/profile"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the stack of a script that computes, for the report of a stall.

// profileTime is how long the engine's profiler runs: about three samples. With GOMAXPROCS=1, the
// profiler and the script take turns of 10 ms, and there may be none. Then it runs again, for twice
// the time, up to longestProfile.
const (
	profileTime    = 40 * time.Millisecond
	longestProfile = 320 * time.Millisecond
)

// scriptStack returns the most frequent call stack of the scripts of the process, one function a
// line, the innermost first. The engine's profiler takes a sample every 10 ms, and does not say which
// engine it is of. So the result is "" if the samples begin in different functions. It is "" too if no
// script ran, if the process was starved, if the profiler is in use, and if the script has ended
// meanwhile, which gone reports. scriptStack takes 40 ms, and at most 600 ms. Any goroutine may call
// it.
func scriptStack(gone func() bool) string {
	for d := profileTime; d <= longestProfile; d *= 2 {
		var buffer bytes.Buffer
		if !vm.ProfileFor(&buffer, d) || gone() {
			return ""
		}
		p, err := profile.Parse(&buffer)
		if err != nil {
			return ""
		}
		if len(p.Sample) > 0 {
			return mostFrequent(p.Sample)
		}
	}
	return ""
}

// mostFrequent returns the most frequent stack of samples, "" if they begin in different functions.
func mostFrequent(samples []*profile.Sample) string {
	var most *profile.Sample
	for _, s := range samples {
		switch {
		case len(s.Location) == 0:
			continue
		case most != nil && outermost(s) != outermost(most):
			return ""
		case most == nil || s.Value[0] > most.Value[0]:
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

// outermost returns the function in which a sample begins, without those of the runtime.
func outermost(s *profile.Sample) string {
	for _, location := range slices.Backward(s.Location) {
		for _, line := range location.Line {
			if f := line.Function; !strings.HasPrefix(f.Filename, internalSource) && f.Filename != "<native>" {
				return f.Name + " " + f.Filename
			}
		}
	}
	return ""
}
