package js

import (
	"io"
	"runtime"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"
)

// This file owns the counting for the limits of a runtime.
//
// Time is counted while JavaScript runs on the loop. A timer of Go interrupts the script when its
// remaining time is used up. Without limits of time or heap nothing is measured, and entering
// JavaScript costs one comparison.

// meter is what a runtime has used. Loop goroutine only, except where a field says otherwise.
type meter struct {
	current *evaluation // that the running callback belongs to, or nil
	timed   bool        // time or heap is limited. Immutable after New

	began   time.Time     // when the running part of an evaluation began
	alone   evaluation    // for callbacks that belong to no evaluation that a caller waits for
	total   time.Duration // used by all scripts
	alarm   *time.Timer   // interrupts the script when its time is used up
	full    bool          // the heap has grown too much in earlier callbacks
	timers  int           // that wait, with immediates
	pending int           // operations of Go

	written atomic.Int64 // bytes of output. Writers add to it; any goroutine
	heap    heapMeter
}

// enter is called when JavaScript is entered from outside, with the evaluation that the first
// callback belongs to.
func (m *meter) enter(r *Runtime) {
	m.began = time.Now()
	m.schedule(r)
	m.heap.enter(r)
	if m.current != nil {
		m.stopFull(r)
	}
}

// leave is called when JavaScript has returned to the loop.
func (m *meter) leave(r *Runtime) {
	if m.alarm != nil {
		m.alarm.Stop()
	}
	m.charge()
	m.current = nil
	m.heap.leave(r)
	if limit := r.settings.limits.TotalCPU; limit > 0 && m.total >= limit {
		r.end(1, ErrCPULimit)
	}
}

// change ends the running part of an evaluation and begins one of another.
func (m *meter) change(r *Runtime, e *evaluation) {
	if e == m.current && e.waits() {
		return
	}
	m.charge()
	m.current = e
	m.stopFull(r)
	if r.inside() {
		m.schedule(r)
	}
}

// reset forgets what was used. A pool calls it between two uses, outside JavaScript.
func (m *meter) reset() {
	m.timers, m.pending, m.total, m.full = 0, 0, 0, false
	m.written.Store(0)
	m.heap.mu.Lock()
	defer m.heap.mu.Unlock()
	m.heap.held, m.heap.base, m.heap.before, m.heap.others = 0, 0, 0, 0
}

// stopFull interrupts the callback that begins if the heap was full before it. It is known now whose
// the callback is.
func (m *meter) stopFull(r *Runtime) {
	if m.full {
		m.full = false
		r.interrupts.sendTo(r, r.interrupts.entry, ErrHeapLimit)
	}
}

// charge adds the time since the last change to what was used.
func (m *meter) charge() {
	if m.began.IsZero() {
		return
	}
	now := time.Now()
	spent := now.Sub(m.began)
	m.began = now
	m.total += spent
	m.account().used += spent
}

// account returns the evaluation that time is counted for.
func (m *meter) account() *evaluation {
	if m.current != nil && !m.current.left.Load() {
		return m.current
	}
	return &m.alone
}

// schedule sets the alarm for what the running evaluation has left.
func (m *meter) schedule(r *Runtime) {
	limits := &r.settings.limits
	account := m.account()
	if account == &m.alone {
		account.used = 0 // each callback counts by itself
	}
	var left time.Duration
	switch {
	case limits.CPU > 0 && limits.TotalCPU > 0:
		left = min(limits.CPU-account.used, limits.TotalCPU-m.total)
	case limits.CPU > 0:
		left = limits.CPU - account.used
	case limits.TotalCPU > 0:
		left = limits.TotalCPU - m.total
	default:
		return
	}
	if m.alarm != nil {
		m.alarm.Stop()
	}
	entry := r.interrupts.entry
	m.alarm = time.AfterFunc(left, func() { r.interrupts.sendTo(r, entry, ErrCPULimit) })
}

// admitTimer counts a timer that begins to wait, or throws. Inside JavaScript.
func (r *Runtime) admitTimer() {
	if limit := r.settings.limits.Timers; limit > 0 && r.meter.timers >= limit {
		panic(r.toError(ErrTimerLimit))
	}
	r.meter.timers++
}

// admit returns an error if too many operations are pending.
func (r *Runtime) admit() error {
	if limit := r.settings.limits.PendingPromises; limit > 0 && r.meter.pending >= limit {
		return ErrPromiseLimit
	}
	return nil
}

// metered is an output whose bytes are counted. Any goroutine may write.
type metered struct {
	runtime *Runtime
	to      io.Writer
}

