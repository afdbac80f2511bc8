package workloads

import (
	"runtime"
	"time"
)

// watch is the stopwatch of one pass: wall clock, processor time and
// allocations of the whole process. The costly readings are outside of the
// cheap ones, and all of them are at the ends of a pass, never inside.
type watch struct {
	began       time.Time
	wall        time.Duration
	beganCPU    time.Duration
	cpu         time.Duration
	beganMem    runtime.MemStats
	allocations uint64
	bytes       uint64
}

// start begins to measure.
func (w *watch) start() {
	runtime.ReadMemStats(&w.beganMem)
	w.beganCPU = cpuTime()
	w.began = time.Now()
}

// stop takes the time. It may be called by another goroutine than start and
// readMemory, once, if it is ordered between the two.
func (w *watch) stop() {
	w.wall = time.Since(w.began)
	w.cpu = cpuTime() - w.beganCPU
}

// readMemory takes the allocations since start. It stops the world, so it comes
// after stop.
func (w *watch) readMemory() {
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	w.allocations = now.Mallocs - w.beganMem.Mallocs
	w.bytes = now.TotalAlloc - w.beganMem.TotalAlloc
}

// open begins to measure a pass that is timed in parts, between which the watch
// stands still.
func (w *watch) open() {
	w.wall, w.cpu = 0, 0
	runtime.ReadMemStats(&w.beganMem)
}

// resume begins a part.
func (w *watch) resume() {
	w.beganCPU = cpuTime()
	w.began = time.Now()
}

// resumeAt waits until a part is due and begins it: at that moment, even when it
// has passed.
func (w *watch) resumeAt(due time.Time) {
	const readCPU = 2 * time.Microsecond // more than that reading takes
	spinUntil(due.Add(-readCPU))
	w.beganCPU = cpuTime()
	spinUntil(due)
	w.began = due
}

// pause ends a part and returns how long it was.
func (w *watch) pause() time.Duration { return w.pauseAt(time.Now()) }

// pauseAt is pause at a moment that another goroutine noted.
func (w *watch) pauseAt(moment time.Time) time.Duration {
	part := moment.Sub(w.began)
	w.wall += part
	w.cpu += cpuTime() - w.beganCPU
	return part
}
