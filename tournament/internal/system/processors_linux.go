package system

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// Processors returns the processors that the calling thread may use, in order.
func Processors() ([]int, error) {
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

// KeepAll pins all existing threads, and so the threads that they start, to the given processors. It
// repeats the scan, because a thread that is not pinned yet may create another one meanwhile.
func KeepAll(on []int) error {
	for kept, news := map[int]bool{}, true; news; {
		news = false
		threads, err := os.ReadDir("/proc/self/task")
		if err != nil {
			return fmt.Errorf("listing the threads of this process: %w", err)
		}
		for _, t := range threads {
			id, err := strconv.Atoi(t.Name())
			if err != nil || kept[id] {
				continue
			}
			kept[id], news = true, true
			// A thread that has ended meanwhile needs no processor.
			if err := keep(id, on); err != nil && !errors.Is(err, unix.ESRCH) {
				return err
			}
		}
	}
	return nil
}

// Keep pins the calling thread.
func Keep(on ...int) error { return keep(0, on) }

func keep(thread int, on []int) error {
	var set unix.CPUSet
	for _, processor := range on {
		set.Set(processor)
	}
	if err := unix.SchedSetaffinity(thread, &set); err != nil {
		return fmt.Errorf("keeping a thread on its processor: %w", err)
	}
	return nil
}
