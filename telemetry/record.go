package telemetry

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wakeful-go/wakeful"
	"github.com/wakeful-go/wakeful/internal/observe"
	"github.com/wakeful-go/wakeful/internal/recording"
)

// This file owns Recorders, the flight recorders of loops. internal/observe/ring.go has what the loop
// does.

// ErrRecorded is returned by Record for a loop that is recorded already. Match it with errors.Is.
var ErrRecorded = errors.New("telemetry: the loop is recorded already; use its Recorder, or close that one first")

// A Recorder keeps the last events of a loop: callbacks, parks with what ended them, timers and how late
// they were, descriptors, spins, work on goroutines, the length of the queue, and who has submitted a
// random part of the functions. Packages that are built on loops add for which connection, key, partition
// or instance a callback ran. Make it with Record.
// Any goroutine may call its methods at any time, also after the loop's end.
type Recorder struct {
	loop   *wakeful.Loop
	inside observe.Loop
	name   string
	ring   *observe.Ring
	// watcher is the Watcher that the loop had when it ended, nil before and for none.
	watcher atomic.Pointer[Watcher]
}

// recorded holds the Recorders that are not closed.
var recorded = struct {
	mu  sync.Mutex
	all map[*wakeful.Loop]*Recorder
	// latencies is the histogram of the runtime when the first of them was added.
	latencies *metrics.Float64Histogram
}{all: map[*wakeful.Loop]*Recorder{}}

// The limits of the memory of a Recorder.
const minRecording, maxRecording = 4 << 10, 1 << 30

// Record keeps the last events of a loop in size bytes of memory, 4 KiB to 1 GiB, rounded down to a
// power of two: 32 bytes for each event. The loop may be running. The events are kept until Close,
// also after the loop's end. Watch is not needed, but only a watched loop shows the names of Named.
//
// An event costs time, so a recording has room for one per twenty microseconds. Longer callbacks and
// parks are all recorded, unless they come among many short ones. Of shorter ones, a random part is;
// the recording contains how many there were in between, and how long they took. A loop that was idle
// records all of the next few hundred events.
//
// Record returns ErrRecorded for a loop that is recorded, and an error that matches
// wakeful.ErrInvalidOption for a nil loop and an invalid size. Any goroutine may call it.
func Record(loop *wakeful.Loop, size int) (*Recorder, error) {
	switch {
	case loop == nil:
		return nil, invalid("Record: the loop is nil; make one with wakeful.New")
	case size < minRecording || size > maxRecording:
		return nil, invalid("Record(%d): the size is in bytes, from %d to %d", size, minRecording, maxRecording)
	}
	r := &Recorder{loop: loop, inside: observe.Open(loop), name: loop.Name(), ring: observe.NewRing(size, bubble() != "")}
	if r.name == "" {
		r.name = fmt.Sprintf("loop %d", r.inside.ID())
	}
	recorded.mu.Lock()
	defer recorded.mu.Unlock()
	if recorded.all[loop] != nil {
		return nil, fmt.Errorf("%w (%s)", ErrRecorded, r.name)
	}
	if len(recorded.all) == 0 {
		recorded.latencies = schedLatencies()
	}
	recorded.all[loop] = r
	r.inside.Record(r.ring)
	return r, nil
}

// Loop returns the loop that is recorded.
func (r *Recorder) Loop() *wakeful.Loop { return r.loop }

// Close stops recording. WriteTo still writes the events until then. Close always returns nil, and may
// be called several times.
func (r *Recorder) Close() error {
	recorded.mu.Lock()
	defer recorded.mu.Unlock()
	if recorded.all[r.loop] == r {
		delete(recorded.all, r.loop)
		r.inside.Record(nil)
	}
	return nil
}

// WriteTo writes the recording of the loop to w. `wakeful trace` shows it. It neither wakes the loop nor
// waits for it, so the loop may be blocked in a callback. In that case the recording has the stack of
// the loop's goroutine, and to take it stops all goroutines shortly. The events are copied before the
// first write. The error is that of w.
func (r *Recorder) WriteTo(w io.Writer) (int64, error) {
	counted := &countingWriter{w: w}
	err := dump(counted, []*Recorder{r})
	return counted.n, err
}

// Dump writes the recordings of all recorded loops of the process to w, in one file for `wakeful
// trace`. It is like WriteTo. If no loop is recorded, the file has no loop.
func Dump(w io.Writer) error { return dump(w, recordersNow()) }

// recordersNow returns the Recorders that are not closed, by the numbers of their loops.
func recordersNow() (all []*Recorder) {
	recorded.mu.Lock()
	for _, r := range recorded.all {
		all = append(all, r)
	}
	recorded.mu.Unlock()
	slices.SortFunc(all, func(a, b *Recorder) int { return cmp.Compare(a.inside.ID(), b.inside.ID()) })
	return all
}

