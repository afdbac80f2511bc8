package workloads

import (
	"runtime"
	"time"

	"github.com/wakeful-go/wakeful/tournament/internal/stopworld"
	"github.com/wakeful-go/wakeful/tournament/internal/system"
)

// watch is the stopwatch of one pass: wall clock, processor time and allocations of the whole
// process. The expensive readings enclose the cheap ones. All readings are at the ends of a pass,
// never inside.
type watch struct {
	began       time.Time
	wall        time.Duration
	beganCPU    time.Duration
	cpu         time.Duration
	beganMem    runtime.MemStats
	endMem      runtime.MemStats // a field, so that reading it does not allocate
	allocations uint64
	bytes       uint64
}

// start begins to measure a pass that is timed as a whole.
func (w *watch) start() {
	w.open()
	w.resume()
}

// stop takes the time. It is called once. A goroutine other than that of start and readMemory may
// call it, if the calls are ordered.
func (w *watch) stop() { w.pause() }

// readMemory takes the allocations since start. It stops the world, so it must come after stop.
func (w *watch) readMemory() {
	memory(&w.endMem)
	w.allocations = w.endMem.Mallocs - w.beganMem.Mallocs
	w.bytes = w.endMem.TotalAlloc - w.beganMem.TotalAlloc
}

// memory reads the figures of the allocator into m. It stops the world.
func memory(m *runtime.MemStats) {
	stopworld.Bounded(func() { runtime.ReadMemStats(m) })
}

// open starts the measurement of a pass that is timed in parts. The watch is paused between the
// parts.
func (w *watch) open() {
	w.wall, w.cpu = 0, 0
	memory(&w.beganMem)
}

// resume begins a part.
func (w *watch) resume() {
	w.beganCPU = system.CPUTime()
	w.began = time.Now()
}

// resumeAt waits until a part is due and starts its time at that moment, even if the moment has
// passed.
func (w *watch) resumeAt(due time.Time) {
	const readCPU = 2 * time.Microsecond // longer than that reading takes
	spinUntil(due.Add(-readCPU))
	w.beganCPU = system.CPUTime()
	spinUntil(due)
	w.began = due
}

// pause ends a part and returns its duration.
func (w *watch) pause() time.Duration { return w.pauseAt(time.Now()) }

// pauseAt is pause for a time that another goroutine recorded.
func (w *watch) pauseAt(moment time.Time) time.Duration {
	part := moment.Sub(w.began)
	w.wall += part
	w.cpu += system.CPUTime() - w.beganCPU
	return part
}
