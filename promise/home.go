package promise

// The home of promises: what this package keeps for one loop. All state of a
// promise is the loop's; other goroutines send functions there, and learn what they
// may know by themselves from atomic fields.

import (
	"runtime"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/wakeful-go/wakeful"
)

// home is what the package keeps for one loop.
type home struct {
	// Immutable.

	loop *wakeful.Loop // nil: there is none, and reason says why
	step func()        // runs one reaction; the microtask of all of them
	// reason is why nothing can be done here from the beginning; nil for a loop
	// that had not ended when the home was made.
	reason error

	// Shared.

	debug atomic.Bool // capture where promises are made
	mu    sync.Mutex
	// open is what has to be ended with the loop. Under mu.
	open registry
	// idle are the lanes that carry nothing. Under mu.
	idle     []*lane
	listener func([]Unhandled) // under mu; nil: log

	// Loop goroutine only.

	queue     ring // one reaction for each step in the loop's microtask queue
	ended     bool // AtEnd has called us
	unhandled []*core
}

// homes finds the home of a loop. Neither is kept alive by it: the loop keeps its
// home, through AtEnd, and so do promises. Costs 40 ns a look; a map that keeps
// loops would cost 10, and keep every loop that is dropped without being ended.
var homes struct {
	sync.Map // weak.Pointer[wakeful.Loop] to weak.Pointer[home]
	mu       sync.Mutex
}

// Homes of those who have none.
var (
	nowhere = &home{reason: ErrNilLoop}
	lost    = &home{reason: ErrNilPromise}
)

// homeOf returns the home of a loop. Any goroutine.
func homeOf(l *wakeful.Loop) *home {
	if l == nil {
		return nowhere
	}
	key := weak.Make(l)
	if h := known(key); h != nil {
		return h
	}
	homes.mu.Lock()
	defer homes.mu.Unlock()
	if h := known(key); h != nil {
		return h
	}
	h := &home{loop: l}
	h.step = h.runNext
	if _, err := l.AtEnd(h.end); err != nil {
		h.reason = ErrAbandoned
		return h
	}
	homes.Store(key, weak.Make(h))
	runtime.AddCleanup(l, func(key weak.Pointer[wakeful.Loop]) { homes.Delete(key) }, key)
	return h
}

func known(key weak.Pointer[wakeful.Loop]) *home {
	if found, ok := homes.Load(key); ok {
		return found.(weak.Pointer[home]).Value()
	}
	return nil
}

// onLoop reports whether the caller is one of the loop's callbacks.
func (h *home) onLoop() bool { return h.loop != nil && h.loop.OnLoop() }

// over reports whether the loop has ended, or never was.
func (h *home) over() bool {
	if h.reason != nil {
		return true
	}
	select {
	case <-h.loop.Done():
		return true
	default:
		return false
	}
}

// why returns why nothing can be done here any more.
func (h *home) why() error {
	if h.reason != nil {
		return h.reason
	}
	return ErrAbandoned
}

// enqueue has r run as a microtask. Loop only.
func (h *home) enqueue(r reaction) {
	if h.loop.QueueMicrotask(h.step) == nil {
		h.queue.push(r)
	}
}

// runNext runs the oldest reaction. The loop calls it once for each: so reactions
// keep their order with the microtasks of others, and a panic handler, a microtask
// budget and Close see them one by one.
func (h *home) runNext() { h.queue.pop().react() }

// end ends what is still open. The loop calls it when it has run its last callback;
// after Shutdown the microtasks that come of it still run, so that a Finally has its
// say, and after Close they do not.
func (h *home) end() {
	h.ended = true
	h.report() // what happened while the loop was draining
	h.mu.Lock()
	all := h.open.close()
	h.mu.Unlock()
	for _, e := range all {
		e.end()
	}
}

// A lane carries one function to the loop: a mailbox that is empty when it is
// taken. Its message runs after everything that the sender has submitted before,
// which one mailbox for all would not give: there a message joins those that are
// waiting, and can overtake. And a mailbox, other than Submit, has room on a loop
// with a queue limit, so no resolution is lost there.
type lane struct {
	home *home
	box  *wakeful.Mailbox[func()]
}

// idleLanes is how many lanes are kept.
const idleLanes = 64

// post has fn run on the loop. It returns why not, if the loop is ending. Any
// goroutine.
func (h *home) post(fn func()) error {
	if h.reason != nil {
		return h.reason
	}
	var free *lane
	h.mu.Lock()
	if n := len(h.idle); n > 0 {
		free, h.idle[n-1] = h.idle[n-1], nil
		h.idle = h.idle[:n-1]
	}
	h.mu.Unlock()
	if free == nil {
		free = &lane{home: h}
		box, err := wakeful.NewMailbox(h.loop, free.deliver)
		if err != nil {
			return ErrAbandoned
		}
		free.box = box
	}
	if free.box.Send(fn) != nil {
		return ErrAbandoned
	}
	return nil
}

// deliver gives the lane back, which is empty again, and runs fn. Loop only.
func (n *lane) deliver(fn func()) {
	h := n.home
	h.mu.Lock()
	keep := len(h.idle) < idleLanes
	if keep {
		h.idle = append(h.idle, n)
	}
	h.mu.Unlock()
	if !keep {
		n.box.Close()
	}
	fn()
}
