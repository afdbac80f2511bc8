package sandbox

// Worker processes, as the host sees them. A call runs in a worker; the host keeps its context, its tools
// and its modules, and answers the worker's questions. What a worker sends is checked like the
// arguments of a script: a script that has broken out of the engine may write it.

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/wakeful-go/wakeful/sandbox/internal/wire"
)

// Process makes scripts run in worker processes: the program's own executable, started again. Its main
// must call WorkerMain first. A worker has no environment, the null device as its output, one socket to
// the host, and limits of the system; on Linux a filter of system calls leaves it no files, network or
// processes, and New returns an error if the kernel has no such filters. It runs on Linux, macOS and
// BSDs; New returns an error elsewhere.
//
// The API is the same. If a worker ends, its calls return ErrWorker, its instances are discarded, and
// another one takes its place. A module is loaded once in each worker that calls it.
type Process struct {
	// Workers is their number. 0 means that of processors (GOMAXPROCS), 1000 at most.
	Workers int
	// Memory is how many bytes of addresses a worker may reserve beyond those that it starts with. A call
	// reserves Config.Memory. It holds on Linux. 0 means 8 GB and a thousand times Config.Memory.
	Memory int64
}

// ErrWorker is the error of calls whose worker process ended. See Process.
var ErrWorker = errors.New("the script's worker process ended")

var errNoWorkerMain = fmt.Errorf("%w: Config.Process needs a main that calls sandbox.WorkerMain first", ErrInvalidConfig)

const (
	// workerName is the name of a worker, instead of the program's.
	workerName = "wakeful-sandbox-worker"
	// startTime is how long a worker may take to compile the engine.
	startTime = 2 * time.Minute
	// overdue is how long after Wall a worker that has not ended a call is killed.
	overdue = 5 * time.Second
	// frameOverhead is what a frame has beside the values of a call.
	frameOverhead = 1 << 20
)

// pool has the workers. Any goroutine.
type pool struct {
	sandbox *Sandbox
	setup   []byte
	running sync.WaitGroup

	mu      sync.Mutex
	workers []*worker
	next    int
	closed  bool
}

func (s *Sandbox) newPool(config Process) (*pool, error) {
	if isWorker() {
		return nil, errNoWorkerMain
	}
	if err := errors.Join(
		fill("Process.Workers", &config.Workers, min(runtime.GOMAXPROCS(0), 1000), 1, 1000),
		fill("Process.Memory", &config.Memory, 8<<30+1000*s.config.Memory, 1<<30, math.MaxInt64),
	); err != nil {
		return nil, err
	}
	setup := workerSetup{Memory: s.config.Memory, CPU: s.config.CPU, Wall: s.config.Wall, Stack: s.config.Stack, Output: s.config.Output,
		Pending: s.config.Pending, CacheDir: s.config.CacheDir, Interpret: s.config.Interpret, Fetch: s.fetcher != nil, AddressSpace: uint64(config.Memory)}
	for _, t := range s.tools {
		setup.Tools = append(setup.Tools, workerTool{t.name, t.direct})
	}
	text, err := json.Marshal(setup)
	if err != nil {
		return nil, err
	}
	p := &pool{sandbox: s, setup: text, workers: make([]*worker, config.Workers)}
	first, err := p.pick()
	if err != nil {
		return nil, err
	}
	<-first.ready
	if err := first.failure(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// pick returns the next worker, and starts it if there is none in its place. While it compiles the
// engine, another one that is ready is better.
func (p *pool) pick() (*worker, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, ErrClosed
	}
	n := p.next
	p.next = (p.next + 1) % len(p.workers)
	w := p.workers[n]
	if w == nil || w.failure() != nil {
		w = p.start(n)
	}
	for i := 0; i < len(p.workers) && !w.begun(); i++ {
		if other := p.workers[i]; other != nil && other.failure() == nil && other.begun() {
			return other, nil
		}
	}
	return w, nil
}

// start starts a worker. The lock is held.
func (p *pool) start(n int) *worker {
	w := &worker{pool: p, out: wire.NewOutbox(), ready: make(chan struct{}), kill: func() {}, calls: map[uint64]*call{}, programs: map[*Program]uint64{}}
	w.out.Send(wire.Frame{Kind: frameSetup, Parts: [][]byte{p.setup}})
	p.workers[n] = w
	p.running.Go(w.run)
	return w
}

// close ends all workers and waits for them.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	workers := p.workers
	p.mu.Unlock()
	for _, w := range workers {
		if w != nil {
			w.end(ErrClosed)
		}
	}
	p.running.Wait()
}

// worker is a process.
type worker struct {
	pool  *pool
	out   *wire.Outbox
	ready chan struct{} // closed when it is ready, or has ended

	mu       sync.Mutex
	kill     func() // ends the process, so that run returns
	why      error  // nil: it runs, or is being started
	isReady  bool
	last     uint64
	calls    map[uint64]*call
	programs map[*Program]uint64 // that it was given
}

func (w *worker) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.why
}

