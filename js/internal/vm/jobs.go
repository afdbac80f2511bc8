package vm

import "reflect"

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

// None reports whether no job is waiting.
func (j Jobs) None() bool { return j.queue.Len() == 0 }

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
