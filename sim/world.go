package sim

// This file owns what a world has, and what programs and tests call. driver.go runs the loops,
// loop.go has them, network.go what is between them, run.go how worlds are made and repeated.

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/simulation"
)

// A World is one simulated run: its loops, the network between them, and their time. All loops run
// on one goroutine, the driver, which is also the goroutine of Run's function. Its methods belong
// to that function and to callbacks of the world: those of its loops, of At, and of checks. At,
// After, Fail and Logf may also be called on goroutines of Go and of Loop.RunBlocking.
type World struct {
	seed    uint64
	context context.Context
	cancel  context.CancelFunc
	plan    plan
	start   time.Time
	driver  uintptr
	trace   trace
	network Network

	// Random numbers, one sequence for each purpose, so that leaving out a fault changes no other.

	schedule, program, messages *rand.Rand
	sequences, gates            uint64 // others, and gates, that were given out

	// Of the driver.

	now          time.Duration // since start
	events       eventHeap
	machines     []*machine
	loops        []*loop
	ready        []*loop // have something to do
	current      *loop   // whose callback runs; nil between turns
	place        *machine
	timer        *time.Timer
	unsettled    bool // other goroutines may be running
	steps        uint64
	instant      int // turns at this time
	maxInstant   int // see maxInstant
	checks       []*check
	stopWatching chan struct{}
	over         bool // For returns no more

	mu            sync.Mutex
	failure       *failure
	failed        atomic.Bool        // failure is set
	wakes         []*loop            // woken by other goroutines
	requests      []*request         // operations of other goroutines on sockets
	finished      []*loop            // whose turn on another goroutine is over
	known         map[uintptr]uint64 // goroutines of the world besides the driver, numbered from 1
	lastGoroutine uint64
	turns         atomic.Uint64 // odd while a callback runs on the driver
	foreign       chan struct{} // one slot: one of the above has changed
}

// worlds has the world, and the machine, of each goroutine that belongs to one.
var worlds sync.Map // of driver, by native.Goroutine

func init() {
	simulation.Of = func() simulation.Driver {
		place, ok := worlds.Load(native.Goroutine())
		if !ok {
			return nil
		}
		d := place.(driver)
		if d.world.driver == native.Goroutine() {
			d.machine = d.world.here()
		}
		return d
	}
}

func newWorld(seed uint64, p plan, traced bool) *World {
	w := &World{
		seed: seed, plan: p, start: time.Now(), driver: native.Goroutine(),
		schedule: sequence(seed, 1), program: sequence(seed, 2), messages: sequence(seed, 3),
		known: map[uintptr]uint64{}, foreign: make(chan struct{}, 1), maxInstant: maxInstant,
	}
	w.context, w.cancel = context.WithCancel(context.Background())
	w.trace.keep = traced
	w.network.init(w)
	w.timer = time.NewTimer(time.Hour)
	w.stopWatching = make(chan struct{})
	go w.watch()
	return w
}

// sequence returns the random numbers of one purpose.
func sequence(seed, purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, purpose*0x9e3779b97f4a7c15)) //nolint:gosec // a run must be repeatable
}

// Seed returns the number that decides this run.
func (w *World) Seed() uint64 { return w.seed }

// Context returns a context that ends with the world.
func (w *World) Context() context.Context { return w.context }

// Rand returns the source of random numbers for the program. Numbers from elsewhere make a run
// unrepeatable.
func (w *World) Rand() *rand.Rand { return w.program }

// Elapsed returns the simulated time since the world began. time.Now returns the same time
// everywhere in a world, for programs that read a clock; Now has the clock of a machine.
func (w *World) Elapsed() time.Duration { return time.Since(w.start) }

// At calls fn at a time since the world began, or now if that has passed. fn does not belong to a
// loop. It may inject faults, look at the program's state, and submit functions to loops.
func (w *World) At(at time.Duration, fn func()) {
	w.join()
	w.events.push(event{at: max(at, w.now), fn: fn})
}

// After calls fn after d, like At.
func (w *World) After(d time.Duration, fn func()) {
	w.join()
	w.events.push(event{at: w.now + max(0, d), fn: fn})
}

// Go calls fn on a goroutine of the world, which may block: in Loop.Shutdown, Loop.Call, or
// time.Sleep. The driver goes on when the goroutine blocks or returns, so two of them run at the
// same time only if the same instant wakes both.
func (w *World) Go(fn func()) {
	w.settle()
	m := w.here()
	w.unsettled = true
	go func() {
		w.enter(m)
		defer w.leave()
		fn()
	}()
	w.settle()
}

// enter makes the calling goroutine one of the world, which makes loops on machine m.
func (w *World) enter(m *machine) {
	me := native.Goroutine()
	worlds.Store(me, driver{w, m})
	w.mu.Lock()
	w.lastGoroutine++
	w.known[me] = w.lastGoroutine
	w.mu.Unlock()
}

func (w *World) leave() {
	me := native.Goroutine()
	worlds.Delete(me)
	w.mu.Lock()
	delete(w.known, me)
	w.mu.Unlock()
}

// join lets a goroutine besides the driver use the world: it returns when the driver waits for it.
func (w *World) join() {
	me := native.Goroutine()
	if me == w.driver {
		return
	}
	w.mu.Lock()
	number := w.known[me]
	w.mu.Unlock()
	w.ask(anywhere, number)
}

// ask waits until the driver grants an operation of a socket.
func (w *World) ask(socket, operation uint64) {
	r := &request{socket, operation, make(chan struct{})}
	w.mu.Lock()
	w.requests = append(w.requests, r)
	w.mu.Unlock()
	w.signal()
	<-r.granted
}

// signal has the driver look at what other goroutines have changed.
func (w *World) signal() {
	select {
	case w.foreign <- struct{}{}:
	default:
	}
}

// For runs the world for d. It returns earlier if the world has failed. Eventually checks that are
// due later do not count.
func (w *World) For(d time.Duration) { w.run(w.now+d, func() bool { return false }) }

// Until runs the world until done returns true, for limit at most. It reports whether done did. It
// calls done after each turn.
func (w *World) Until(limit time.Duration, done func() bool) bool {
	reached := false
	w.run(w.now+limit, func() bool {
		reached = done()
		return reached
	})
	return reached && !w.Failed()
}

// remove returns a slice without one of its elements.
func remove[T comparable](all []T, one T) []T {
	if i := slices.Index(all, one); i >= 0 {
		return slices.Delete(all, i, i+1)
	}
	return all
}
