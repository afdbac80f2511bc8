package sandbox

// A worker process: a sandbox of its own, which asks the host what tools return and where modules are.

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
	"github.com/wakeful-go/wakeful/sandbox/internal/engine"
	"github.com/wakeful-go/wakeful/sandbox/internal/prelude"
	"github.com/wakeful-go/wakeful/sandbox/internal/wire"
)

// WorkerMain is for programs that use Config.Process: call it first in main. In a worker process it runs
// scripts and does not return. Elsewhere it returns at once. In tests, call it first in TestMain.
func WorkerMain() {
	if isWorker() {
		os.Exit(runWorker())
	}
}

func isWorker() bool { return len(os.Args) == 1 && os.Args[0] == workerName }

func numberPart(n uint64) []byte { return binary.LittleEndian.AppendUint64(nil, n) }

// number reads a part of eight bytes. Others are the largest number, which nothing accepts.
func number(part []byte) uint64 {
	if len(part) != 8 {
		return math.MaxUint64
	}
	return binary.LittleEndian.Uint64(part)
}

// forwarded reports whether the host answers a function of the prelude.
func forwarded(id int) bool {
	switch id {
	case prelude.Print, prelude.Resolve, prelude.Load, prelude.Fetch, prelude.Abort:
		return true
	}
	return id >= prelude.FirstTool && id < math.MaxInt32
}

// link is a worker's connection to the host.
type link struct {
	sandbox *Sandbox
	out     *wire.Outbox

	mu        sync.Mutex
	calls     map[uint64]*call // that run
	cancels   map[uint64]context.CancelFunc
	programs  map[uint64]*given
	instances map[uint64]*Instance
}

func newLink() *link {
	return &link{out: wire.NewOutbox(), calls: map[uint64]*call{}, cancels: map[uint64]context.CancelFunc{}, programs: map[uint64]*given{}, instances: map[uint64]*Instance{}}
}

// runWorker returns the exit status.
func runWorker() int {
	closeInherited()
	conn, err := workerSocket()
	if err != nil {
		return 2
	}
	in := bufio.NewReaderSize(conn, 64<<10)
	f, err := wire.Read(in, frameOverhead)
	if err != nil || f.Kind != frameSetup || len(f.Parts) != 1 {
		return 2
	}
	l := newLink()
	go func() {
		_, _ = l.out.WriteTo(conn) // the host is gone then, and reading ends too
	}()
	var setup workerSetup
	if err = json.Unmarshal(f.Parts[0], &setup); err == nil {
		err = l.open(setup)
	}
	if err != nil {
		_, _ = conn.Write(wire.Append(nil, wire.Frame{Kind: frameRefused, Parts: [][]byte{[]byte(err.Error())}})) // nobody else can be told
		return 1
	}
	l.out.Send(wire.Frame{Kind: frameReady})
	for {
		f, err := wire.Read(in, math.MaxUint32)
		if err != nil {
			return 0 // the host has ended, or has closed the sandbox
		}
		l.receive(f)
	}
}

// open makes the sandbox, and then gives up what the worker needs no more.
func (l *link) open(setup workerSetup) error {
	config := Config{Memory: setup.Memory, CPU: setup.CPU, Wall: setup.Wall, Stack: setup.Stack, Output: setup.Output, Pending: setup.Pending,
		CacheDir: setup.CacheDir, Interpret: setup.Interpret}
	s := &Sandbox{config: config, programs: map[*Program]struct{}{}, link: l, withFetch: setup.Fetch}
	for _, t := range setup.Tools {
		s.tools = append(s.tools, &tool{name: t.Name, direct: t.Direct})
	}
	l.sandbox = s
	if err := s.open(); err != nil {
		return err
	}
	// What opens files at its first use is used now.
	for range 2 {
		if _, err := s.Eval(context.Background(), "first.js", "1"); err != nil {
			return err
		}
	}
	if err := limitProcess(setup); err != nil {
		return fmt.Errorf("the limits of a worker: %w", err)
	}
	if err := filterCalls(); err != nil {
		return fmt.Errorf("the filter of a worker: %w", err)
	}
	return nil
}

// receive handles a frame. The host is trusted, so a wrong one is ignored.
func (l *link) receive(f wire.Frame) {
	part := func(n int) []byte {
		if n < len(f.Parts) {
			return f.Parts[n]
		}
		return nil
	}
	s := l.sandbox
	switch f.Kind {
	case frameCompile:
		l.compile(f.Call, string(part(0)), string(part(1)))
	case frameEval:
		name, code := string(part(0)), string(part(1))
		l.start(l.begin(f.Call), f.Call, s.place(), job{program: name, take: s.cloneBase, release: release,
			first: func(i *engine.Instance) (engine.Status, error) { return i.Evaluate(name, code, engine.Script) }})
	case frameCall:
		ctx := l.begin(f.Call)
		l.whenLoaded(number(part(0)), f.Call, func(p *Program) {
			l.start(ctx, f.Call, s.place(), p.jobOf(string(part(1)), part(2)))
		})
	case frameOpen:
		l.mu.Lock()
		l.instances[f.Call] = nil // until the program was loaded, unless it is dropped before
		l.mu.Unlock()
		l.whenLoaded(number(part(0)), 0, func(p *Program) { l.opened(f.Call, p) })
	case frameInvoke:
		ctx := l.begin(f.Call)
		// The program of the instance was loaded, or the call waits as the instance does.
		l.whenLoaded(number(part(3)), f.Call, func(*Program) {
			l.mu.Lock()
			i, open := l.instances[number(part(0))]
			l.mu.Unlock()
			switch {
			case !open:
				l.done(f.Call, nil, nil, ErrClosed)
				return
			case i == nil:
				l.done(f.Call, nil, nil, ErrDiscarded)
				return
			}
			l.start(ctx, f.Call, i.place, i.jobOf(string(part(1)), part(2)))
		})
	case frameDrop:
		l.drop(f.Call)
	case frameCancel:
		l.mu.Lock()
		cancel := l.cancels[f.Call]
		l.mu.Unlock()
		if cancel != nil {
			cancel()
		}
	case frameAnswer:
		l.mu.Lock()
		c := l.calls[f.Call]
		l.mu.Unlock()
		if c != nil && len(part(1)) == 1 {
			_ = c.loop.SubmitUnlimited(func() { c.answered(int(int64(number(part(0)))), part(1)[0], part(2)) }) // the loop ends with the process
		}
	}
}