// keepWatcher keeps the stalls of a loop that has ended for its recordings.
func keepWatcher(w *Watcher) {
	recorded.mu.Lock()
	defer recorded.mu.Unlock()
	if r := recorded.all[w.loop]; r != nil {
		r.watcher.Store(w)
	}
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

func dump(w io.Writer, all []*Recorder) error {
	out := take(all)
	trace, err := recorder.joinedTrace()
	out.Trace = trace
	return errors.Join(out.Write(w), err)
}

// take takes the recordings of some loops.
func take(all []*Recorder) recording.Recording {
	out := recording.Recording{Go: runtime.Version(), Pauses: pausesOfCollector()}
	if path, err := os.Executable(); err == nil {
		out.Program = filepath.Base(path)
	}
	clock := observe.Read()
	for _, r := range all {
		out.Loops = append(out.Loops, r.take(clock))
	}
	recorded.mu.Lock()
	before := recorded.latencies
	recorded.mu.Unlock()
	out.Sched = latenciesSince(before)
	out.Time = time.Now() // not before the last event
	return out
}

// pausesOfCollector returns the last pauses of the garbage collector.
func pausesOfCollector() (pauses []recording.Pause) {
	var stats debug.GCStats
	debug.ReadGCStats(&stats)
	for i := range slices.Backward(stats.Pause) {
		pauses = append(pauses, recording.Pause{
			Start: stats.PauseEnd[i].Add(-stats.Pause[i]).UnixNano(), Duration: int64(stats.Pause[i]),
		})
	}
	return pauses
}

// take copies the events. clock converts their times.
func (r *Recorder) take(clock observe.Reading) recording.Loop {
	l := recording.Loop{Name: r.name, ID: r.inside.ID(), State: "running"}
	switch state := r.inside.State(); {
	case state == observe.New:
		l.State = "not run"
	case state == observe.Ended:
		l.State = "ended"
	case r.inside.Parked():
		l.State = "parked"
	default:
		stack := stackOf(r.inside)
		if strings.Contains(stack.text, module+"/internal/wake.(*EventCount)") {
			l.State = "parked" // it was, or is being unparked
			break
		}
		l.Stack = stack.text
		l.Current.Name, l.Current.File, l.Current.Line = stack.callback()
	}
	c := r.ring.Snapshot(clock)
	l.Lost = c.Lost
	epoch := int64(0)
	if r.ring.Fake() {
		epoch = r.inside.Epoch()
	}
	index := map[uint64]uint32{}
	l.Events = make([]recording.Event, len(c.Events))
	for i, e := range c.Events {
		to := &l.Events[i]
		*to = recording.Event{Start: epoch + e.Start, Duration: e.Duration, Kind: recording.Kind(e.Kind), Detail: e.Detail}
		if e.Duration == observe.Unfinished {
			to.Duration = recording.Unfinished
		}
		switch e.Kind {
		case observe.KindCallback, observe.KindWork:
			n, known := index[e.Value]
			if !known {
				n = uint32(len(l.Functions))
				index[e.Value] = n
				l.Functions = append(l.Functions, functionOf(e.Value, c.Names))
			}
			to.A, to.B, to.C = n, e.Queue, e.Extra
		case observe.KindUntimed:
			to.A, to.B, to.C = uint32(e.Value>>32), uint32(e.Value), e.Extra
		case observe.KindPark:
			to.A, to.B, to.C = uint32(e.Value), e.Queue, e.Extra
		case observe.KindCause:
			to.A, to.B = uint32(e.Value), e.Queue
		case observe.KindTag, observe.KindMove:
			to.A, to.B, to.C = uint32(e.Value>>32), uint32(e.Value), e.Extra
		case observe.KindSpin:
			to.A, to.B, to.C = e.Extra, e.Queue, uint32(min(e.Value/1000, 1<<32-1))
		}
	}
	for _, pcs := range c.Stacks {
		l.Stacks = append(l.Stacks, callers(pcs))
	}
	l.Labels = c.Names
	r.takeWaiting(&l)
	return l
}

// functionOf returns the function of a callback.
func functionOf(value uint64, names []string) recording.Function {
	if value&observe.IsName != 0 {
		return recording.Function{Name: names[value&^observe.IsName]}
	}
	var f recording.Function
	f.Name, f.File, f.Line = function(uintptr(value))
	f.Name = limited(f.Name)
	return f
}

// callers returns the functions of a stack, from the function of the library on that was called from
// outside. If there is none, it returns all.
func callers(pcs observe.Stack) (stack []recording.Function) {
	n := 0
	for n < len(pcs) && pcs[n] != 0 {
		n++
	}
	frames := runtime.CallersFrames(pcs[:n])
	outside := -1
	for more := n > 0; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if strings.HasPrefix(f.Function, module+"/internal/wake.") || strings.HasPrefix(f.Function, module+"/internal/ingress.") {
			continue
		}
		if outside < 0 && !ours(f.Function) && !strings.HasPrefix(f.Function, "runtime.") {
			outside = len(stack)
		}
		stack = append(stack, recording.Function{Name: f.Function, File: f.File, Line: f.Line})
	}
	return stack[max(0, outside-1):]
}
