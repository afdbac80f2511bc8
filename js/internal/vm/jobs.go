package vm

import (
	"reflect"
	"unsafe"
)

// Jobs reads a runtime's queue of promise jobs.
type Jobs struct {
	queue reflect.Value
}

// JobsOf returns a view of the runtime's queue of promise jobs. The engine runs its jobs when
// the outermost frame returns, and has no method that reports whether there are any. Reflection can
// read the length of an unexported field without unsafe. ok is false if the engine has no such
// field. Then the caller must return from the outermost frame to have the jobs run.
func JobsOf(runtime *Runtime) (jobs Jobs, ok bool) {
	queue := reflect.ValueOf(runtime).Elem().FieldByName("jobQueue")
	if !queue.IsValid() || queue.Type() != reflect.TypeFor[[]func()]() {
		return Jobs{}, false
	}
	return Jobs{queue}, true
}

// JobQueue adds jobs to a runtime's queue of promise jobs. The zero value adds none.
type JobQueue struct {
	jobs *[]func()
}

// JobQueueOf returns the runtime's queue of promise jobs for adding jobs. The engine has no method
// for this. The field is written through package unsafe if it has the known type. Otherwise ok is false.
func JobQueueOf(runtime *Runtime) (queue JobQueue, ok bool) {
	field := reflect.ValueOf(runtime).Elem().FieldByName("jobQueue")
	if !unsafeAllowed || !field.IsValid() || field.Type() != reflect.TypeFor[[]func()]() {
		return JobQueue{}, false
	}
	return JobQueue{(*[]func())(unsafe.Pointer(field.UnsafeAddr()))}, true
}

// Push appends a job. The engine runs it after the waiting ones when its outermost frame returns.
// Call Push on the loop, inside JavaScript. The job must not call the engine through entry points
// for code outside JavaScript.
func (q JobQueue) Push(job func()) { *q.jobs = append(*q.jobs, job) }

// None reports whether no job is waiting.
func (j Jobs) None() bool { return j.queue.Len() == 0 }

// Idle reports whether the engine considers no script to be running. After an error that scripts
// cannot catch it may wrongly consider one to be running, see Checkpoint. Then it never runs a
// promise job again.
func Idle(rt *Runtime) bool {
	if m := machineOf(rt); m != nil {
		return m.callStack.len == 0
	}
	pointer := reflect.ValueOf(rt).Elem().FieldByName("vm")
	if !pointer.IsValid() || pointer.Kind() != reflect.Pointer {
		return true
	}
	calls := pointer.Elem().FieldByName("callStack")
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
