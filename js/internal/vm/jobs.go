package vm

import "reflect"

// Jobs is a runtime's queue of promise jobs.
type Jobs struct {
	queue reflect.Value
	jobs  *[]func() // the same queue, for adding jobs; nil without package unsafe
}

// JobsOf returns the runtime's queue of promise jobs. The engine runs its jobs when the outermost frame
// returns, and has no method that reports whether there are any, or that adds one. Reflection can read
// the length of an unexported field without unsafe. ok is false if the engine has no such field. Then
// the caller must return from the outermost frame to have the jobs run.
func JobsOf(runtime *Runtime) (jobs Jobs, ok bool) {
	queue := reflect.ValueOf(runtime).Elem().FieldByName("jobQueue")
	if !queue.IsValid() || queue.Type() != reflect.TypeFor[[]func()]() {
		return Jobs{}, false
	}
	return Jobs{queue, runtimeField[[]func()](runtime, "jobQueue")}, true
}

// CanPush reports whether jobs can be added.
func (j Jobs) CanPush() bool { return j.jobs != nil }

// Push appends a job. The engine runs it after the waiting ones when its outermost frame returns.
// Call Push on the loop, inside JavaScript. The job must not call the engine through entry points
// for code outside JavaScript.
func (j Jobs) Push(job func()) { *j.jobs = append(*j.jobs, job) }

// None reports whether no job is waiting.
func (j Jobs) None() bool { return j.queue.Len() == 0 }

// Idle reports whether the engine considers no script to be running. After an error that scripts
// cannot catch it may wrongly consider one to be running, see Checkpoint. Then it never runs a
// promise job again.
func Idle(rt *Runtime) bool {
	if m := machineOf(rt); m != nil {
		return m.callStack.len == 0
	}
	calls := field(field(reflect.ValueOf(rt), "vm"), "callStack")
	return !calls.IsValid() || calls.Kind() != reflect.Slice || calls.Len() == 0
}

// Mark identifies a state of the queue. The engine has two arrays for its queue, one to run and one
// to fill, and exchanges them when the first is done. So until the last job has run, the mark stays
// the same only if no job was added.
type Mark struct {
	array  uintptr
	length int
}

// Mark returns the current state of the queue.
func (j Jobs) Mark() Mark { return Mark{j.queue.Pointer(), j.queue.Len()} }
