package vm

import (
	"reflect"
	"unsafe"
)

// A Jobs looks at a runtime's queue of promise jobs.
type Jobs struct {
	queue reflect.Value
}

// LookAtJobs returns the runtime's queue of promise jobs to look at. The engine
// runs its jobs when the outermost frame returns and has no method to ask whether
// there are any; reflection may look at the length of a field that is not
// exported, and does so without unsafe. ok is false if the engine has no such
// field: then whoever wants to know has to return from the outermost frame.
func LookAtJobs(runtime *Runtime) (jobs Jobs, ok bool) {
	queue := reflect.ValueOf(runtime).Elem().FieldByName("jobQueue")
	if !queue.IsValid() || queue.Type() != reflect.TypeFor[[]func()]() {
		return Jobs{}, false
	}
	return Jobs{queue}, true
}

// A JobQueue adds jobs to a runtime's queue of promise jobs. The zero value adds none.
type JobQueue struct {
	jobs *[]func()
}

// JobQueueOf returns the runtime's queue of promise jobs to add to. The engine has no method
// for this; the field is written through package unsafe, if the engine's version was tested and
// the field is as it is known. Otherwise ok is false.
func JobQueueOf(runtime *Runtime) (queue JobQueue, ok bool) {
	field := reflect.ValueOf(runtime).Elem().FieldByName("jobQueue")
	if !unsafeAllowed || !Tested(Version()) || !field.IsValid() || field.Type() != reflect.TypeFor[[]func()]() {
		return JobQueue{}, false
	}
	return JobQueue{(*[]func())(unsafe.Pointer(field.UnsafeAddr()))}, true
}

// Push adds a job, which the engine runs after those that wait when its outermost frame
// returns. On the loop, inside JavaScript; the job must not call the engine as from outside.
func (q JobQueue) Push(job func()) { *q.jobs = append(*q.jobs, job) }

// None reports whether no job is waiting.
func (j Jobs) None() bool { return j.queue.Len() == 0 }

// Idle reports whether the engine knows that no script is running. After an error that no
// script can catch it may not, see Checkpoint: then it never runs a promise job again.
func Idle(rt *Runtime) bool {
	pointer := reflect.ValueOf(rt).Elem().FieldByName("vm")
	if !pointer.IsValid() || pointer.Kind() != reflect.Pointer {
		return true
	}
	calls := pointer.Elem().FieldByName("callStack")
	return !calls.IsValid() || calls.Kind() != reflect.Slice || calls.Len() == 0
}

// A Mark is what the queue looks like. The engine has two arrays for its queue,
// one to run and one to fill, and exchanges them when the former is done. So as
// long as a job that is the last has not run, the mark is the same only if no job
// was added after it.
type Mark struct {
	array  uintptr
	length int
}

// Mark returns what the queue looks like now.
func (j Jobs) Mark() Mark { return Mark{j.queue.Pointer(), j.queue.Len()} }
