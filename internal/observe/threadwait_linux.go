package observe

import (
	"bytes"
	"syscall"
	"time"
	"unsafe"

	"github.com/wakeful-go/wakeful/internal/native"
)

// ThreadWait measures for how long the calling goroutine's thread waits for a processor. The kernel
// counts it (run_delay in schedstat). If a second reading finds another thread, nothing is known: the
// kernel's counter of that thread has no beginning.
type ThreadWait struct {
	measures bool // Begin has read the counter
	thread   int  // of the last reading, 0 for none
	waited   uint64
	due      int64 // when the next measurement may begin, in ticks
}

const (
	// waitShare is the part of the time that measurements may take: one of so many. Reading the counter
	// takes two microseconds on one machine and 40 on another.
	waitShare = 500
	// longestPause is the longest time between two measurements that is due to waitShare.
	longestPause = time.Second
)

// Begin begins a measurement, if the one before was long enough ago.
func (w *ThreadWait) Begin() {
	w.measures = false
	began := native.Ticks()
	if began < w.due {
		return
	}
	w.Since()
	w.measures = true
	w.due = began + min(2*waitShare*(native.Ticks()-began), native.TicksIn(longestPause)) // End takes as long
}

// End returns the nanoseconds since Begin, or NotKnown.
func (w *ThreadWait) End() uint32 {
	if !w.measures {
		return NotKnown
	}
	return w.Since()
}

// Since returns the nanoseconds since the last reading, or NotKnown.
func (w *ThreadWait) Since() uint32 {
	thread, waited := w.thread, w.waited
	w.thread, w.waited = threadWait()
	if thread == 0 || w.thread != thread || w.waited < waited {
		return NotKnown
	}
	return uint32(min(w.waited-waited, NotKnown-1))
}

var schedstat = []byte("/proc/thread-self/schedstat\x00")

// threadWait returns the thread of the caller and for how many nanoseconds it has waited for a
// processor so far; 0 if the kernel does not tell. It allocates nothing, and the system calls do not
// concern Go's scheduler, because the kernel answers at once.
func threadWait() (thread int, waited uint64) {
	thread = syscall.Gettid()
	at := -100 // AT_FDCWD
	fd, _, e := syscall.RawSyscall6(syscall.SYS_OPENAT, uintptr(at), uintptr(unsafe.Pointer(&schedstat[0])),
		syscall.O_RDONLY|syscall.O_CLOEXEC, 0, 0, 0)
	if e != 0 {
		return 0, 0
	}
	var text [64]byte
	n, _, e := syscall.RawSyscall(syscall.SYS_READ, fd, uintptr(unsafe.Pointer(&text[0])), uintptr(len(text)))
	_, _, _ = syscall.RawSyscall(syscall.SYS_CLOSE, fd, 0, 0)
	if e != 0 || thread != syscall.Gettid() {
		return 0, 0 // preempted, and continued on another thread
	}
	// Time on a processor, time that it waited for one, number of time slices.
	_, rest, _ := bytes.Cut(text[:n], []byte(" "))
	digits, _, ok := bytes.Cut(rest, []byte(" "))
	if !ok {
		return 0, 0
	}
	for _, d := range digits {
		if d < '0' || d > '9' {
			return 0, 0
		}
		waited = 10*waited + uint64(d-'0')
	}
	return thread, waited
}
