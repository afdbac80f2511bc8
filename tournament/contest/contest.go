// Package contest is the contract that every contestant of the tournament
// meets: the smallest set of operations that all loop designs can offer.
//
// A contestant is described by an [Entry]: its name, what it can do, and how
// to make one loop of it. What an entry cannot do is declared, never
// discovered: a workload that needs a missing capability shows a missing cell
// with the reason, and a missing cell is never a win.
package contest

import (
	"context"
	"errors"
	"strings"
	"time"
)

// Loop is one running contestant.
//
// Submit and SubmitPriority may be called from any goroutine, before Run, while
// it runs, and after it ended, and from inside a task. Both accept a task or
// return an error; a task that was accepted runs exactly once, or is counted as
// discarded.
type Loop interface {
	// Run blocks until the loop has fully stopped. It is called once.
	Run(ctx context.Context) error
	// Shutdown runs what was accepted, then stops the loop. It returns when the
	// loop has stopped or ctx has ended, with ctx's error in the second case.
	Shutdown(ctx context.Context) error
	// Close stops the loop at once: what has not started is discarded and counted.
	Close() error
	// Submit adds a task, first in first out for each submitting goroutine.
	Submit(task func()) error
	// SubmitPriority adds a task to the priority queue, which runs ahead of
	// Submit's tasks and is not subject to the budget.
	SubmitPriority(task func()) error
}

// Errors that every contestant uses, matched with errors.Is.
var (
	// ErrClosed is returned by Submit after the end of the loop.
	ErrClosed = errors.New("contest: the loop has ended")
	// ErrFull is returned by Submit of a bounded design that has no room. The
	// task was not accepted; the same call may succeed later.
	ErrFull = errors.New("contest: the queue is full")
	// ErrUnsupported is returned by an operation that the contestant's entry
	// does not list among its capabilities.
	ErrUnsupported = errors.New("contest: the contestant does not have this operation")
)

// Counter is implemented by every contestant: it is what the conservation check
// reads after Run has returned. Submitted counts calls; Submitted = Executed +
// Rejected + Discarded.
type Counter interface {
	Counts() Counts
}

// Registrar is implemented by contestants that watch descriptors. Both methods
// may be called from any goroutine; after the end they return ErrClosed,
// and ErrUnsupported where the contestant has no poller on this system.
type Registrar interface {
	// RegisterReadable runs fn on the loop whenever fd is readable, until
	// Unregister. fn may also run without cause, and must not block.
	RegisterReadable(fd int, fn func()) error
	// Unregister stops watching fd. Call it before closing fd. It does not wait for a running call
	// of fn.
	Unregister(fd int) error
}

// Microtasker is implemented by contestants that have microtasks.
type Microtasker interface {
	// QueueMicrotask runs fn after the current task and the earlier microtasks, before the next
	// task. Call it only inside a task. A microtask is not counted as a task. A bounded queue may
	// return ErrFull.
	QueueMicrotask(fn func()) error
}

// Scheduler is implemented by contestants that have timers.
type Scheduler interface {
	// After runs fn on the loop once d has passed, never earlier; equal
	// deadlines in the order of the calls. Any goroutine. A timer is not
	// counted as a task, and does not keep the loop from ending. stop reports
	// whether it kept fn from starting; any goroutine. After the end After
	// returns ErrClosed.
	After(d time.Duration, fn func()) (stop func() bool, err error)
}

// TimerSetter is implemented by contestants whose timers have a method to stop them. The function
// that After returns is an allocation more.
type TimerSetter interface {
	// SetTimer is After. It is called on the loop.
	SetTimer(d time.Duration, fn func()) (Timer, error)
}

// Timer is a timer that can be stopped.
type Timer interface {
	// Stop reports whether it kept the timer's function from starting.
	Stop() bool
}

// Messenger is implemented by contestants that have a better way to pass values to one function on
// the loop than a closure for each value.
type Messenger interface {
	// Messages returns send, which has handler called with a value on the loop,
	// first in first out for each sending goroutine. Each value is counted as a
	// task. Any goroutine may call send, while the loop runs.
	Messages(handler func(uint64)) (send func(uint64) error, err error)
}

// KeyedLoop is implemented by contestants that keep a state for each key.
type KeyedLoop interface {
	// Keyed returns do, which has handler called on the loop with the state of a key, first in
	// first out for each key and calling goroutine. Each call is counted as a task. Any goroutine
	// may call do, while the loop runs.
	Keyed(handler func(state *uint64)) (do func(key uint64) error, err error)
}

// Guest is implemented by contestants that another loop drives.
type Guest interface {
	// Turn runs what is due, on the calling goroutine. It is called while Run's goroutine waits for
	// work.
	Turn() error
}

// Observed is implemented by contestants that something observes while they run.
type Observed interface {
	// Wakeups returns how often the loop was unparked. Any goroutine.
	Wakeups() uint64
	// Delays begins to count how late functions would run. p99 returns the 99th percentile since
	// then, as the observer reports it. Any goroutine.
	Delays() (p99 func() time.Duration)
}

// Counts has the number of submitted tasks by result.
type Counts struct {
	Submitted, Executed, Rejected, Discarded uint64
}

// Conserved reports whether every submitted task is accounted for.
func (c Counts) Conserved() bool {
	return c.Submitted == c.Executed+c.Rejected+c.Discarded
}

