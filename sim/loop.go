package sim

// This file owns the loops of a world and the machines that they are on: how they are made, and how
// a fault stops them.

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"strings"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/native"
	"github.com/wakeful-go/wakeful/internal/poll"
	"github.com/wakeful-go/wakeful/internal/simulation"
	"github.com/wakeful-go/wakeful/internal/transport"
)

// A machine has an address, sockets and loops.
type machine struct {
	world   *World
	name    string
	index   int
	address netip.Addr
	down    bool // after Crash and Kill
	pauses  bool // its pauses are planned
	skew    time.Duration
	loops   []*loop

	sockets   []*socket // by descriptor
	listeners map[uint16]*socket
	nextPort  uint16
}

// loop is a loop of the world.
type loop struct {
	*wakeful.Loop
	machine *machine
	name    string
	index   int
	kernel  kernel

	started     bool
	ready       bool // it is in World.ready
	more        bool // the last turn has left something
	away        bool // its turn is on another goroutine
	ended       bool
	deadline    time.Duration
	pausedUntil time.Duration
}

// Loop makes a machine with this name and a loop on it, and starts the loop. The machine's name is
// its host name, as in stream.Dial(l, "tcp", "server:80", ...). If there is such a machine already,
// after Crash or Kill it starts again, and otherwise it gets one more loop. An error of wakeful.New
// fails the world.
func (w *World) Loop(name string, options ...wakeful.Option) *wakeful.Loop {
	var l *wakeful.Loop
	w.On(name, func() {
		var err error
		if l, err = wakeful.New(append([]wakeful.Option{wakeful.WithName(name)}, options...)...); err == nil {
			err = l.Start(context.Background())
		}
		if err != nil {
			panic(fmt.Sprintf("sim: World.Loop(%q): %v", name, err)) // only an option can be wrong
		}
	})
	return l
}

// On calls fn with the machine of this name as the place where wakeful.New makes loops, also for
// group.New. Such loops run like any others: the goroutine of Loop.Run waits while the driver runs
// them. Loops that are made elsewhere in Run's function are on a machine named "main". A callback and
// work of Loop.RunBlocking make them on the machine of their loop, a goroutine of Go on that of its
// caller, and Resize of a group on that of the group.
func (w *World) On(name string, fn func()) {
	before := w.place
	defer func() { w.place = before }()
	w.place = w.machine(name)
	if w.place.down {
		w.place.down = false
		w.network.restarted(w.place)
		w.trace.add(w, eventRestart, w.place, nil, 0, 0)
	}
	fn()
}

func (w *World) machine(name string) *machine {
	for _, m := range w.machines {
		if m.name == name {
			return m
		}
	}
	n := len(w.machines)
	m := &machine{
		world: w, name: name, index: n, nextPort: 32768,
		address: netip.AddrFrom4([4]byte{10, 0, byte(n >> 8), byte(n + 1)}), listeners: map[uint16]*socket{},
		sockets: make([]*socket, 3), // as if 0, 1 and 2 were taken
	}
	w.machines = append(w.machines, m)
	w.trace.machine(m)
	w.network.faults.newMachine(m)
	return m
}

// driver is a World as packages wakeful, group and keyed see it on one machine.
type driver struct {
	world   *World
	machine *machine // nil: none was named
}

// here returns the machine on which the driver's goroutine makes loops, nil if none was named.
func (w *World) here() *machine {
	if w.current != nil {
		return w.current.machine
	}
	return w.place
}

// Join is called by wakeful.New.
func (d driver) Join(made any) simulation.Host {
	w, m := d.world, d.machine
	w.join()
	if m == nil {
		m = w.machine("main")
	}
	l := &loop{Loop: made.(*wakeful.Loop), machine: m, name: m.name, index: len(w.loops), deadline: never}
	l.kernel.loop = l
	w.loops = append(w.loops, l)
	m.loops = append(m.loops, l)
	transport.Attach(l.Loop, &sockets{m, l})
	return l
}

// Sequence is called by packages group and keyed.
func (d driver) Sequence() *rand.Rand {
	w := d.world
	w.join()
	w.sequences++
	return sequence(w.seed, 1000+w.sequences)
}

// Gate is called by package group.
func (d driver) Gate() func(number int) {
	w := d.world
	w.join()
	w.gates++
	gate := firstGate + w.gates
	return func(number int) {
		if native.Goroutine() != w.driver {
			w.ask(gate, uint64(number+1))
		}
	}
}

// Enter is called by package group.
func (d driver) Enter() (leave func()) {
	d.world.enter(d.machine)
	return d.world.leave
}

// Kernel is called by wakeful.New.
func (l *loop) Kernel() poll.Kernel { return &l.kernel }

// Wake is called when the idle loop gets something to do, also when it starts.
func (l *loop) Wake() {
	w := l.machine.world
	me := native.Goroutine()
	if me == w.driver {
		l.started = true
		w.makeReady(l)
		w.unsettled = true
		return
	}
	w.mu.Lock()
	_, known := w.known[me]
	l.started = true
	w.wakes = append(w.wakes, l)
	w.mu.Unlock()
	w.signal()
	if !known {
		if who := functionOutside(); who != "" {
			w.Fail("sim: the goroutine of %s gives loop %q work. A goroutine of the program runs at a time that nobody can repeat: use Loop.RunBlocking or World.Go", who, l.name)
		}
	}
}

