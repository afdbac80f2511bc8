package sandbox

// What Linux limits beyond other systems: addresses, and the calls of the system.

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/sys/unix"
)

// closeInherited closes the descriptors of the host that its executable was started with. Those of the
// runtime are its own.
func closeInherited() {
	entries, _ := os.ReadDir("/proc/self/fd") // without /proc there is no list
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		target, gone := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil && gone == nil && fd > 2 && !strings.HasPrefix(target, "anon_inode:") && !strings.HasPrefix(target, "/sys/fs/cgroup/") {
			_ = unix.Close(fd)
		}
	}
}

// systemLimits are relative to what the process has: the race detector reserves terabytes.
func systemLimits(setup workerSetup) []processLimit {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil { // without /proc there is no limit to count from
		return nil
	}
	pages, _, _ := strings.Cut(string(text), " ")
	n, err := strconv.ParseUint(pages, 10, 64)
	if err != nil {
		return nil
	}
	return []processLimit{{syscall.RLIMIT_AS, n*uint64(os.Getpagesize()) + setup.AddressSpace}}
}

// allowedCalls are what the Go runtime, the socket and the memory of instances need.
var allowedCalls = []string{
	"read", "write", "readv", "writev", "close", "pread64", "pwrite64", "lseek", "fstat", "ftruncate", "memfd_create", "fcntl", "getsockopt", "shutdown",
	"munmap", "madvise", "mincore", "brk", "futex", "nanosleep", "clock_nanosleep", "clock_gettime", "gettimeofday", "sched_yield", "sched_getaffinity",
	"getrandom", "getpid", "gettid", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall", "set_robust_list", "rseq",
	"epoll_create1", "epoll_ctl", "epoll_pwait", "epoll_pwait2", "eventfd2", "exit", "exit_group", "setitimer", "timer_create", "timer_settime", "timer_delete",
}

// filterCalls lets the process do no more than run scripts: no files, sockets, processes or signals to
// others, and no new machine code. Other calls fail. Without filters in the kernel it returns an error.
func filterCalls() error {
	info, err := arch.GetInfo("")
	if err != nil {
		return fmt.Errorf("%w: %w", errNoFilter, err)
	}
	if !seccomp.Supported() {
		return errNoFilter
	}
	argument := func(n uint32, operation seccomp.Operation, value uint64) seccomp.Condition {
		return seccomp.Condition{Argument: n, Operation: operation, Value: value}
	}
	conditional := []seccomp.NameWithConditions{
		{Name: "mmap", Conditions: []seccomp.Condition{argument(2, seccomp.BitsNotSet, unix.PROT_EXEC)}},
		{Name: "mprotect", Conditions: []seccomp.Condition{argument(2, seccomp.BitsNotSet, unix.PROT_EXEC)}},
		{Name: "clone", Conditions: []seccomp.Condition{argument(0, seccomp.BitsSet, unix.CLONE_THREAD)}},
		{Name: "tgkill", Conditions: []seccomp.Condition{argument(0, seccomp.Equal, uint64(unix.Getpid()))}},
	}
	isKnown := func(name string) bool {
		_, ok := info.SyscallNames[name]
		return ok
	}
	groups := []seccomp.SyscallGroup{{Action: seccomp.ActionAllow, NamesWithCondtions: conditional}}
	for _, name := range allowedCalls {
		if isKnown(name) {
			groups[0].Names = append(groups[0].Names, name)
		}
	}
	if isKnown("clone3") { // a C library makes threads with clone then
		groups = append(groups, seccomp.SyscallGroup{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: []string{"clone3"}})
	}
	policy := seccomp.Policy{DefaultAction: seccomp.ActionErrno, Syscalls: groups}
	runtime.LockOSThread() // two calls of the system, and the second one is for all threads
	defer runtime.UnlockOSThread()
	return seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: policy})
}

// errNoFilter is an error, because a worker without the filter is not the boundary that it is said to be.
var errNoFilter = errors.New("the kernel has no seccomp filters; leave Config.Process out, or use another kernel")
