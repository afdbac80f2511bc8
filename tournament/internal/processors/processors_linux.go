package processors

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// allowed returns the processors that the calling thread may use, in order.
func allowed() ([]int, error) {
	var set unix.CPUSet
	if err := unix.SchedGetaffinity(0, &set); err != nil {
		return nil, fmt.Errorf("asking for the processors of this process: %w", err)
	}
	var all []int
	for i := range len(set) * 64 {
		if set.IsSet(i) {
			all = append(all, i)
		}
	}
	return all, nil
}

// setAffinity pins all existing threads to the given processors. It repeats the scan, because a
// thread that is not pinned yet may create another one meanwhile.
func setAffinity(on []int) error {
	var set unix.CPUSet
	for _, processor := range on {
		set.Set(processor)
	}
	for kept := map[int]bool{}; ; {
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return fmt.Errorf("listing the threads of this process: %w", err)
		}
		news := false
		for _, t := range threads {
			id, err := strconv.Atoi(t.Name())
			if err != nil || kept[id] {
				continue
			}
			kept[id], news = true, true
			// A thread that has ended meanwhile needs no processor.
			if err := unix.SchedSetaffinity(id, &set); err != nil && !errors.Is(err, unix.ESRCH) {
				return fmt.Errorf("keeping the thread %d: %w", id, err)
			}
		}
		if !news {
			return nil
		}
	}
}