// libraryPackages are the packages whose goroutines are repeatable, because what they wait for is.
var libraryPackages = []string{
	"context", "time", "crypto/tls", "runtime", "internal/synctest",
	"github.com/wakeful-go/wakeful", "github.com/wakeful-go/wakeful/stream", "github.com/wakeful-go/wakeful/stream/ws",
	"github.com/wakeful-go/wakeful/stream/http", "github.com/wakeful-go/wakeful/group", "github.com/wakeful-go/wakeful/keyed",
	"github.com/wakeful-go/wakeful/promise",
}

// functionOutside returns the function of the calling goroutine, or "" if it belongs to one of the
// libraryPackages.
func functionOutside() string {
	var pcs [64]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	outer := ""
	for {
		f, more := frames.Next()
		if f.Function != "" && !strings.HasPrefix(f.Function, "runtime.") {
			outer = f.Function
		}
		if !more {
			break
		}
	}
	slash := strings.LastIndexByte(outer, '/') + 1
	dot := strings.IndexByte(outer[slash:], '.')
	for _, p := range libraryPackages {
		if dot >= 0 && outer[:slash+dot] == p {
			return ""
		}
	}
	return outer
}

// Work is called for the work of RunBlocking. It begins at a later time, on a goroutine, and the
// driver waits for it.
func (l *loop) Work(run func()) {
	w := l.machine.world
	start := func() {
		go func() {
			w.enter(l.machine)
			defer w.leave()
			run()
		}()
	}
	if native.Goroutine() != w.driver {
		start() // the driver waits for the caller already
		return
	}
	w.After(time.Duration(w.schedule.Int64N(int64(2*time.Millisecond))), start)
}

// Gate is called when work has returned. Two results may come at the same instant.
func (l *loop) Gate() { l.machine.world.join() }

// Panicked fails the world.
func (l *loop) Panicked(err error) {
	l.machine.world.Fail("sim: a callback of loop %q has panicked: %+v", l.name, err)
}

// ending reports whether the loop is ending.
func (l *loop) ending() bool { return l.Context().Err() != nil }

// run runs up to n callbacks. What they have started or woken on other goroutines runs before the
// next.
func (l *loop) run(n int) (ran int) {
	w := l.machine.world
	l.more = false
	for ran < n {
		more, err := l.RunUntil(time.Time{})
		if w.current != nil {
			w.unsettled = true
			w.settle()
		}
		if err != nil {
			l.ended = true
			break
		}
		ran++
		if !more {
			break
		}
		l.more = ran == n
	}
	return ran
}

// of returns the machine of a loop. A loop of another world is a mistake in the test.
func (w *World) of(l *wakeful.Loop) *machine {
	for _, known := range w.loops {
		if known.Loop == l {
			return known.machine
		}
	}
	panic("sim: the loop is not one of this world")
}

// Now returns the time on the clock of the loop's machine: that of time.Now, and what ClockSkew or
// Skew has added.
func (w *World) Now(l *wakeful.Loop) time.Time { return time.Now().Add(w.of(l).skew) }

// Skew sets the clock of the loop's machine by d from the right time.
func (w *World) Skew(l *wakeful.Loop, d time.Duration) { w.of(l).setSkew(d) }

// OpenSockets returns how many sockets are open on the loop's machine. After the end of its loops
// one that is left was leaked.
func (w *World) OpenSockets(l *wakeful.Loop) (n int) {
	for _, s := range w.of(l).sockets {
		if s != nil {
			n++
		}
	}
	return n
}

func (m *machine) setSkew(d time.Duration) {
	if m.world.network.faults.injects(faultSkew) {
		m.skew = d
		m.world.trace.add(m.world, eventSkew, m, nil, uint64(d), 0)
	}
}

// Pause stops the loops of the loop's machine for d, as a garbage collection or a stopped process
// would. Its system goes on: connections are accepted, and what arrives waits.
func (w *World) Pause(l *wakeful.Loop, d time.Duration) {
	if m := w.of(l); w.network.faults.injects(faultPause) {
		w.pause(m, d)
	}
}

func (w *World) pause(m *machine, d time.Duration) {
	w.trace.add(w, eventPause, m, nil, uint64(d), 0)
	until := w.now + d
	for _, l := range m.loops {
		l.pausedUntil = max(l.pausedUntil, until)
	}
	w.At(until, func() {
		for _, l := range m.loops {
			if l.pausedUntil <= w.now {
				w.makeReady(l)
			}
		}
	})
}

// Crash stops the loop's machine at once, like a power failure. Its loops run no more, what its
// sockets held is lost, and its peers are not told: their connections end when something arrives at
// the machine that was started again, or when TCP gives up. Loop with the same name starts it
// again, with a new loop.
func (w *World) Crash(l *wakeful.Loop) { w.stop(l, faultCrash) }

// Kill stops the loops of the loop's machine at once, like SIGKILL. The system closes its sockets.
// Loop with the same name starts it again, with a new loop.
func (w *World) Kill(l *wakeful.Loop) { w.stop(l, faultKill) }

func (w *World) stop(l *wakeful.Loop, kind fault) {
	m := w.of(l)
	if m.down || !w.network.faults.injects(kind) {
		return
	}
	m.down = true
	w.trace.add(w, eventCrash, m, nil, uint64(kind), 0)
	for _, s := range m.sockets {
		switch {
		case s == nil:
		case kind == faultKill:
			s.closeByApplication()
		default:
			s.crash()
		}
	}
	m.sockets, m.listeners = make([]*socket, 3), map[uint16]*socket{}
	for _, l := range m.loops {
		l.deadline = never
		l.kernel.ready = nil
	}
	m.loops = nil
}
