package sandbox_test

// Worker processes: what is as without them, what a crash does, and what a worker cannot do.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox"
)

func needWorkers(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" || runtime.GOOS == "js" || runtime.GOOS == "plan9" {
		t.Skip("NOT RUN: this system has no worker processes")
	}
}

// TestInProcesses runs other tests of this package with worker processes.
func TestInProcesses(t *testing.T) {
	needWorkers(t)
	if inProcesses {
		t.Skip("NOT RUN: this is a run in worker processes already")
	}
	t.Parallel()
	names := []string{"TestEval", "TestLimits", "TestMemory", "TestCall", "TestImports", "TestModule", "TestNodeModules", "TestTranslate", "TestFunc", "TestFetch", "TestLibrary",
		"TestConsole", "TestTool", "TestDeclarations", "TestValues", "TestResults", "TestScriptErrors", "TestErrors", "TestPropertyNames", "TestInstance", "TestManyTenants", "TestOrder",
		"TestRandomNumbersDiffer", "TestReport", "TestLoopsOfAGroup", "TestWaitingCalls"}
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^("+strings.Join(names, "|")+")", "-test.short", "-test.v")
	command.Env = append(os.Environ(), "WAKEFUL_SANDBOX_PROCESSES="+engineCache)
	out, err := command.CombinedOutput()
	for _, name := range names {
		if !strings.Contains(string(out), "--- PASS: "+name) {
			t.Errorf("none of %s has passed", name)
		}
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// children are the worker processes of this process, on Linux.
func children(t *testing.T) []int {
	t.Helper()
	all, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(all) == 0 {
		t.Skip("NOT RUN: this system has no /proc")
	}
	var found []int
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		after := string(text[strings.LastIndexByte(string(text), ')')+1:])
		fields := strings.Fields(after)
		if len(fields) < 2 || fields[0] == "Z" || fields[1] != strconv.Itoa(os.Getpid()) {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name)))
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.HasPrefix(string(line), "wakeful-sandbox-worker") {
			found = append(found, pid)
		}
	}
	return found
}

// newChildren are those that a function starts. Tests that use it do not run at the same time.
func newChildren(t *testing.T, start func()) []int {
	t.Helper()
	before := children(t)
	start()
	var found []int
	for _, pid := range children(t) {
		if !slices.Contains(before, pid) {
			found = append(found, pid)
		}
	}
	return found
}