// run starts the process and reads what it sends, until it ends.
func (w *worker) run() {
	conn, command, err := startWorker()
	if err != nil {
		w.end(fmt.Errorf("%w: it cannot be started: %w", ErrWorker, err))
		return
	}
	w.mu.Lock()
	w.kill = func() {
		_ = command.Process.Kill() // it may have ended
	}
	ended := w.why != nil
	w.mu.Unlock()
	if ended {
		w.kill()
	}
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = w.out.WriteTo(conn) // an error of it is one of reading too
	}()
	late := time.AfterFunc(startTime, func() {
		if !w.begun() {
			w.end(fmt.Errorf("%w: it was not ready after %s; does main call sandbox.WorkerMain first?", ErrWorker, startTime))
		}
	})
	in := bufio.NewReaderSize(conn, 64<<10)
	for {
		var f wire.Frame
		if f, err = wire.Read(in, w.pool.sandbox.config.Memory+frameOverhead); err != nil {
			break
		}
		if err = w.receive(f); err != nil {
			break
		}
	}
	late.Stop()
	w.kill()
	_ = conn.Close() // after it, writing ends
	w.out.Close()
	<-written
	state := stateOf(command)
	switch {
	case errors.Is(err, wire.ErrMalformed):
		w.end(fmt.Errorf("%w: it sent what is no message", ErrWorker))
	case errors.Is(err, ErrInvalidConfig), errors.Is(err, ErrInterpreted):
		w.end(err)
	case !w.begun():
		w.end(fmt.Errorf("%w before it was ready: %s; does main call sandbox.WorkerMain first?", ErrWorker, state))
	default:
		w.end(fmt.Errorf("%w: %s", ErrWorker, state))
	}
}

// stateOf says how a process ended.
func stateOf(command *exec.Cmd) string {
	err := command.Wait()
	if err == nil {
		return "exit status 0"
	}
	return err.Error()
}

func (w *worker) begun() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.isReady
}

// end ends the process, and all of its calls with an error.
func (w *worker) end(why error) {
	w.mu.Lock()
	if w.why != nil {
		w.mu.Unlock()
		return
	}
	w.why = why
	kill, calls := w.kill, w.calls
	w.calls = nil
	if !w.isReady {
		close(w.ready)
	}
	w.mu.Unlock()
	w.out.Close()
	kill()
	for _, c := range calls {
		_ = c.loop.SubmitUnlimited(func() { c.abort(why) }) // a loop that has ended has ended the call
	}
}

// receive handles a frame, on the goroutine that reads.
func (w *worker) receive(f wire.Frame) error {
	switch f.Kind {
	case frameReady:
		w.mu.Lock()
		defer w.mu.Unlock()
		if !w.isReady && w.why == nil {
			w.isReady = true
			close(w.ready)
		}
		return nil
	case frameRefused:
		if len(f.Parts) == 1 {
			return fmt.Errorf("%w: %s", ErrInvalidConfig, f.Parts[0])
		}
	case frameDone, frameHost:
		w.mu.Lock()
		c := w.calls[f.Call]
		w.mu.Unlock()
		if c == nil { // it was cancelled
			return nil
		}
		_ = c.loop.SubmitUnlimited(func() { // a loop that has ended has ended the call
			if !c.done && !c.receive(f) {
				w.end(fmt.Errorf("%w: it sent what is no message", ErrWorker))
			}
		})
		return nil
	}
	return wire.ErrMalformed
}

// remote is what a job is for a worker.
type remote struct {
	worker  *worker // that must be used; nil: any
	program *Program
	kind    byte
	parts   func(program uint64) [][]byte
}

// send gives a call to a worker, with the program if the worker does not have it. Loop.
func (w *worker) send(c *call, r *remote) error {
	program, err := w.give(r.program, place{loop: c.loop, runner: c.runner})
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.why != nil {
		return w.why
	}
	w.last++
	c.worker, c.id = w, w.last
	w.calls[c.id] = c
	if r.kind == frameCompile {
		w.programs[r.program] = c.id
	}
	w.out.Send(wire.Frame{Kind: r.kind, Call: c.id, Parts: r.parts(program)})
	return nil
}

// give makes a worker load a program that it does not have. Any goroutine.
func (w *worker) give(p *Program, at place) (uint64, error) {
	if p == nil || p.code == nil {
		return 0, nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.why != nil {
		return 0, w.why
	}
	if id, ok := w.programs[p]; ok {
		return id, nil
	}
	w.last++
	id := w.last
	w.programs[p] = id
	// A call without result answers what the worker asks while it loads the program.
	w.calls[id] = &call{sandbox: w.pool.sandbox, runner: at.runner, loop: at.loop, ctx: context.Background(), timerDue: math.Inf(1), program: p.name,
		compiling: true, again: true, modules: p.modules, worker: w, id: id, then: func(any, error, left) {}}
	w.out.Send(wire.Frame{Kind: frameCompile, Call: id, Parts: [][]byte{[]byte(p.name), []byte(*p.code)}})
	return id, nil
}

// open makes an instance in a worker. Any goroutine.
func (w *worker) open(p *Program, at place) (uint64, error) {
	program, err := w.give(p, at)
	if err != nil {
		return 0, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last++
	w.out.Send(wire.Frame{Kind: frameOpen, Call: w.last, Parts: [][]byte{numberPart(program)}})
	return w.last, nil
}

// drop makes all workers forget a program.
func (p *pool) drop(program *Program) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, w := range p.workers {
		if w == nil {
			continue
		}
		w.mu.Lock()
		id, ok := w.programs[program]
		delete(w.programs, program)
		w.mu.Unlock()
		if ok {
			w.forget(frameDrop, id)
		}
	}
}

// forget makes a worker forget a call, a program or an instance. Any goroutine.
func (w *worker) forget(kind byte, id uint64) {
	w.mu.Lock()
	delete(w.calls, id)
	w.mu.Unlock()
	if kind != frameDone { // of that the worker knows
		w.out.Send(wire.Frame{Kind: kind, Call: id})
	}
}
