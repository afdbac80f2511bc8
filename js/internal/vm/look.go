package vm

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// This file owns the look at the call stack of an engine that runs, from another goroutine.
//
// The engine has no method for this, but a profiler for all engines of a process. While it is on,
// each engine asks after each instruction whether its tracker wants a sample, and then writes its
// call stack into the tracker. A Look gives one engine a tracker of its own. So a sample is of this
// engine, it is taken at the next instruction, and it is not lost when the machine is busy. The
// engine's own trackers are asked 10 ms apart, by a clock, and are not known to belong to an
// engine.
//
// The tracker is written through package unsafe, after the checks that checkpoint.go has. With
// another version of the engine, or without unsafe, there is no Look.
//
// While a Look is attached, the profiler of the engine does not see that engine.

// tracker mirrors the engine's type profTracker.
type tracker struct {
	// req is what is wanted. The goroutine that looks changes it to sampleWanted. The engine
	// answers with sampleTaken after it has written the frames: whoever then loads it sees them.
	// Without the load after the wait, the frames would be read while they are written.
	req         int32
	finished    int32     //nolint:unused // part of the layout
	start, stop time.Time //nolint:unused // part of the layout
	numFrames   int
	frames      [64]StackFrame
}

// The engine's values of tracker.req.
const (
	sampleWanted int32 = 1 + iota
	sampleTaken
	sampleNever // leave the slow loop that asks after each instruction
)

var trackerOffset = sync.OnceValue(offsetOfTracker)

// offsetOfTracker returns the offset of a machine's pointer to its tracker, or -1.
func offsetOfTracker() int {
	if machineOffset() < 0 {
		return -1
	}
	field, ok := reflect.TypeFor[Runtime]().FieldByName("vm")
	if !ok {
		return -1
	}
	at, ok := field.Type.Elem().FieldByName("profTracker")
	if !ok || at.Type.Kind() != reflect.Pointer || at.Type.Elem().Kind() != reflect.Struct {
		return -1
	}
	ours, engines := reflect.TypeFor[tracker](), at.Type.Elem()
	if ours.Size() != engines.Size() || ours.NumField() != engines.NumField() {
		return -1
	}
	for i := range ours.NumField() {
		a, b := ours.Field(i), engines.Field(i)
		if a.Name != b.Name || a.Offset != b.Offset || a.Type != b.Type {
			return -1
		}
	}
	return int(at.Offset)
}

// Looks reports whether engines can be looked at in this build.
func Looks() bool { return trackerOffset() >= 0 }

// A Look looks at one engine.
type Look struct {
	at      **tracker // the engine's field; loop goroutine only
	tracker *tracker

	mu sync.Mutex // one look at a time
}

// Attach returns a Look at an engine, nil if that is impossible, or while the engine is profiled.
// Loop goroutine only.
func Attach(rt *Runtime) *Look {
	offset := trackerOffset()
	if offset < 0 {
		return nil
	}
	at := (**tracker)(unsafe.Add(unsafe.Pointer(machineOf(rt)), offset))
	if *at != nil {
		return nil
	}
	l := &Look{at: at, tracker: &tracker{req: sampleNever}}
	*at = l.tracker
	return l
}

// Detach ends the Look: a goroutine that waits for a sample gets none. Loop goroutine only, while
// nothing runs on the engine.
func (l *Look) Detach() { *l.at = nil }

// Settle has the engine run at full speed again if a sample was taken for which nobody has waited
// any longer. Loop goroutine only.
func (l *Look) Settle() {
	// The engine takes samples on this goroutine, so nothing comes in between.
	if atomic.LoadInt32(&l.tracker.req) == sampleTaken {
		atomic.StoreInt32(&l.tracker.req, sampleNever)
	}
}

// Stack returns the call stack, the innermost function first, at most 64 functions. It waits until
// the engine has executed an instruction, or until gone returns true; then it returns nil. A
// function of Go that the script has called is one instruction. Any goroutine except the loop's may
// call it.
func (l *Look) Stack(gone func() bool) []StackFrame {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer needProfiler()() // an engine looks at its tracker while the profiler is on, whoever has started it
	t := l.tracker
	atomic.StoreInt32(&t.req, sampleWanted)
	// Not wanted any more: it was taken, and Settle may have come before this goroutine.
	for wait := 10 * time.Microsecond; atomic.LoadInt32(&t.req) == sampleWanted; wait = min(2*wait, time.Millisecond) {
		if gone() && atomic.CompareAndSwapInt32(&t.req, sampleWanted, sampleNever) {
			return nil // the engine may be about to take it nevertheless: see Settle
		}
		time.Sleep(wait)
	}
	frames := slices.Clone(t.frames[:min(t.numFrames, len(t.frames))])
	atomic.StoreInt32(&t.req, sampleNever)
	return frames
}
