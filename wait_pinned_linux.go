package wakeful

import "golang.org/x/sys/unix"

// affinity is the processors on which a thread may run.
type affinity = unix.CPUSet

// bind keeps the calling thread on one processor, and returns where it could run
// before.
func bind(cpu int) (before affinity, err error) {
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return before, err
	}
	var one affinity
	one.Set(cpu)
	if !one.IsSet(cpu) {
		return before, unix.EINVAL // beyond what the set can hold, 1024
	}
	return before, unix.SchedSetaffinity(0, &one)
}

// unbind lets the calling thread run where it could before. Where none of that is
// left to the process, everywhere it may.
func unbind(before affinity) {
	if unix.SchedSetaffinity(0, &before) == nil {
		return
	}
	var all affinity
	all.Fill()
	_ = unix.SchedSetaffinity(0, &all) // takes what it can get; there is nothing beyond
}