// begin returns the context of a call, which ends when the host cancels the call, also while it waits for
// its program.
func (l *link) begin(id uint64) context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cancels[id] = cancel
	return ctx
}

// start starts a call, whose outcome the host gets.
func (l *link) start(ctx context.Context, id uint64, at *place, j job) {
	var used *call
	j.id, j.modules = id, l.sandbox.newModules(nil)
	j.observe = func(c *call) { used = c }
	j.then = func(value any, err error) { l.done(id, used, value, err) }
	if err := l.sandbox.start(ctx, at, j); err != nil {
		j.then(nil, err)
	}
}

// rawValue is a result as bytes, which only the host decodes.
type rawValue []byte

// done tells the host the outcome of a call.
func (l *link) done(id uint64, used *call, value any, err error) {
	l.mu.Lock()
	delete(l.calls, id)
	delete(l.cancels, id)
	l.mu.Unlock()
	outcome, text := outcomeValue, ""
	raw, _ := value.(rawValue)
	var script *ScriptError
	var limit *LimitError
	switch n, known := sentinelOf(err); {
	case err == nil:
	case errors.As(err, &script):
		outcome, raw = outcomeThrown, encodedThrown(script)
	case errors.As(err, &limit):
		outcome, raw, text = outcomeError, numberPart(uint64(n)), limit.Stack
	case known:
		outcome, raw, text = outcomeError, numberPart(uint64(n)), err.Error()
	default:
		n, _ = sentinelOf(ErrEngine)
		outcome, raw, text = outcomeError, numberPart(uint64(n)), err.Error()
	}
	var cpu time.Duration
	var memory int64
	var output int
	if used != nil {
		cpu, memory, output = used.cpu, used.memory, used.output
	}
	l.out.Send(wire.Frame{Kind: frameDone, Call: id, Parts: [][]byte{{outcome}, raw, []byte(text), numberPart(uint64(cpu)), numberPart(uint64(memory)), numberPart(uint64(output))}})
}

// encodedThrown is what thrown makes an equal error of.
func encodedThrown(e *ScriptError) []byte {
	if e.Value != nil {
		if text, err := codec.Encode(nil, e.Value); err == nil {
			return text
		}
	}
	return encodedError(e)
}

// forward asks the host, on the coroutine.
func (c *call) forward(id, slot int, arguments []byte, now time.Time) ([]byte, bool) {
	if id == prelude.Print && !c.emit(len(arguments)) {
		c.reach(ErrOutput, now)
		return null, false
	}
	waits := slot < 0 && id != prelude.Print && id != prelude.Abort
	waitsFor := c.pending // the host's count is lower while answers are on their way
	if slot >= 0 {
		if c.pending > c.sandbox.config.Pending { // the host has refused the last one
			c.reach(ErrPending, now)
			return encodedError(&ScriptError{Name: "Error", Message: ErrPending.Error()}), true
		}
		c.pending++
		c.asked = true
	}
	c.sandbox.link.out.Send(wire.Frame{Kind: frameHost, Call: c.id, Parts: [][]byte{numberPart(uint64(id)), numberPart(uint64(int64(slot))), arguments, numberPart(uint64(waitsFor))}})
	if !waits {
		return null, false
	}
	c.abortWithContext() // the host does not answer a call that it has cancelled
	c.parked = true
	if !c.coroutine.yield(struct{}{}) { // the call was aborted, and ends at the next check
		c.parked = false
		return encodedError(&ScriptError{Name: "Error", Message: errCallEnded.Error()}), true
	}
	return c.reply, c.replyFailed
}

// answered continues a call with the host's answer. Loop.
func (c *call) answered(slot int, kind byte, value []byte) {
	if c.done {
		return
	}
	if kind == answerLimit {
		limit := ErrEngine
		if n := number(value); n < uint64(len(sentinels)) {
			limit = sentinels[n]
		}
		c.reach(limit, time.Now())
		value = encodedError(&ScriptError{Name: "Error", Message: limit.Error()})
	}
	switch {
	case slot >= 0:
		c.settle(slot, kind == answerValue, value)
	case c.parked:
		c.parked = false
		c.reply, c.replyFailed = value, kind != answerValue
		c.resume()
	}
}
