package world

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/wakeful-go/wakeful/tournament/runner"
)

// This file owns the kernel's figures about a peer's process. They are read from outside, so that
// they mean the same for every language.

// Unusable is the reason why usage cannot be read on this system, or "".
const Unusable = ""

// ProcessorTime returns the processor time of all threads of the process, in the kernel's
// nanoseconds. It excludes threads that have ended.
func (p *Process) ProcessorTime() (time.Duration, error) {
	files, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.command.Process.Pid))
	if err != nil || len(files) == 0 {
		return 0, &runner.MissingError{Reason: "the kernel does not say in /proc what threads have run (schedstat)"}
	}
	var sum time.Duration
	for _, file := range files {
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ESRCH) {
			continue // the thread has ended meanwhile
		} else if err != nil {
			return 0, fmt.Errorf("reading a thread's processor time: %w", err)
		}
		ran, _, _ := strings.Cut(string(text), " ")
		ns, err := strconv.ParseInt(ran, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("%s has %q", file, text)
		}
		sum += time.Duration(ns)
	}
	return sum, nil
}

// residentMemory returns the memory of the process that is in RAM, in bytes.
func (p *Process) residentMemory() (int64, error) {
	pid := p.command.Process.Pid
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0, fmt.Errorf("reading a peer's memory: %w", err)
	}
	fields := strings.Fields(string(text))
	if len(fields) < 2 {
		return 0, fmt.Errorf("statm of process %d has %q", pid, text)
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("statm of process %d has %q", pid, text)
	}
	return pages * int64(os.Getpagesize()), nil
}
