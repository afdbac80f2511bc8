package sim

// This file owns the world: its time, its events, and the driver that runs the loops. loop.go has the
// loops, network.go what is between them, run.go how worlds are made and repeated.

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing/synctest"
	"time"

	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/simulation"
)

// A World is one simulated run: its loops, the network between them, and their time. All loops run on
// one goroutine, the driver, which is also the goroutine of Run's function. Its methods belong to that
// function and to callbacks of the world: those of its loops, of At, and of checks. At, After, Fail and
// Logf may also be called on goroutines of Go and of Loop.RunBlocking.
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
	sequences                   uint64 // others that were given out

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
	instant      int // steps at this time
	checks       []*check
	stopWatching chan struct{}
	over         bool // For returns no more

	mu            sync.Mutex
	failure       *Failure
	wakes         []*loop            // woken by other goroutines
	requests      []*request         // operations of other goroutines on sockets
	finished      []*loop            // whose turn on another goroutine is over
	known         map[uintptr]uint64 // goroutines of the world besides the driver, numbered from 1
	lastGoroutine uint64
	turns         atomic.Uint64 // odd while a callback runs on the driver
	foreign       chan struct{} // one slot: one of the above has changed
}

// worlds has the world of each goroutine that belongs to one.
var worlds sync.Map // of *World, by native.Goroutine

func init() {
	simulation.Of = func() simulation.Driver {
		if w, ok := worlds.Load(native.Goroutine()); ok {
			return w.(*World)
		}
		return nil
	}
}

func newWorld(seed uint64, p plan, traced bool) *World {
	w := &World{
		seed: seed, plan: p, start: time.Now(), driver: native.Goroutine(),
		schedule: sequence(seed, 1), program: sequence(seed, 2), messages: sequence(seed, 3),
		known: map[uintptr]uint64{}, foreign: make(chan struct{}, 1),
	}
	w.context, w.cancel = context.WithCancel(context.Background())
	w.trace.keep = traced
	w.network.init(w)
	w.timer = time.NewTimer(time.Hour)
	w.stopWatching = make(chan struct{})
	go w.watch()
	return w
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
		stacks := make([]byte, 1<<20)
		panic(fmt.Sprintf("sim: seed %d: a callback blocks for ever. It is the goroutine below whose stack has World.turn:\n%s",
			w.seed, stacks[:runtime.Stack(stacks, true)]))
	}
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

// Elapsed returns the simulated time since the world began. time.Now returns the same time everywhere
// in a world, for programs that read a clock; Now has the clock of a machine.
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
	w.At(w.now+max(0, d), fn)
}

// Go calls fn on a goroutine of the world, which may block: in Loop.Shutdown, Loop.Call, or time.Sleep.
// The driver goes on when the goroutine blocks or returns, so two of them run at the same time only if
// the same instant wakes both.
func (w *World) Go(fn func()) {
	w.settle()
	go func() {
		w.enter()
		defer w.leave()
		fn()
	}()
	w.unsettled = true
	w.settle()
}

