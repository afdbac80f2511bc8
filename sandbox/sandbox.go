package sandbox

// Sandbox: the configuration, the tools, and a snapshot from which each call starts.

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/sandbox/internal/engine"
	"github.com/wakeful-go/wakeful/sandbox/internal/prelude"
)

// Sandbox runs scripts. Any goroutine may use it.
type Sandbox struct {
	config  Config // immutable, and complete
	tools   []*tool
	fetcher *fetcher         // nil: none
	base    *engine.Snapshot // the globals and tools, and no script
	loops   []*place
	pool    *pool // of worker processes; nil: scripts run here
	link    *link // in a worker process; nil: elsewhere
	// withFetch: scripts have fetch.
	withFetch bool
	stopLoop  func() // ends the loop that New has started; nil: none
	next      atomic.Uint32

	mu       sync.Mutex
	closed   bool
	programs map[*Program]struct{}
}

// place is a loop and what runs on it.
type place struct {
	loop   *wakeful.Loop
	runner *runner
	forget func() bool // the function of OnShutdown
}

// New makes a sandbox. It returns ErrInvalidConfig for a configuration or a tool that cannot be,
// ErrInterpreted (see Config.Interpret), and wakeful.ErrClosed if a loop has ended. The first New of
// a process compiles the engine.
func New(config Config, functions ...Function) (*Sandbox, error) {
	config, err := config.withDefaults()
	if err != nil {
		return nil, err
	}
	s := &Sandbox{config: config, programs: map[*Program]struct{}{}}
	if s.tools, err = newTools(functions); err != nil {
		return nil, err
	}
	if config.Fetch != nil {
		if s.fetcher, err = newFetcher(*config.Fetch); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(s.tools, func(t *tool) bool { return t.name == "fetch" }) {
			return nil, fmt.Errorf("%w: there is Config.Fetch, and a tool with the name fetch", ErrInvalidConfig)
		}
	}
	s.withFetch = s.fetcher != nil
	if config.Process == nil {
		if err := s.open(); err != nil {
			return nil, err
		}
		return s, nil
	}
	if s.pool, err = s.newPool(*config.Process); err != nil {
		return nil, err
	}
	if err := s.openLoops(); err != nil {
		s.pool.close()
		return nil, err
	}
	return s, nil
}

// open loads the engine and the loops.
func (s *Sandbox) open() error {
	e, err := engine.Load(engine.Options{CacheDir: s.config.CacheDir, Interpret: s.config.Interpret})
	if err != nil {
		return err
	}
	if s.base, err = s.newBase(e); err != nil {
		return err
	}
	if err := s.openLoops(); err != nil {
		s.base.Close()
		return err
	}
	return nil
}

// builder answers the engine while a sandbox is made, which runs no script.
type builder struct{}

func (builder) Yield() engine.Action                   { return engine.Continue }
func (builder) Call(_, _ int, _ []byte) ([]byte, bool) { return encoded(0), false }

// preludeName is the name of the prelude in stacks.
const preludeName = "wakeful:prelude"

// preludes are those of a process, compiled.
var preludes compiledPreludes

type compiledPreludes struct {
	mu   sync.Mutex
	made map[bool]engine.Code // by whether they have fetch
}

func (p *compiledPreludes) of(e *engine.Engine, withFetch bool) (engine.Code, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if code := p.made[withFetch]; code != nil {
		return code, nil
	}
	code, err := e.CompilePrelude(preludeName, prelude.Source(withFetch))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrEngine, err)
	}
	if p.made == nil {
		p.made = map[bool]engine.Code{}
	}
	p.made[withFetch] = code
	return code, nil
}

func (s *Sandbox) newBase(e *engine.Engine) (*engine.Snapshot, error) {
	i, err := e.New(uint64(s.config.Memory), uint32(s.config.Stack), builder{})
	if err != nil {
		return nil, err
	}
	defer i.Close()
	code, err := preludes.of(e, s.withFetch)
	if err != nil {
		return nil, err
	}
	status, err := i.RunPrelude(code)
	if err == nil && status != engine.Fulfilled {
		err = fmt.Errorf("%w: the prelude: %s", ErrEngine, i.Out())
	}
	for n, t := range s.tools {
		if err == nil {
			err = i.Define(t.name, prelude.FirstTool+n, !t.direct)
		}
	}
	if err != nil {
		return nil, err
	}
	return i.Snapshot()
}

func (s *Sandbox) openLoops() error {
	loops := s.config.Loops
	if len(loops) == 0 {
		loop, err := wakeful.New(wakeful.WithName("sandbox"))
		if err != nil {
			return err
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = loop.Run(context.Background()) // Close ends it
		}()
		s.stopLoop = func() {
			_ = loop.Close() // it returns that the loop has ended already
			<-ended
		}
		loops = []*wakeful.Loop{loop}
	}
	for _, loop := range loops {
		p := &place{loop: loop, runner: &runner{tags: observe.Open(loop).Tags()}}
		var err error
		if p.forget, err = loop.OnShutdown(p.runner.end); err != nil {
			s.closeLoops()
			return fmt.Errorf("a loop of the sandbox: %w", err)
		}
		s.loops = append(s.loops, p)
	}
	return nil
}

