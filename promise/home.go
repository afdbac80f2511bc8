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
	open     registry
	listener func([]Unhandled) // under mu; nil: log
	// laneMu guards idle, the lanes that carry nothing. It is apart from mu, since a
	// flood of posts contends for it with the loop.
	laneMu sync.Mutex
	idle   []*lane

	// Loop goroutine only.

	queue     ring // one call for each step in the loop's microtask queue
	depth     int  // of items that are being told
	ended     bool // AtEnd has called us
	unhandled []*core
}

// homes finds the home of a loop. Neither is kept alive by it: the loop keeps its
// home, through AtEnd, and so do promises. A map that keeps loops would be faster,
// and keep every loop that is dropped without being ended.
var homes struct {
	sync.Map // weak.Pointer[wakeful.Loop] to *weak.Pointer[home]
	mu       sync.Mutex
	// last is the home that was looked up last, for programs that have one loop: the
	// map costs 50 ns. Any goroutine writes it; a wrong one is only slower.
	last atomic.Pointer[weak.Pointer[home]]
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
	if last := homes.last.Load(); last != nil {
		if h := last.Value(); h != nil && h.loop == l {
			return h
		}
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
	address := weak.Make(h)
	homes.Store(key, &address)
	runtime.AddCleanup(l, func(key weak.Pointer[wakeful.Loop]) { homes.Delete(key) }, key)
	return h
}

func known(key weak.Pointer[wakeful.Loop]) *home {
	if found, ok := homes.Load(key); ok {
		last := found.(*weak.Pointer[home])
		homes.last.Store(last)
		return last.Value()
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

// tell gives r, which waits for from, its turn. Loop only.
func (h *home) tell(r reaction, from any) {
	if w, ok := r.(*crowd); ok {
		h.tellAll(w, from)
		return
	}
	if i, ok := r.(*item); ok && h.depth < deepest {
		// It runs none of the user's code, and needs no turn of its own. But items
		// may be nested deeply, and there is one stack.
		h.depth++
		i.react(from)
		h.depth--
		return
	}
	if h.loop.QueueMicrotask(h.step) == nil {
		h.queue.push(call{r, from})
	}
}

// tellAll is tell for a crowd.
func (h *home) tellAll(w *crowd, from any) {
	items := w.split()
	if len(w.all) > 0 {
		h.queue.push(call{w, from})
		for range w.all {
			h.loop.QueueMicrotask(h.step) //nolint:errcheck // accepted on the loop
		}
	}
	// Last, so that what comes of them comes after what has waited for from itself.
	for _, i := range items {
		h.tell(i, from)
	}
}

// deepest is how many items are told within each other.
const deepest = 64

// runNext runs the oldest reaction. The loop calls it once for each: so reactions
// keep their order with the microtasks of others, and a panic handler, a microtask
// budget and Close see them one by one.
func (h *home) runNext() {
	c := h.queue.pop()
	c.r.react(c.from)
}

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
// with a queue limit, so no resolution is lost there; but it is not behind the
// functions in the limited queue, which is one of its own.
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
	h.laneMu.Lock()
	if n := len(h.idle); n > 0 {
		free, h.idle[n-1] = h.idle[n-1], nil
		h.idle = h.idle[:n-1]
	}
	h.laneMu.Unlock()
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
	h.laneMu.Lock()
	keep := len(h.idle) < idleLanes
	if keep {
		h.idle = append(h.idle, n)
	}
	h.laneMu.Unlock()
	if !keep {
		n.box.Close()
	}
	fn()
}