// enter makes the calling goroutine one of the world.
func (w *World) enter() {
	me := native.Goroutine()
	worlds.Store(me, w)
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
	w.ask(math.MaxUint64, number)
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

// For runs the world for d. It returns earlier if the world has failed. Eventually checks that are due
// later do not count.
func (w *World) For(d time.Duration) { w.run(w.now+d, func() bool { return false }) }

// Until runs the world until done returns true, for limit at most. It reports whether done did. It
// calls done after each turn.
func (w *World) Until(limit time.Duration, done func() bool) bool {
	reached := false
	w.run(w.now+limit, func() bool {
		reached = done()
		return reached
	})
	return reached && !w.failed()
}

// maxInstant bounds the turns without a step of time. A loop that needs more never parks.
const maxInstant = 2_000_000

// run is the driver.
func (w *World) run(end time.Duration, done func() bool) {
	if w.current != nil || native.Goroutine() != w.driver {
		w.Fail("sim: For and Until belong to the function of Run, and not to a callback")
		return
	}
	w.check()
	for !w.failed() && !done() {
		w.settle()
		if next := w.nextEvent(); next <= w.now {
			w.happen()
			continue
		}
		next := w.wakeByTimers()
		if len(w.ready) > 0 {
			w.turn(w.schedule.IntN(len(w.ready)))
			w.check()
			if w.instant++; w.instant > maxInstant {
				w.Fail("sim: the loops have run %d turns without a step of time: some callback submits itself again and again", maxInstant)
			}
			continue
		}
		if next = min(next, w.nextEvent(), end); next <= w.now {
			return
		}
		w.sleep(next)
	}
}

func (w *World) nextEvent() time.Duration {
	if len(w.events.all) == 0 {
		return never
	}
	return w.events.all[0].at
}

// happen lets the next event happen.
func (w *World) happen() {
	e := w.events.pop()
	w.steps++
	switch {
	case e.socket != nil:
		w.network.arrive(e)
	default:
		e.fn()
		w.unsettled = true
		w.check()
	}
}

// sleep lets time pass until at, or until another goroutine has changed something.
func (w *World) sleep(at time.Duration) {
	w.timer.Reset(at - w.now)
	select {
	case <-w.timer.C:
	case <-w.foreign:
		w.timer.Stop()
	}
	w.now = time.Since(w.start)
	w.instant, w.unsettled = 0, true
}

// settle waits until all other goroutines of the world are blocked, and takes what they have changed,
// in an order that does not depend on theirs.
func (w *World) settle() {
	for w.unsettled {
		w.unsettled = false
		synctest.Wait()
		w.mu.Lock()
		for _, l := range w.wakes {
			l.woken = true
		}
		for _, l := range w.finished {
			l.returned = true
		}
		some := len(w.wakes)+len(w.finished) > 0
		w.wakes, w.finished = w.wakes[:0], w.finished[:0]
		var first *request
		for _, r := range w.requests {
			if first == nil || r.before(first) {
				first = r
			}
		}
		if first != nil {
			w.requests = remove(w.requests, first)
		}
		w.mu.Unlock()
		if some {
			for _, l := range w.loops { // in their order, not in the order of the goroutines
				if l.woken {
					l.woken = false
					w.makeReady(l)
				}
				if l.returned {
					l.returned, l.away = false, false
					w.afterTurn(l)
				}
			}
		}
		if first != nil {
			close(first.granted)
			w.unsettled = true
		}
	}
}

// wakeByTimers makes the loops ready whose timers are due, and returns the next deadline.
func (w *World) wakeByTimers() (next time.Duration) {
	next = never
	for _, l := range w.loops {
		switch {
		case l.deadline > w.now:
			next = min(next, l.deadline)
		case l.pausedUntil > w.now: // its end is an event
		default:
			w.makeReady(l)
		}
	}
	return next
}

// turn lets a ready loop run some callbacks.
func (w *World) turn(index int) {
	l := w.ready[index]
	last := len(w.ready) - 1
	w.ready[index], w.ready = w.ready[last], w.ready[:last]
	l.ready = false
	if l.away || l.ended || l.machine.down || l.pausedUntil > w.now {
		return
	}
	w.steps++
	budget := 1 + int(w.schedule.Uint32()&7)
	if l.ending() {
		// Its end may block: a Shutdown waits until the connections have sent their queues.
		l.away, l.deadline = true, never
		go func() {
			w.enter()
			defer w.leave()
			l.run(budget)
			w.mu.Lock()
			w.finished = append(w.finished, l)
			w.mu.Unlock()
			w.signal()
		}()
		w.unsettled = true
		return
	}
	w.current = l
	w.turns.Add(1)
	ran := l.run(budget)
	w.turns.Add(1)
	w.current = nil
	w.unsettled = true
	w.trace.add(w, eventTurn, l.machine, nil, uint64(l.index), uint64(ran))
	if now := time.Since(w.start); now != w.now {
		w.Fail("sim: a callback of loop %q has blocked for %v of simulated time. Use a timer, or Loop.RunBlocking", l.name, now-w.now)
		w.now = now
	}
	w.afterTurn(l)
}

// afterTurn looks at what a loop that has run wants next.
func (w *World) afterTurn(l *loop) {
	if at, ok := l.NextDeadline(); ok {
		l.deadline = at.Sub(w.start)
	} else {
		l.deadline = never
	}
	if l.more || len(l.kernel.ready) > 0 {
		w.makeReady(l)
	}
}

// makeReady has a loop run.
func (w *World) makeReady(l *loop) {
	if !l.ready && !l.ended {
		l.ready = true
		w.ready = append(w.ready, l)
	}
}

// end closes all loops, and waits until they and the goroutines of the world have ended.
func (w *World) end() {
	w.over, w.trace.over = true, true
	w.cancel()
	for _, m := range w.machines {
		m.down = false
	}
	for _, l := range w.loops {
		l.pausedUntil = 0
		_ = l.Close()
	}
	for range 100_000 {
		w.settle()
		left := w.goroutines()
		for _, l := range w.loops {
			if l.started && !l.ended {
				left++
				if !l.away {
					w.makeReady(l)
				}
			}
		}
		switch {
		case left == 0:
			w.sleep(w.now + time.Minute) // for goroutines of the library that the world does not know
			w.settle()
			return
		case len(w.ready) > 0:
			w.turn(0)
		default:
			w.sleep(w.now + time.Second)
		}
	}
	panic(fmt.Sprintf("sim: seed %d: a goroutine of World.Go or Loop.RunBlocking does not end. Its context has ended", w.seed))
}

// goroutines returns how many goroutines of the world have not ended, besides those of loops.
func (w *World) goroutines() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.known)
}

// remove returns a slice without one of its elements.
func remove[T comparable](all []T, one T) []T {
	for i, x := range all {
		if x == one {
			return append(all[:i], all[i+1:]...)
		}
	}
	return all
}
