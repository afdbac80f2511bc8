package sandbox

// Worker processes from inside: which worker has which call, and what the host does with frames that no
// worker sends.

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
	"github.com/wakeful-go/wakeful/sandbox/internal/prelude"
	"github.com/wakeful-go/wakeful/sandbox/internal/wire"
)

func openWithWorkers(t *testing.T, config Config, functions ...Function) *Sandbox {
	t.Helper()
	if runtime.GOOS == "windows" || runtime.GOOS == "js" || runtime.GOOS == "plan9" {
		t.Skip("NOT RUN: this system has no worker processes")
	}
	config.CacheDir = t.TempDir()
	s, err := New(config, functions...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestOtherWorkersGoOn ends one of two workers during calls of both.
func TestOtherWorkersGoOn(t *testing.T) {
	t.Parallel()
	began, release := make(chan struct{}), make(chan struct{})
	s := openWithWorkers(t, Config{Process: &Process{Workers: 2}, Wall: time.Minute}, Tool("wait", func(ctx context.Context, _ struct{}) (int, error) {
		began <- struct{}{}
		select {
		case <-release:
			return 42, nil
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
	}))
	p, err := s.Compile("m.js", "export const f = () => wait()")
	if err != nil {
		t.Fatal(err)
	}
	for range s.pool.workers { // each is started before one is picked twice
		if _, err := s.pool.pick(); err != nil {
			t.Fatal(err)
		}
	}
	for _, w := range s.pool.workers {
		<-w.ready
	}
	var instances [2]*Instance
	for n := range instances {
		if instances[n], err = p.Instance(); err != nil {
			t.Fatal(err)
		}
	}
	if instances[0].worker == instances[1].worker {
		t.Fatal("both instances are of one worker")
	}
	type outcome struct {
		value any
		err   error
	}
	var outcomes [2]chan outcome
	for n, i := range instances {
		outcomes[n] = make(chan outcome, 1)
		go func() {
			v, err := i.Call(t.Context(), "f")
			outcomes[n] <- outcome{v, err}
		}()
		select {
		case <-began:
		case got := <-outcomes[n]:
			t.Fatal(got.value, got.err)
		}
	}
	instances[0].worker.kill()
	if got := <-outcomes[0]; !errors.Is(got.err, ErrWorker) {
		t.Error(got)
	}
	close(release)
	if got := <-outcomes[1]; got.err != nil || got.value != 42.0 {
		t.Error(got)
	}
}

// TestAddressSpace: a call that needs more addresses than Process.Memory is an error, and the worker works on.
func TestAddressSpace(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("NOT RUN: only Linux limits the addresses of a worker")
	}
	s := openWithWorkers(t, Config{Process: &Process{Workers: 1, Memory: 1 << 30}, Memory: 400 << 20, Wall: time.Minute},
		Tool("ask", func(ctx context.Context, n int) (int, error) {
			<-ctx.Done()
			return 0, ctx.Err()
		}))
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 4)
	for range cap(failed) {
		go func() {
			_, err := s.Eval(ctx, "wait.js", "await ask(1)")
			failed <- err
		}()
	}
	if err := <-failed; !errors.Is(err, ErrEngine) { // of four, at most two have room
		t.Error(err)
	}
	cancel()
	for range cap(failed) - 1 {
		<-failed
	}
	v, err := s.Eval(t.Context(), "after.js", "6 * 7")
	for errors.Is(err, ErrEngine) { // the worker is still ending the calls that were cancelled
		v, err = s.Eval(t.Context(), "after.js", "6 * 7")
	}
	if v != 42.0 || err != nil {
		t.Error(v, err)
	}
}

// TestWorkersHaveNoWorkers: in a program whose main does not call WorkerMain, a worker comes as far as New.
func TestWorkersHaveNoWorkers(t *testing.T) {
	args := os.Args
	os.Args = []string{workerName}
	defer func() { os.Args = args }()
	if _, err := New(Config{Process: &Process{}}); !errors.Is(err, errNoWorkerMain) {
		t.Error(err)
	}
}

// FuzzWorkerFrames gives the host any bytes of a worker. Wrong ones end the worker, and nothing else.
func FuzzWorkerFrames(f *testing.F) {
	value, err := codec.Encode(nil, []any{1, "x"})
	if err != nil {
		f.Fatal(err)
	}
	slot := numberPart(^uint64(0))
	for _, frame := range []wire.Frame{
		{Kind: frameDone, Call: 1, Parts: [][]byte{{outcomeValue}, value, nil, numberPart(1), numberPart(2), numberPart(3)}},
		{Kind: frameDone, Call: 1, Parts: [][]byte{{outcomeError}, numberPart(1), []byte("at x"), numberPart(1), numberPart(2), numberPart(3)}},
		{Kind: frameHost, Call: 1, Parts: [][]byte{numberPart(prelude.Print), slot, argumentsOf(f, "log", "x"), numberPart(0)}},
		{Kind: frameHost, Call: 1, Parts: [][]byte{numberPart(prelude.Resolve), slot, argumentsOf(f, "a.js", "./b.js"), numberPart(0)}},
		{Kind: frameHost, Call: 1, Parts: [][]byte{numberPart(prelude.FirstTool), slot, argumentsOf(f, 1), numberPart(0)}},
		{Kind: frameReady}, {Kind: frameRefused, Parts: [][]byte{[]byte("why")}},
	} {
		f.Add(wire.Append(nil, frame))
	}
	twice := Func("twice", func(_ context.Context, n int) (int, error) { return 2 * n, nil })
	f.Fuzz(func(t *testing.T, text []byte) {
		frame, err := wire.Read(bufio.NewReader(bytes.NewReader(text)), 1<<20)
		if err != nil {
			return
		}
		c := engineless(Config{Output: 1000, Memory: minimumMemory, Pending: 10, Modules: Files{"a.js": "", "b.js": ""}})
		c.sandbox.tools = []*tool{twice.tool}
		c.runner = &runner{}
		c.place = c.runner.calls.PushBack(c)
		ends := 0
		c.then = func(any, error, left) { ends++ }
		w := &worker{pool: &pool{sandbox: c.sandbox}, out: wire.NewOutbox(), ready: make(chan struct{}), kill: func() {}, calls: map[uint64]*call{}}
		c.worker, c.id = w, 1
		if frame.Kind != frameDone && frame.Kind != frameHost {
			_ = w.receive(frame)
			return
		}
		c.receive(frame)
		c.receive(frame)
		if running := c.place != nil; ends > 1 || running == (ends == 1) {
			t.Errorf("the call has ended %d times", ends)
		}
	})
}

// TestFramesOfAProgramKeepTheirOrder: what comes while the frames run that waited for a program is after them.
func TestFramesOfAProgramKeepTheirOrder(t *testing.T) {
	t.Parallel()
	g := &given{}
	l := &link{programs: map[uint64]*given{1: g}}
	var order []int
	l.whenLoaded(1, 0, func(*Program) {
		l.whenLoaded(1, 0, func(*Program) { order = append(order, 3) })
		order = append(order, 1)
	})
	l.whenLoaded(1, 0, func(*Program) { order = append(order, 2) })
	l.loaded(g, &Program{}, nil)
	l.whenLoaded(1, 0, func(*Program) { order = append(order, 4) })
	if !slices.Equal(order, []int{1, 2, 3, 4}) {
		t.Fatal(order)
	}
}

// TestWorkersForgetWhatIsDropped: a host may drop a program and an instance while the worker loads the program,
// which waits for a module here. What was sent before is done.
func TestWorkersForgetWhatIsDropped(t *testing.T) {
	t.Parallel()
	config, err := Config{CacheDir: t.TempDir()}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	l := newLink()
	s := &Sandbox{config: config, programs: map[*Program]struct{}{}, link: l}
	l.sandbox = s
	if err := s.open(); err != nil {
		t.Fatal(err)
	}
	host, worker := net.Pipe()
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = l.out.WriteTo(worker)
	}()
	t.Cleanup(func() {
		l.out.Close()
		_ = errors.Join(host.Close(), s.Close())
		<-written
	})
	in := bufio.NewReader(host)
	next := func(kind byte) wire.Frame {
		f, err := wire.Read(in, 1<<20)
		if err != nil || f.Kind != kind {
			t.Fatalf("the frame is of kind %d, %v; want %d", f.Kind, err, kind)
		}
		return f
	}
	const program, instance, called, cancelled = 1, 2, 3, 4
	l.receive(wire.Frame{Kind: frameCompile, Call: program, Parts: [][]byte{[]byte("m.js"), []byte("import './x.js'; export const f = () => 1")}})
	asked := next(frameHost)
	l.mu.Lock()
	g := l.programs[program]
	l.mu.Unlock()
	l.receive(wire.Frame{Kind: frameOpen, Call: instance, Parts: [][]byte{numberPart(program)}})
	text, err := callOf("f", nil)
	if err != nil {
		t.Fatal(err)
	}
	l.receive(wire.Frame{Kind: frameInvoke, Call: called, Parts: [][]byte{numberPart(instance), []byte("f"), text, numberPart(program)}})
	l.receive(wire.Frame{Kind: frameCall, Call: cancelled, Parts: [][]byte{numberPart(program), []byte("f"), text}})
	l.receive(wire.Frame{Kind: frameCancel, Call: cancelled})
	l.receive(wire.Frame{Kind: frameDrop, Call: instance})
	l.receive(wire.Frame{Kind: frameDrop, Call: program})
	l.receive(wire.Frame{Kind: frameAnswer, Call: program, Parts: [][]byte{asked.Parts[1], {answerValue}, encoded("x.js")}})
	next(frameHost) // it loads x.js
	l.receive(wire.Frame{Kind: frameAnswer, Call: program, Parts: [][]byte{asked.Parts[1], {answerValue}, encoded("")}})
	for _, want := range []struct {
		call    uint64
		outcome byte
	}{{program, outcomeValue}, {called, outcomeError}, {cancelled, outcomeError}} {
		f := next(frameDone)
		if f.Call != want.call || f.Parts[0][0] != want.outcome || f.Call == called && sentinels[number(f.Parts[1])] != ErrClosed { //nolint:errorlint // it is one of them
			t.Errorf("the outcome of call %d is %d, %q; want that of %d to be %d", f.Call, f.Parts[0][0], f.Parts[2], want.call, want.outcome)
		}
	}
	for loaded := false; !loaded; runtime.Gosched() { // what has waited ends after the frames that it has sent
		l.mu.Lock()
		loaded = g.loaded
		l.mu.Unlock()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.instances)+len(l.programs)+len(l.cancels)+len(l.calls) > 0 || g.program.open() {
		t.Errorf("the worker keeps %d instances, %d programs, %d contexts, %d calls; the program is open: %t", len(l.instances), len(l.programs), len(l.cancels), len(l.calls), g.program.open())
	}
}

// TestFailedProgramsAreForgotten: nobody can use a program that could not be loaded.
func TestFailedProgramsAreForgotten(t *testing.T) {
	t.Parallel()
	s := openWithWorkers(t, Config{Process: &Process{Workers: 1}})
	if _, err := s.Compile("m.js", "throw 1"); err == nil {
		t.Fatal("no error")
	}
	w := s.pool.workers[0]
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.programs) > 0 {
		t.Errorf("the worker has %d programs", len(w.programs))
	}
}