// closeLoops ends all calls, and the loop that New has started.
func (s *Sandbox) closeLoops() {
	for _, p := range s.loops {
		forget := p.forget
		end := func() {
			if forget() {
				p.runner.end()
			}
		}
		_ = p.loop.SubmitUnlimited(end) // a loop that ends has called runner.end, or will
	}
	if s.stopLoop != nil {
		s.stopLoop()
	}
}

// Close ends all calls with ErrClosed and frees what the sandbox holds. It does not wait for tools
// that run: their contexts end. On loops that the host gave, calls end soon after Close has returned;
// such a loop must run for that. Any goroutine may call Close, and more than once. It returns nil.
func (s *Sandbox) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	programs := s.programs
	s.programs = nil
	s.mu.Unlock()
	s.closeLoops()
	if s.pool != nil {
		s.pool.close()
	} else {
		for p := range programs {
			p.snapshot.Close()
		}
		s.base.Close()
	}
	if s.fetcher != nil {
		s.fetcher.transport.CloseIdleConnections()
	}
	return nil
}

// place chooses the loop of a call.
func (s *Sandbox) place() *place { return s.loops[int(s.next.Add(1))%len(s.loops)] }

// result is what a call gives.
type result struct {
	value any
	err   error
}

// job is a call before it begins.
type job struct {
	program, function string
	tenant            uint32
	compiling         bool
	modules           *modules
	id                uint64  // of the host's call, in a worker process
	remote            *remote // for a worker process; nil: the rest says what happens here
	observe           func(*call)
	first             operation
	// take gives the instance, on the loop.
	take func(engine.Caller) (*engine.Instance, error)
	// release ends the use of the instance, on the loop, before then.
	release func(*call, *engine.Instance, left)
	then    func(value any, err error)
}

// start begins a call on a loop.
func (s *Sandbox) start(ctx context.Context, p *place, j job) error {
	if ctx == nil {
		return wakeful.ErrNilContext
	}
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if closed {
		return ErrClosed
	}
	c := &call{sandbox: s, runner: p.runner, loop: p.loop, ctx: ctx, timerDue: math.Inf(1), program: j.program, function: j.function, tenant: j.tenant, compiling: j.compiling, modules: j.modules, id: j.id, observe: j.observe}
	c.then = func(value any, err error, left left) {
		if c.instance != nil {
			j.release(c, c.instance, left)
			c.instance = nil
		}
		j.then(value, err)
	}
	err := p.loop.SubmitUnlimited(func() {
		if err := context.Cause(ctx); err != nil {
			c.finish(nil, err)
			return
		}
		if j.remote != nil {
			c.tag()
			c.beginRemote(j.remote)
			return
		}
		if s.link != nil {
			s.link.mu.Lock()
			s.link.calls[c.id] = c
			s.link.mu.Unlock()
		}
		var err error
		if c.instance, err = j.take(c); err != nil {
			c.finish(nil, err)
			return
		}
		c.begin(j.first)
	})
	if err != nil {
		return ErrClosed
	}
	return nil
}

// wait begins a call and waits for its result.
func (s *Sandbox) wait(ctx context.Context, p *place, j job) (any, error) {
	if p.loop.OnLoop() {
		return nil, ErrOnLoop
	}
	done := make(chan result, 1)
	j.then = func(value any, err error) { done <- result{value, err} }
	if err := s.start(ctx, p, j); err != nil {
		return nil, err
	}
	select {
	case r := <-done:
		return r.value, r.err
	case <-p.loop.Done():
		select {
		case r := <-done:
			return r.value, r.err
		default: // the loop has discarded the call before it began
			return nil, ErrClosed
		}
	}
}

func (s *Sandbox) cloneBase(c engine.Caller) (*engine.Instance, error) { return cloneOf(s.base, c) }

func cloneOf(s *engine.Snapshot, c engine.Caller) (*engine.Instance, error) {
	i, err := s.Clone(c)
	if errors.Is(err, engine.ErrClosed) {
		err = ErrClosed
	}
	return i, err
}

func release(c *call, i *engine.Instance, left left) {
	if left == broken {
		c.runner.replace(c.loop, i)
	} else {
		i.Release()
	}
}

// Eval runs a script in fresh memory and returns its completion value: that of its last expression,
// or what the promise becomes if it is one. The script may use await outside of functions. The name
// appears in stacks. Values are those of Program.Call.
func (s *Sandbox) Eval(ctx context.Context, name, source string) (any, error) {
	modules := s.newModules(s.config.Modules)
	code, err := modules.add(name, source)
	if err != nil {
		return nil, err
	}
	if s.pool != nil {
		return s.wait(ctx, s.place(), job{program: name, modules: modules, remote: &remote{kind: frameEval, parts: func(uint64) [][]byte { return [][]byte{[]byte(name), []byte(code)} }}})
	}
	return s.wait(ctx, s.place(), job{program: name, modules: modules, take: s.cloneBase, release: release,
		first: func(i *engine.Instance) (engine.Status, error) { return i.Evaluate(name, code, engine.Script) }})
}
