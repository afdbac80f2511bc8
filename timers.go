package wakeful

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/internal/timerheap"
	"github.com/wakeful-go/wakeful/internal/wake"
)

// A Timer calls a function on the loop, once or repeatedly. Make one with AfterFunc or Every. Any
// goroutine may call its methods.
type Timer struct {
	node   timerheap.Node // guarded by timers.mu; see timerOf
	timers *timers
	fn     func()
	// origin is where it was created, nil unless that is recorded.
	origin *origin

	// Guarded by timers.mu.

	period int64 // 0 for a timer that fires once
	// setIn is the start of the timed callback that has set it, for a recording; 0 for none, and when it
	// has fired.
	setIn      int64
	unref      bool
	inCallback bool // a FixedDelay timer between the start and the end of its callback

	fixedDelay bool // not changed after Every
}

// timerOf returns the timer of a node. A pointer in the node would make each timer larger, and the
// garbage collector would follow it.
func timerOf(n *timerheap.Node) *Timer {
	return (*Timer)(unsafe.Add(unsafe.Pointer(n), -int(unsafe.Offsetof(Timer{}.node))))
}

// timers holds the loop's timers. Any goroutine may take the lock, so Stop knows at once whether it
// was in time. The loop takes it only when the earliest deadline is due.
type timers struct {
	mu     sync.Mutex
	heap   timerheap.Heap
	closed bool
	// references is the number of waiting timers that keep the loop running. All of them count as
	// one in alive, so that setting one of many timers does not write to it.
	references int
	// next is the earliest deadline, or never. Written under mu. The loop reads it to see whether a
	// timer is due, and after Prepare to see whether the clock is set correctly. A goroutine that
	// adds an earlier deadline first writes it and then notifies (mutant DEADLINE_LATE).
	next  atomic.Int64
	clock clock

	// Immutable after New.

	base  timebase
	wake  *wake.EventCount
	alive *references
	name  loopName

	// The loop's timer phase. Loop goroutine only.

	isDue    bool   // a timer was due when the phase started
	now      int64  // the snapshot: timers due at this time
	limit    uint64 // and set before this number
	firing   int64  // the deadline of the timer that pop has returned last
	setIn    int64  // its Timer.setIn
	repeated *Timer // the FixedDelay timer whose callback is running
}

// never is the deadline of an absent timer.
const never = math.MaxInt64

func (ts *timers) bind(base timebase, wake *wake.EventCount, alive *references, name loopName) {
	ts.base, ts.wake, ts.alive, ts.name = base, wake, alive, name
	ts.next.Store(never)
	ts.clock.base, ts.clock.wake, ts.clock.next, ts.clock.armed = base, wake, &ts.next, never
}

// start schedules a new timer. It returns ErrNilFunc or ErrClosed.
func (ts *timers) start(t *Timer, d time.Duration) (*Timer, error) {
	if t.fn == nil {
		return nil, ErrNilFunc
	}
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if ts.closed {
		return nil, ts.name.wrap(ErrClosed)
	}
	ts.add(t, ts.deadline(d))
	return t, nil
}

// deadline returns the time d from now, at most the largest representable time.
func (ts *timers) deadline(d time.Duration) int64 {
	now := ts.base.now()
	if int64(d) > math.MaxInt64-1-now {
		return math.MaxInt64 - 1
	}
	return now + max(0, int64(d))
}

// add schedules t. The lock is held.
func (ts *timers) add(t *Timer, when int64) {
	ts.heap.Add(&t.node, when)
	if !t.unref {
		ts.reference()
	}
	if when < ts.next.Load() {
		ts.next.Store(when)
		ts.wake.Notify()
	}
}

// reference counts a timer that keeps the loop running. The lock is held.
func (ts *timers) reference() {
	if ts.references++; ts.references == 1 {
		ts.alive.add(1)
	}
}

// release reverses reference. The lock is held.
func (ts *timers) release() {
	if ts.references--; ts.references == 0 {
		ts.alive.add(-1)
	}
}

// remove removes t from the schedule if it is there. The lock is held.
func (ts *timers) remove(t *Timer) bool {
	if !ts.heap.Remove(&t.node) {
		return false
	}
	if !t.unref {
		ts.release()
	}
	ts.publishNext()
	return true
}

// publishNext publishes the earliest deadline, or never when the loop is ending. The lock is held.
func (ts *timers) publishNext() {
	next := int64(never)
	if ts.heap.Len() > 0 && !ts.closed {
		next = ts.heap.Next()
	}
	if next != ts.next.Load() {
		ts.next.Store(next)
	}
}