// Write writes the bytes that the limit leaves and interrupts the script with the first byte beyond
// it. It reports no error, because a program could catch it.
func (w *metered) Write(b []byte) (int, error) {
	r := w.runtime
	used := r.meter.written.Add(int64(len(b)))
	if beyond := used - r.settings.limits.Output; beyond > 0 {
		r.interrupts.send(r, 0, ErrOutputLimit)
		if keep := int64(len(b)) - beyond; keep > 0 {
			if _, err := w.to.Write(b[:keep]); err != nil {
				return 0, err
			}
		}
		return len(b), nil
	}
	return w.to.Write(b)
}

// countOutput counts bytes that do not go through metered.
func (r *Runtime) countOutput(n int64) {
	if limit := r.settings.limits.Output; limit > 0 && r.meter.written.Add(n) > limit {
		r.interrupts.send(r, 0, ErrOutputLimit)
	}
}

// heapLook is how often the heap is measured while a script runs.
const heapLook = 2 * time.Millisecond

// heapMeter watches the heap of the process while scripts run. The engine cannot tell how much
// memory a runtime has. So what counts is by how much the heap has grown: the part of it that was
// allocated while scripts ran, and no more than that. When it seems to exceed the limit, a collection
// shows how much of it was garbage.
//
// Rejected: the growth of the heap during callbacks. A collection that begins in a callback frees
// what earlier callbacks have left, so many short callbacks could grow the heap without a growth in
// any of them.
type heapMeter struct {
	mu      sync.Mutex
	running bool
	entry   uint64 // number of the running callback, see interrupts
	held    int64  // what scripts hold, as far as it is known
	base    int64  // the heap when held was computed; 0 before the first callback
	before  int64  // allocated in earlier callbacks since then
	others  int64  // allocated between callbacks since then
	start   int64  // all that the process had allocated when the running callback began
	end     int64  // and when the last one ended
	watch   *time.Timer
}

// heapSize returns the bytes in objects, with garbage that was not swept, and all that the process
// has allocated.
func heapSize() (size, allocated int64) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64()), int64(samples[1].Value.Uint64())
}

// liveHeap returns the bytes in objects that the last collection has found in use. Scripts run while
// it ends, so what they leave behind meanwhile would count in a size that is measured afterwards.
func liveHeap() int64 {
	samples := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64())
}

func (h *heapMeter) enter(r *Runtime) {
	limit := r.settings.limits.Heap
	if limit == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	size, allocated := heapSize()
	if h.base == 0 {
		h.base, h.end = size, allocated
	}
	h.others += allocated - h.end
	h.running, h.entry, h.start = true, r.interrupts.entry, allocated
	entry := h.entry
	if h.exceeds(limit) { // short callbacks end before anybody looks
		r.meter.full = true
		return
	}
	h.watch = time.AfterFunc(heapLook, func() { h.look(r, limit, entry) })
}

func (h *heapMeter) leave(r *Runtime) {
	if r.settings.limits.Heap == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.running = false
	if h.watch != nil {
		h.watch.Stop() // or it waits for the lock, and then sees that nothing runs
	}
	_, allocated := heapSize()
	h.before += allocated - h.start
	h.end = allocated
}

// look measures the heap and interrupts the script if it has grown too much. It runs on a goroutine
// of its own.
func (h *heapMeter) look(r *Runtime, limit int64, entry uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.running || entry != h.entry {
		return
	}
	if h.exceeds(limit) {
		r.interrupts.sendTo(r, entry, ErrHeapLimit)
		return
	}
	h.watch.Reset(heapLook)
}

// exceeds reports whether the scripts hold more than the limit. It collects garbage first if it seems
// so. The lock is held, and scripts run.
func (h *heapMeter) exceeds(limit int64) bool {
	size, allocated := heapSize()
	if size < h.base {
		h.held, h.base = max(0, h.held-(h.base-size)), size
	}
	own := h.before + allocated - h.start
	grown := func() int64 {
		part := float64(own) / float64(max(1, own+h.others))
		return min(int64(float64(size-h.base)*part), own)
	}
	if grown() <= max(limit-h.held, limit/4) { // not a collection for each byte beyond a limit that is nearly reached
		return false
	}
	runtime.GC()
	_, allocated = heapSize()
	size = liveHeap()
	h.held = max(0, h.held+grown())
	h.base, h.before, h.others, h.start = size, 0, 0, allocated
	if h.held > limit {
		h.held = 0 // it becomes garbage
		return true
	}
	return false
}