// TestWorkerCrash kills a worker during calls: they fail with ErrWorker, and the next ones run in
// another worker.
func TestWorkerCrash(t *testing.T) {
	needWorkers(t)
	began := make(chan struct{}, 10)
	var sb *sandbox.Sandbox
	pids := newChildren(t, func() {
		sb = open(t, sandbox.Config{CacheDir: engineCache, Process: &sandbox.Process{Workers: 1}, Wall: time.Minute},
			sandbox.Tool("begin", func(ctx context.Context, _ struct{}) (int, error) {
				began <- struct{}{}
				<-ctx.Done()
				return 0, ctx.Err()
			}))
	})
	if len(pids) != 1 {
		t.Fatal(pids)
	}
	p, err := sb.Compile("m.js", "let n = 0; export const f = () => ++n, wait = () => begin(), at = Math.random()")
	if err != nil {
		t.Fatal(err)
	}
	i, err := p.Instance()
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < 3; n++ {
		if got, err := i.Call(t.Context(), "f"); err != nil || got != float64(n) {
			t.Fatal(got, err)
		}
	}
	var failing sync.WaitGroup
	for range 3 {
		failing.Go(func() {
			if _, err := p.Call(t.Context(), "wait"); !errors.Is(err, sandbox.ErrWorker) || !strings.Contains(err.Error(), "killed") {
				t.Error(err)
			}
		})
	}
	for range 3 {
		<-began
	}
	process, err := os.FindProcess(pids[0])
	if err == nil {
		err = process.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
	failing.Wait()
	if _, err := i.Call(t.Context(), "f"); !errors.Is(err, sandbox.ErrDiscarded) {
		t.Error(err)
	}
	again := newChildren(t, func() {
		if got, err := p.Call(t.Context(), "f"); err != nil || got != 1.0 {
			t.Error(got, err)
		}
	})
	if len(again) != 1 || again[0] == pids[0] {
		t.Error(again, pids)
	}
	if _, err := sb.Eval(t.Context(), "e.js", "for(;;)"); err == nil { // a SyntaxError, in the new worker
		t.Error("no error")
	}
	_ = i.Close()
	if _, err := i.Call(t.Context(), "f"); !errors.Is(err, sandbox.ErrClosed) {
		t.Error(err)
	}
}

// TestProcessLimits has limits, ends of contexts and values that were thrown, which pass between
// processes.
func TestProcessLimits(t *testing.T) {
	needWorkers(t)
	t.Parallel()
	var usage []sandbox.Usage
	var mu sync.Mutex
	config := sandbox.Config{CacheDir: engineCache, Process: &sandbox.Process{Workers: 2}, CPU: time.Minute, Wall: 2 * time.Minute, Memory: 16 << 20,
		Report: func(u sandbox.Usage) {
			mu.Lock()
			defer mu.Unlock()
			usage = append(usage, u)
		}}
	// On a busy machine a script runs for seconds until it reaches a limit of another kind.
	sb := open(t, config,
		sandbox.Tool("echo", func(_ context.Context, v any) (any, error) { return v, nil }, sandbox.WithMaxCalls(2)),
		sandbox.Func("now", func(_ context.Context, v int) (int, error) { return v, nil }))
	config.CPU, config.Wall = 100*time.Millisecond, time.Hour
	cpu := open(t, config)
	config.CPU, config.Wall = time.Minute, 100*time.Millisecond
	wall := open(t, config)
	for _, test := range []struct {
		in     *sandbox.Sandbox
		source string
		want   error
	}{
		{cpu, "for (;;);", sandbox.ErrCPU},
		{wall, "await new Promise(f => setTimeout(f, 1e6))", sandbox.ErrWall},
		{sb, "const a = []; for (;;) a.push(new Uint8Array(1e5))", sandbox.ErrMemory},
		{sb, "(function f() { f() })()", sandbox.ErrStack},
		{sb, "for (;;) console.log('x'.repeat(10000))", sandbox.ErrOutput},
		{sb, "for (;;) await echo(1)", sandbox.ErrToolCalls},
		{sb, "await new Promise(() => {})", sandbox.ErrNeverSettles},
	} {
		if _, err := test.in.Eval(t.Context(), "test.js", test.source); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.source, err, test.want)
		}
	}
	var script *sandbox.ScriptError
	for source, want := range map[string]any{"throw 42": 42.0, "throw [1, {a: 'x'}]": []any{1.0, map[string]any{"a": "x"}}} {
		if _, err := sb.Eval(t.Context(), "test.js", source); !errors.As(err, &script) || !reflect.DeepEqual(script.Value, want) {
			t.Errorf("%s: %v", source, err)
		}
	}
	if _, err := sb.Eval(t.Context(), "test.js", "throw new RangeError('r', {cause: new Error('c')})"); !errors.As(err, &script) || script.Name != "RangeError" || script.Unwrap() == nil || !strings.Contains(script.Stack, "test.js:1:") {
		t.Errorf("%+v", script)
	}
	if got, err := sb.Eval(t.Context(), "test.js", "let s = 0; for (let i = 0; i < 1000; i++) s += now(i); [s, await echo(new Map([[1, 2n]]))]"); err != nil || got.([]any)[0] != 499500.0 {
		t.Error(got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(time.Millisecond, cancel)
	if _, err := sb.Eval(ctx, "test.js", "await new Promise(f => setTimeout(f, 1e6))"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(usage) != 12 || usage[0].CPU < 100*time.Millisecond || usage[0].Memory < 1<<20 || !errors.Is(usage[0].Err, sandbox.ErrCPU) {
		t.Errorf("%d: %+v", len(usage), usage)
	}
}

// TestCloseWithWorkers closes a sandbox during calls, in the middle of questions to the host.
func TestCloseWithWorkers(t *testing.T) {
	needWorkers(t)
	t.Parallel()
	began := make(chan struct{}, 100)
	sb, err := sandbox.New(sandbox.Config{CacheDir: engineCache, Process: &sandbox.Process{Workers: 2}, CPU: time.Minute, Wall: time.Minute},
		sandbox.Func("begin", func(context.Context, struct{}) (int, error) {
			select {
			case began <- struct{}{}:
			default:
			}
			return 0, nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	var running sync.WaitGroup
	for range 4 {
		running.Go(func() {
			if _, err := sb.Eval(t.Context(), "test.js", "for (;;) begin()"); !errors.Is(err, sandbox.ErrClosed) {
				t.Error(err)
			}
		})
	}
	for range 10 {
		<-began
	}
	if err := sb.Close(); err != nil {
		t.Error(err)
	}
	running.Wait()
	if _, err := sb.Eval(t.Context(), "test.js", "1"); !errors.Is(err, sandbox.ErrClosed) {
		t.Error(err)
	}
}

func TestProcessConfig(t *testing.T) {
	t.Parallel()
	for _, process := range []sandbox.Process{{Workers: -1}, {Memory: 1}} {
		if _, err := sandbox.New(sandbox.Config{Process: &process}); !errors.Is(err, sandbox.ErrInvalidConfig) {
			t.Errorf("%+v: %v", process, err)
		}
	}
}

// TestWorkersForgetCancelledCalls cancels calls while their scripts ask the host. A worker that kept them would
// soon have no addresses left for others.
func TestWorkersForgetCancelledCalls(t *testing.T) {
	needWorkers(t)
	t.Parallel()
	const least = 1 << 30 // of Process.Memory
	var cancel context.CancelFunc
	asked := 0
	sb := open(t, sandbox.Config{CacheDir: engineCache, Process: &sandbox.Process{Workers: 1, Memory: least}, Memory: least / 16, CPU: time.Minute, Wall: 2 * time.Minute},
		sandbox.Func("ask", func(context.Context, struct{}) (int, error) {
			if asked++; asked%5 == 0 {
				cancel()
			}
			return 0, nil
		}))
	p, err := sb.Compile("m.js", "export const endless = () => { for (;;) ask() }, once = () => 1")
	if err != nil {
		t.Fatal(err)
	}
	for range 40 {
		ctx, stop := context.WithCancel(t.Context())
		cancel = stop
		_, err := p.Call(ctx, "endless")
		stop()
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	if got, err := p.Call(t.Context(), "once"); got != 1.0 || err != nil {
		t.Error(got, err)
	}
}