// none reports whether no timer is waiting.
func (ts *timers) none() bool { return ts.next.Load() == never }

// due reports whether a timer is due.
func (ts *timers) due() bool { return !ts.none() && ts.earliestIsDue() }

// earliestIsDue is separate so that due is inlined.
//
//go:noinline
func (ts *timers) earliestIsDue() bool { return ts.next.Load() <= ts.base.now() }

// close refuses new timers, and waiting timers no longer fire.
func (ts *timers) close() {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.closed = true
	ts.publishNext()
}

// discard drops all timers and returns how many there were.
func (ts *timers) discard() (n uint64) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	for ; ts.heap.Pop() != nil; n++ {
	}
	return n
}

// referenced returns the timers that keep the loop alive.
func (ts *timers) referenced() (all []observe.Alive) {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	ts.heap.Each(func(n *timerheap.Node, when int64) {
		if t := timerOf(n); !t.unref {
			a := observe.Alive{Kind: kindTimer, Func: entryOf(t.fn), Due: when, Count: 1}
			if a.Func == observe.NamedEntry {
				a.Func, a.Detail = 0, observe.NameOf(t.fn)
			}
			all = append(all, t.origin.alive(a))
		}
	})
	return all
}

// begin takes the snapshot of the timer phase, if a timer is due. Loop only, like the rest of this
// file.
func (ts *timers) begin() {
	now := ts.base.now()
	if ts.next.Load() > now {
		return
	}
	ts.mu.Lock()
	ts.isDue, ts.now, ts.limit = true, now, ts.heap.Order()
	ts.mu.Unlock()
}

// pop returns the next timer to fire, or nil.
func (ts *timers) pop() *Timer {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	n, when := ts.heap.PopDue(ts.now, ts.limit)
	if n == nil {
		return nil
	}
	t := timerOf(n)
	ts.firing, ts.setIn, t.setIn = when, t.setIn, 0
	if !t.unref {
		ts.release()
	}
	switch {
	case t.period == 0:
	case t.fixedDelay:
		t.inCallback = true
		ts.repeated = t
	default:
		missed := (ts.now - when) / t.period
		ts.add(t, when+(missed+1)*t.period)
	}
	ts.publishNext()
	return t
}

// reschedule schedules a FixedDelay timer after its callback has ended, even by a panic, unless the
// callback has stopped or reset it.
func (ts *timers) reschedule() {
	t := ts.repeated
	if t == nil {
		return
	}
	ts.repeated = nil
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if t.inCallback && !ts.closed {
		ts.add(t, ts.deadline(time.Duration(t.period)))
	}
	t.inCallback = false
}

// clock is the loop's single runtime timer. Only the loop sets it, before it parks. Its function
// notifies the loop like any other producer.
type clock struct {
	// Immutable after New.

	base timebase
	wake *wake.EventCount
	// next is the earliest deadline, or never, see timers.
	next *atomic.Int64
	// simulated says that the host turns the loop at the earliest deadline, without a timer.
	simulated bool

	// fired is set by the clock's function before it notifies, and cleared by the loop. Without it,
	// a clock that fires between set and Prepare would be lost, because it finds the loop awake
	// (mutant CLOCK_EARLY).
	fired atomic.Bool

	// Loop goroutine only.

	timer *time.Timer
	armed int64 // the deadline that it is set to, or never
}

// set sets the clock to the earliest deadline unless it already has that deadline.
func (c *clock) set() {
	if c.needsSetting() {
		c.reset()
	}
}

// needsSetting reports whether the clock has fired or has another deadline than the earliest.
func (c *clock) needsSetting() bool {
	return c.fired.Load() || c.next.Load() != c.armed && !c.simulated
}

func (c *clock) reset() {
	if c.fired.Load() {
		c.fired.Store(false)
		c.armed = never
	}
	next := c.next.Load()
	if next == c.armed {
		return
	}
	c.armed = next
	if next == never {
		c.timer.Stop()
		return
	}
	delay := time.Duration(next - c.base.now())
	if c.timer == nil {
		c.timer = time.AfterFunc(delay, c.fire)
		return
	}
	c.timer.Reset(delay)
}

// fire is the function of the timer. The runtime calls it on a separate goroutine.
func (c *clock) fire() {
	c.fired.Store(true)
	c.wake.Notify()
}

func (c *clock) stop() {
	if c.timer != nil {
		c.timer.Stop()
	}
}
