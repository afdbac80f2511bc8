package sim

// This file finds callbacks that block, and names them.

import (
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"
)

// watchTurn returns a function that says where a callback has blocked since, "" if none has. Only
// then does time pass, and a timer looks at the stack.
func watchTurn() func() string {
	found := make(chan string, 1)
	timer := time.AfterFunc(1, func() {
		stacks := make([]byte, 1<<20)
		found <- blockedIn(string(stacks[:runtime.Stack(stacks, true)]))
	})
	return func() string {
		if timer.Stop() {
			return ""
		}
		return <-found
	}
}

// blockedIn finds the callback in the stack of the driver: the first function that is not of the
// standard library. The first stack is that of the caller, which is in the bubble of the same world.
func blockedIn(stacks string) string {
	_, bubble, _ := strings.Cut(stacks, "synctest bubble ")
	bubble, _, _ = strings.Cut(bubble, "]")
	for stack := range strings.SplitSeq(stacks, "\n\n") {
		if !strings.Contains(stack, "synctest bubble "+bubble+"]") || !strings.Contains(stack, "sim.(*World).turn(") {
			continue
		}
		lines := strings.Split(stack, "\n")
		for i := 1; i+1 < len(lines); i += 2 {
			if name, _, _ := strings.Cut(lines[i], "/"); strings.Contains(name, ".") && strings.Contains(lines[i], "/") {
				file, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
				return fmt.Sprintf(", in %s (%s)", lines[i][:strings.LastIndexByte(lines[i], '(')], file)
			}
		}
	}
	return ""
}

// watch looks for a callback that blocks for ever. While the driver is blocked, time passes.
func (w *World) watch() {
	const longest = 100 * 24 * time.Hour
	for before := uint64(0); ; {
		select {
		case <-w.stopWatching:
			return
		case <-time.After(longest):
		}
		if now := w.turns.Load(); now != before || now&1 == 0 {
			before = now
			continue
		}
		panic(fmt.Sprintf("sim: seed %d: a callback blocks for ever:\n%s", w.seed, turnStacks()))
	}
}

// longestCallback is how long a callback, and the work that it starts, may take in real time.
var longestCallback = 30 * time.Second

// watchReal looks for a callback that waits for a lock or a system call, or computes for ever, until
// done is closed. Time of the world does not pass meanwhile, so it runs outside of the bubble.
func watchReal(seed uint64, running *atomic.Pointer[World], done <-chan struct{}) {
	ticker := time.NewTicker(longestCallback)
	defer ticker.Stop()
	for before := uint64(0); ; {
		select {
		case <-done:
			return
		case <-ticker.C:
		}
		w := running.Load()
		if w == nil {
			continue
		}
		if now := w.turns.Load(); now != before || now&1 == 0 {
			before = now
			continue
		}
		panic(fmt.Sprintf("sim: seed %d: a callback, or work that it has started, has not returned for %v of real time. It waits for a lock or a system call, or it computes. These callbacks run:\n%s",
			seed, longestCallback, turnStacks()))
	}
}

// turnStacks returns the stacks of the goroutines that run a callback, of all worlds.
func turnStacks() string {
	stacks := make([]byte, 1<<20)
	var all []string
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(stack, "sim.(*World).turn(") {
			all = append(all, stack)
		}
	}
	return strings.Join(all, "\n\n")
}