// Capability is a set of abilities that a workload may need.
type Capability uint

const (
	// Loops: the entry is a Loop at all. Control cells are not.
	Loops Capability = 1 << iota
	// PriorityLane: SubmitPriority overtakes Submit.
	PriorityLane
	// PanicIsolation: a panic in a task ends that task alone.
	PanicIsolation
	// SubmitBeforeRun: tasks submitted before Run are accepted and run.
	SubmitBeforeRun
	// RoundTrips: the entry is a control cell that performs round trips (see
	// RoundTripper) and nothing else.
	RoundTrips
	// Spins: the two goroutines of a control spin; without it they block.
	Spins
	// GoexitIsolation: runtime.Goexit in a task ends that task alone. Without
	// it, it ends Run's goroutine, and the loop with it.
	GoexitIsolation
	// Descriptors: the loop is a [Registrar] that works on this system.
	Descriptors
	// Microtasks: the loop is a [Microtasker].
	Microtasks
	// Timers: the loop is a [Scheduler].
	Timers
	// Primitives: the entry is the machine itself, measured by what single
	// operations of its processor, system and runtime cost.
	Primitives
	// Pipes: the token of a control goes over pipes; without it, over memory.
	Pipes
	// Echoes: the entry can serve connections, see [Server] and Entry.NewServer.
	Echoes
	// Watched: the loop is [Observed].
	Watched
	// TLSEchoes: it can serve connections with TLS, see Entry.NewTLSServer.
	TLSEchoes
	// WebSocketEchoes: it can serve WebSockets, see Entry.NewWebSocketServer.
	WebSocketEchoes
	// Hosted: the loop is [Guest].
	Hosted
)

// Servers are the capabilities of servers.
const Servers = Echoes | TLSEchoes | WebSocketEchoes

// capabilityNames are in the order of the constants.
var capabilityNames = []string{"a loop", "a priority queue", "panic isolation", "tasks before Run", "round trips", "spinning", "Goexit isolation",
	"descriptors", "microtasks", "timers", "primitives of the machine", "pipes", "an echo server", "an observer", "an echo server with TLS", "a WebSocket echo server", "a host"}

// String lists the capabilities in words.
func (c Capability) String() string {
	var has []string
	for i, name := range capabilityNames {
		if c.Has(1 << i) {
			has = append(has, name)
		}
	}
	return strings.Join(has, ", ")
}

// Has reports whether all of want are in c.
func (c Capability) Has(want Capability) bool { return c&want == want }

// Kind says in which role an entry takes part.
type Kind string

const (
	// Champion is the project's own loop, under one of its wait strategies.
	Champion Kind = "champion"
	// Design is one of the founding documents' designs.
	Design Kind = "design"
	// Peer is a library of another project, wrapped.
	Peer Kind = "peer"
	// Floor is the least that could do the work: a bare channel.
	Floor Kind = "floor"
	// Control is a cell that shows what the machine itself costs.
	Control Kind = "control"
	// Ablation is a design with one part exchanged: it takes part in the cells
	// that a claim about that part needs, and in no ranking.
	Ablation Kind = "ablation"
)

// Entry describes one contestant.
type Entry struct {
	// Name is how the contestant is filed: lower case, digits and hyphens.
	Name string
	// Kind is its role.
	Kind Kind
	// Summary describes the design in one sentence.
	Summary string
	// Can lists its capabilities.
	Can Capability
	// Bound is how many tasks a loop that does not run accepts before Submit
	// returns ErrFull; 0 for no bound. A loop that runs has taken some tasks
	// over, and accepts that many more.
	Bound int
	// Blocks is how many tasks may wait before Submit blocks; 0 for never.
	Blocks int
	// New makes one loop. Nil when the entry cannot Loops.
	New func() (Loop, error)
	// NewControl makes one control. Nil unless the entry can RoundTrips.
	NewControl func() (RoundTripper, error)
	// NewServer makes one server whose connections carry bytes. Nil unless the entry can Echoes.
	NewServer func() (Server, error)
	// NewTLSServer makes one whose connections have TLS 1.3. Nil unless the entry can TLSEchoes.
	NewTLSServer func() (Server, error)
	// NewWebSocketServer makes one whose connections are WebSockets, without TLS and compression.
	// Nil unless the entry can WebSocketEchoes.
	NewWebSocketServer func() (Server, error)
}

// Server makes a server with one of Servers, which the entry must have.
func (e *Entry) Server(with Capability) (Server, error) {
	switch with {
	case TLSEchoes:
		return e.NewTLSServer()
	case WebSocketEchoes:
		return e.NewWebSocketServer()
	}
	return e.NewServer()
}

// RoundTripper is a control: it hands a token to another goroutine and back.
type RoundTripper interface {
	// RoundTrip performs one round trip and returns when the token is back.
	RoundTrip()
	// Close ends the other goroutine and waits for it.
	Close()
}

// Server listens for TCP connections on the loopback, and sends back on each what
// comes over it. A client may leave at any time.
type Server interface {
	// Address is where it listens: host and port.
	Address() string
	// Close ends all connections and the server, and returns when it has ended.
	Close() error
}

// SeparateProcess is implemented by servers that run in a process of their own.
type SeparateProcess interface {
	// CPUTime is what that process has used of processors, user and system.
	CPUTime() (time.Duration, error)
}
