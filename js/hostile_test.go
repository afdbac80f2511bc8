package js_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/js"
)

// This file runs the hostile scripts of hostile_scripts_test.go. Each runs in its own process with
// bounded memory, so a script that hangs or uses too much memory fails only its own test.

// A hostile script calls enter() at the point where it is to be interrupted. enter() ends the
// context of its RunString. The engine runs no JavaScript when a Go function returns, so an enter()
// that is called as a getter leaves the engine inside one of its own loops.
type hostile struct {
	name, source string
	// want is the expected error, or a part of its text. The default is the interrupt.
	want string
	// held says that the script ended before the module had a bound for it as well, in some cases
	// seconds late or, with a larger script, with more than hostileMemory. All others ran on for at
	// least 15 s, took more than hostileMemory, ended the runtime or the process, or left a loop
	// that was stuck.
	held bool
}

var errEnough = errors.New("enough")

const (
	hostileVariable = "WAKEFUL_HOSTILE"
	hostileMemory   = 1 << 30 // bytes
	hostileHeld     = "the runtime has held"
)

func TestHostileScripts(t *testing.T) {
	seen := map[string]bool{}
	for i, h := range hostileScripts {
		if seen[h.name] {
			t.Fatalf("two scripts have the name %q", h.name)
		}
		seen[h.name] = true
		if !sampled(i, 3, 1) {
			continue
		}
		t.Run(h.name, func(t *testing.T) {
			if strings.HasPrefix(h.name, "thens of functions of the engine") && !js.Repairs() {
				t.Skip("NOT RUN: built with the tag wakeful_purego, with which a script that only has thens of the engine's functions can end without an error")
			}
			t.Parallel()
			inProcess(t, h.name)
		})
	}
}

// inProcess runs a script in a process of its own and fails unless the runtime has held.
func inProcess(t *testing.T, name string) {
	t.Helper()
	// The time says when a script counts as one that hangs, not how fast it has to be.
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Minute)
	defer stop()
	child := exec.CommandContext(ctx, os.Args[0])
	child.Env = append(os.Environ(), hostileVariable+"="+name, "GOTRACEBACK=none")
	var out bytes.Buffer
	child.Stdout, child.Stderr = &out, &out
	err := child.Run()
	if text := out.String(); err != nil || !strings.Contains(text, hostileHeld) {
		t.Errorf("%v\n%s", err, text[max(0, len(text)-2000):])
	}
}

// hostileProcess is the process of one script. It returns the exit code.
func hostileProcess(name string) int {
	limitMemory(hostileMemory)
	debug.SetMemoryLimit(hostileMemory / 4 * 3) // garbage is not what a script holds
	go watchMemory(hostileMemory)
	run := func() error { return fmt.Errorf("there is no script %q", name) }
	for _, h := range hostileScripts {
		if h.name == name {
			run = h.run
		}
	}
	if names, ok := strings.CutPrefix(name, arraysPrefix); ok {
		run = func() error { return changeArrays(strings.Fields(names), arrayKinds) }
	}
	if names, ok := strings.CutPrefix(name, fewArraysPrefix); ok {
		run = func() error { return changeArrays(strings.Fields(names), arrayKinds[:1]) }
	}
	if err := run(); err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println(hostileHeld)
	return 0
}

// watchMemory ends the process when it uses too much memory. The operating system's limit does the
// same where it exists, but it does not work under the race detector.
func watchMemory(limit uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	for {
		metrics.Read(sample)
		if used := sample[0].Value.Uint64() - sample[1].Value.Uint64(); used > limit {
			fmt.Printf("the script uses %d MB\n", used>>20)
			os.Exit(1)
		}
		time.Sleep(10 * time.Millisecond) //nolint:forbidigo // the polling interval
	}
}

func (h hostile) run() error {
	ctx, cancel := context.WithCancelCause(context.Background())
	options := []js.Option{
		quiet, js.WithNode(), js.WithUncaught(func(*js.Error) bool { return true }),
		js.WithGlobal("enter", func(js.FunctionCall) js.Value { cancel(errEnough); return nil }),
	}
	loop, err := wakeful.New()
	if err != nil {
		return err
	}
	r, err := js.New(loop, options...)
	if err != nil {
		return err
	}
	go func() { _ = loop.Run(context.Background()) }()
	value, err := r.RunString(ctx, h.source)
	switch {
	case h.want == "" && (!errors.Is(err, js.ErrInterrupted) || !errors.Is(err, errEnough)):
		return fmt.Errorf("it ended with %.200v, %.200w; want ErrInterrupted and the context's cause", value, err)
	case h.want != "" && (err == nil || !strings.Contains(err.Error(), h.want)):
		return fmt.Errorf("it ended with %.200v, %.200w; want %s", value, err, h.want)
	}
	return usable(r)
}

// usable reports what does not work in a runtime of which a script was interrupted. If the engine's
// stacks are not repaired, the interrupt may have ended the runtime, with its cause.
func usable(r *js.Runtime) error {
	v, err := r.RunString(context.Background(), `
		process.removeAllListeners();
		(async () => {
			await null;
			await new Promise((done) => process.nextTick(done));
			await new Promise((done) => queueMicrotask(done));
			await new Promise((done) => setTimeout(() => setImmediate(done), 1));
			const order = [];
			function* numbers() { try { yield 1; yield 2 } finally { order.push('finally') } }
			for (const n of numbers()) { order.push(n); break }
			try { null.x } catch (e) { order.push(e.name) }
			return order.join();
		})()`)
	if !js.Repairs() && errors.Is(err, js.ErrEnded) && errors.Is(err, errEnough) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("a script after the hostile one: %w", err)
	}
	got, err := r.Await(context.Background(), v)
	if want := "1,finally,TypeError"; err != nil || got != want {
		return fmt.Errorf("a promise after the hostile script: %v, %w; want %s", got, err, want)
	}
	return nil
}
