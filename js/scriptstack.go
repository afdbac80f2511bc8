package js

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/google/pprof/profile"

	"github.com/wakeful-go/wakeful/js/internal/vm"
)

// This file owns the look at the stack of a script that runs, from another goroutine. The engine
// cannot be asked from there. But its profiler has each engine note its position at a safe point,
// 10 ms apart.

// profiled is how long the profiler runs: for three positions or so.
const profiled = 40 * time.Millisecond

// profiling keeps the profiler, of which a process has one, for one goroutine at a time.
var profiling sync.Mutex

// scriptStack returns the stack that scripts of the process were most often found on, the innermost
// function first, one a line; "" if none ran, or if somebody else profiles. It takes 40 ms. Any
// goroutine but a loop's may call it.
func scriptStack() string {
	profiling.Lock()
	defer profiling.Unlock()
	var buffer bytes.Buffer
	if vm.StartProfile(&buffer) != nil {
		return ""
	}
	time.Sleep(profiled)
	vm.StopProfile()
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
