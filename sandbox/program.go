package sandbox

// Program: a module that was loaded once. Each call starts from its state after loading.

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful/sandbox/internal/codec"
	"github.com/wakeful-go/wakeful/sandbox/internal/engine"
)

// Program is a module whose functions can be called. Any goroutine may use it.
type Program struct {
	sandbox  *Sandbox
	name     string
	modules  *modules
	code     *string          // of the module, for workers; nil: there are none, or it is being loaded
	snapshot *engine.Snapshot // nil: workers have it
}

// Compile loads an ES module: it runs the code outside of its functions, once, and keeps the memory.
// The limits of a call apply. The module can call no tools then, and timers that it has set when it
// is loaded are forgotten. The name appears in stacks.
//
// The module may import those of Config.Modules, and Node's modules that need no access: assert, buffer,
// events, path, punycode, querystring, stream, string_decoder, timers, url and util, and those below
// them, such as timers/promises. An import of JSON needs with { type: "json" }.
func (s *Sandbox) Compile(name, source string) (*Program, error) {
	return s.compile(name, source, s.newModules(s.config.Modules))
}

// CompileFS is Compile for a module in a file system, such as Files, from which its imports come too.
// The name is its path there.
func (s *Sandbox) CompileFS(files fs.FS, name string) (*Program, error) {
	m := s.newModules(files)
	source, err := m.read(name)
	if err != nil {
		return nil, fmt.Errorf("the module cannot be read: %w", err)
	}
	return s.compile(name, source, m)
}

func (s *Sandbox) compile(name, source string, m *modules) (*Program, error) {
	code, err := m.add(name, source)
	if err != nil {
		return nil, err
	}
	return s.compileCode(name, code, m, job{})
}

// compileCode loads a module that was translated. The job has what a worker process adds to it.
func (s *Sandbox) compileCode(name, code string, m *modules, j job) (*Program, error) {
	p := &Program{sandbox: s, name: name, modules: m}
	j.program, j.compiling, j.modules, j.take = name, true, m, s.cloneBase
	j.first = func(i *engine.Instance) (engine.Status, error) { return i.Evaluate(name, code, engine.Module) }
	var snapshotErr error
	j.release = func(_ *call, i *engine.Instance, left left) {
		i.SetCaller(builder{}) // the call has ended, and has no coroutine that could be left
		if left != broken && i.End() {
			p.snapshot, snapshotErr = i.Snapshot()
		}
		i.Close()
	}
	if s.pool != nil {
		j.remote = &remote{kind: frameCompile, program: p, parts: func(uint64) [][]byte { return [][]byte{[]byte(name), []byte(code)} }}
	}
	_, err := s.wait(context.Background(), s.place(), j)
	switch {
	case err != nil:
	case s.pool != nil:
		p.code = &code
		err = s.keep(p)
	case snapshotErr != nil:
		err = snapshotErr
	case p.snapshot == nil:
		err = fmt.Errorf("%w: after %s was loaded", ErrEngine, name)
	default:
		err = s.keep(p)
	}
	if err != nil {
		p.free()
		return nil, err
	}
	return p, nil
}

// keep remembers a program for Close.
func (s *Sandbox) keep(p *Program) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return ErrClosed
	}
	s.programs[p] = struct{}{}
	return nil
}

// Close frees the program's memory. Calls that run go on, and later ones return ErrClosed. Sandbox's
// Close closes its programs. It returns nil.
func (p *Program) Close() error {
	p.sandbox.mu.Lock()
	_, open := p.sandbox.programs[p]
	delete(p.sandbox.programs, p)
	p.sandbox.mu.Unlock()
	if open {
		p.free()
	}
	return nil
}

// free frees what Compile has made, here or in workers.
func (p *Program) free() {
	if p.snapshot != nil {
		p.snapshot.Close()
	} else if p.sandbox.pool != nil {
		p.sandbox.pool.drop(p)
	}
}

// Name returns the name that Compile got.
func (p *Program) Name() string { return p.name }

// Call calls an exported function in fresh memory: that of the module after it was loaded. It waits
// for the result, and for the promise if the result is one. The memory is discarded then, with the
// timers and tools that the script still waits for.
//
// Arguments become values of JavaScript. Nil becomes null. Numbers become numbers, *big.Int a BigInt,
// []byte a Uint8Array, time.Time a Date, slices arrays, maps and structures objects with the names
// of encoding/json's tags, *Map, *Set and *RegExp what they are named after, errors errors. A value
// that contains itself does so in the script.
//
// The result is nil for undefined and null, bool, float64, string, *big.Int, time.Time (the zero time
// for an invalid date), []any, map[string]any, *Map, *Set, *RegExp, a *ScriptError for an error,
// []byte for ArrayBuffer, Uint8Array, Uint8ClampedArray and DataView, and slices such as []int32 for
// other typed arrays. As converts it to another type.
//
// An error of the script is a *ScriptError. A limit is a *LimitError. If ctx ends, the call ends with
// its cause. Call may not be used on a loop of the sandbox: it returns ErrOnLoop there.
func (p *Program) Call(ctx context.Context, function string, arguments ...any) (any, error) {
	j, err := p.job(function, arguments)
	if err != nil {
		return nil, err
	}
	return p.sandbox.wait(ctx, p.sandbox.place(), j)
}

// CallAsync is Call without waiting: then gets the result on a loop of the sandbox. It returns an
// error, and then is not called, if an argument is no value of JavaScript or the sandbox is closed.
// If the loop ends before the call has begun, then is not called either.
func (p *Program) CallAsync(ctx context.Context, function string, then func(any, error), arguments ...any) error {
	j, err := p.job(function, arguments)
	if err != nil {
		return err
	}
	return p.sandbox.startAsync(ctx, p.sandbox.place(), j, then)
}

