package vm

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
)

// This file owns the samples of the call stack of a running engine, from another goroutine.
//
// The engine has no method for this. It has a profiler for all engines of a process. While the
// profiler is on, each engine checks after each instruction whether its tracker wants a sample. If
// so, it writes its call stack into the tracker. A StackSampler gives one engine a tracker of its
// own. So a sample is of this engine, is taken at the next instruction, and is not lost when the
// machine is busy. The profiler's own trackers get a sample every 10 ms, by a clock, and do not say
// which engine they belong to.
//
// The tracker is written through package unsafe, after the checks that checkpoint.go has. With
// another version of the engine, or without unsafe, there is no StackSampler.
//
// While a StackSampler is attached, the profiler of the engine does not see that engine.

// tracker mirrors the engine's type profTracker.
type tracker struct {
	// req is the request. The sampling goroutine changes it to sampleWanted. The engine changes it
	// to sampleTaken after it has written the frames, so a goroutine that loads sampleTaken sees
	// them. Without the load after the wait, the frames would be read while they are written.
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
	sampleNever // leave the slow loop that checks after each instruction
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

// CanSampleStacks reports whether AttachSampler can work in this build.
func CanSampleStacks() bool { return trackerOffset() >= 0 }

// A StackSampler samples the call stack of one engine.
type StackSampler struct {
	at      **tracker // the engine's field; loop goroutine only
	tracker *tracker

	mu sync.Mutex // one sample at a time
}

// AttachSampler returns a sampler for an engine. It returns nil if that is impossible, and while the
// engine is profiled. Loop goroutine only.
func AttachSampler(rt *Runtime) *StackSampler {
	offset := trackerOffset()
	if offset < 0 {
		return nil
	}
	at := (**tracker)(unsafe.Add(unsafe.Pointer(machineOf(rt)), offset))
	if *at != nil {
		return nil
	}
	s := &StackSampler{at: at, tracker: &tracker{req: sampleNever}}
	*at = s.tracker
	return s
}

// Detach removes the sampler from the engine. A goroutine that waits for a sample gets none. Loop
// goroutine only, while nothing runs on the engine.
func (s *StackSampler) Detach() { *s.at = nil }

// DropUnused drops a sample that was taken after the goroutine that wanted it had given up. Until
// then the engine runs its slow loop. Loop goroutine only.
func (s *StackSampler) DropUnused() {
	// The engine takes samples on this goroutine, so nothing comes in between.
	if atomic.LoadInt32(&s.tracker.req) == sampleTaken {
		atomic.StoreInt32(&s.tracker.req, sampleNever)
	}
}

// Stack returns the call stack, the innermost function first, at most 64 functions. It waits until
// the engine has executed an instruction, or until gone returns true; then it returns nil. A
// function of Go that the script has called is one instruction. Any goroutine except the loop's may
// call it.
func (s *StackSampler) Stack(gone func() bool) []StackFrame {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer needProfiler()() // engines read their trackers only while the profiler is on
	t := s.tracker
	atomic.StoreInt32(&t.req, sampleWanted)
	// Any other value means that the sample was taken. DropUnused may already have changed it.
	for wait := 10 * time.Microsecond; atomic.LoadInt32(&t.req) == sampleWanted; wait = min(2*wait, time.Millisecond) {
		if gone() && atomic.CompareAndSwapInt32(&t.req, sampleWanted, sampleNever) {
			return nil // the engine may be about to take it nevertheless: see DropUnused
		}
		time.Sleep(wait)
	}
	frames := slices.Clone(t.frames[:min(t.numFrames, len(t.frames))])
	atomic.StoreInt32(&t.req, sampleNever)
	return frames
}