func (s *Sandbox) startAsync(ctx context.Context, at *place, j job, then func(any, error)) error {
	if then == nil {
		return errors.New("sandbox: CallAsync needs a function for the result")
	}
	j.then = then
	return s.start(ctx, at, j)
}

func (p *Program) job(function string, arguments []any) (job, error) {
	text, err := callOf(function, arguments)
	if err != nil {
		return job{}, err
	}
	j := p.jobOf(function, text)
	if p.sandbox.pool != nil {
		if !p.open() {
			return j, ErrClosed
		}
		j.remote = &remote{program: p, kind: frameCall, parts: func(program uint64) [][]byte {
			return [][]byte{numberPart(program), []byte(function), text}
		}}
	}
	return j, nil
}

// jobOf is a call of a function, with the encoded arguments.
func (p *Program) jobOf(function string, text []byte) job {
	return job{program: p.name, function: function, modules: p.modules, take: p.clone, release: release,
		first: func(i *engine.Instance) (engine.Status, error) { return i.Call(text) }}
}

func (p *Program) open() bool {
	p.sandbox.mu.Lock()
	defer p.sandbox.mu.Unlock()
	_, open := p.sandbox.programs[p]
	return open
}

func (p *Program) clone(c engine.Caller) (*engine.Instance, error) { return cloneOf(p.snapshot, c) }

// callOf encodes a call of a function.
func callOf(function string, arguments []any) ([]byte, error) {
	text, err := codec.EncodeCall(nil, function, arguments)
	if err != nil {
		return nil, fmt.Errorf("the arguments of %s: %w", function, err)
	}
	return text, nil
}

// Instance is a program with memory of its own that is kept between calls. Any goroutine may use it,
// but there is one call at a time.
type Instance struct {
	program *Program
	place   *place
	worker  *worker // that has it, by its id; nil: it is here
	id      uint64
	number  uint32 // for recordings

	mu     sync.Mutex
	closed bool             // in a worker
	engine *engine.Instance // nil: closed, or discarded after a limit
	why    error            // then
	busy   bool
}

// instances counts the instances of the process.
var instances atomic.Uint32

// Instance makes an instance. Calls of it see what earlier ones have changed, so it is for calls of
// one tenant. Close it.
func (p *Program) Instance() (*Instance, error) {
	i := &Instance{program: p, place: p.sandbox.place(), number: instances.Add(1)}
	var err error
	if p.sandbox.pool != nil {
		if !p.open() {
			return nil, ErrClosed
		}
		if i.worker, err = p.sandbox.pool.pick(); err == nil {
			i.id, err = i.worker.open(p, *i.place)
		}
	} else {
		i.engine, err = p.clone(nil)
	}
	if err != nil {
		return nil, err
	}
	return i, nil
}

// Call is Program.Call in the memory of the instance. After a limit or another error that is no
// *ScriptError, the memory is discarded, and later calls return ErrDiscarded. Timers and tools that a
// call leaves are forgotten: nothing runs between calls. During a call, others return ErrBusy.
func (i *Instance) Call(ctx context.Context, function string, arguments ...any) (any, error) {
	j, err := i.job(function, arguments)
	if err != nil {
		return nil, err
	}
	return i.program.sandbox.wait(ctx, i.place, j)
}

// CallAsync is Call without waiting, as Program.CallAsync. All calls of an instance are on one loop
// of the sandbox, so then may call the instance again.
func (i *Instance) CallAsync(ctx context.Context, function string, then func(any, error), arguments ...any) error {
	j, err := i.job(function, arguments)
	if err != nil {
		return err
	}
	return i.program.sandbox.startAsync(ctx, i.place, j, then)
}

func (i *Instance) job(function string, arguments []any) (job, error) {
	text, err := callOf(function, arguments)
	if err != nil {
		return job{}, err
	}
	j := i.jobOf(function, text)
	if i.worker != nil {
		i.mu.Lock()
		closed := i.closed
		i.mu.Unlock()
		if closed {
			return j, ErrClosed
		}
		j.remote = &remote{worker: i.worker, program: i.program, kind: frameInvoke, parts: func(program uint64) [][]byte {
			return [][]byte{numberPart(i.id), []byte(function), text, numberPart(program)}
		}}
	}
	return j, nil
}

func (i *Instance) jobOf(function string, text []byte) job {
	j := i.program.jobOf(function, text)
	j.take, j.release, j.tenant = i.take, i.release, i.number
	return j
}

func (i *Instance) take(c engine.Caller) (*engine.Instance, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case i.engine == nil:
		return nil, i.why
	case i.busy:
		return nil, ErrBusy
	}
	i.busy = true
	i.engine.SetCaller(c)
	return i.engine, nil
}

// release is called on the loop after a call.
func (i *Instance) release(_ *call, e *engine.Instance, left left) {
	e.SetCaller(builder{})
	keep := left == clean || left == used && e.End()
	i.mu.Lock()
	defer i.mu.Unlock()
	i.busy = false
	if i.engine == nil { // closed during the call
		e.Release()
		return
	}
	if !keep {
		i.engine, i.why = nil, ErrDiscarded
		e.Close()
	}
}

// Close frees the memory, after the call that runs. Later calls return ErrClosed. It returns nil.
func (i *Instance) Close() error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.worker != nil && !i.closed {
		i.worker.forget(frameDrop, i.id)
	}
	i.closed = true
	if i.engine != nil && !i.busy {
		i.engine.Release()
	}
	i.engine, i.why = nil, ErrClosed
	return nil
}
