package telemetry

import (
	"unicode/utf8"
	"unsafe"

	"github.com/wakeful-go/wakeful/internal/observe"
)

// This file owns functions with a given name.

// Named returns a function that calls fn. Samples and stalls show the given name instead of the
// name of fn. Named makes two allocations. Each call costs a few nanoseconds, and about 30 ns on a
// watched loop. A name longer than 256 bytes is cut and ends in "…". It works on any loop, also one
// that is watched later. A nil fn returns nil, which Submit rejects as it does any nil function.
func Named(name string, fn func()) func() {
	if fn == nil {
		return nil
	}
	n := &named{limited(name), fn}
	return n.run
}

// maxName is the largest number of bytes in the name of a callback. Names go into logs and into the
// labels of metrics, and scripts choose theirs.
const maxName = 256

// limited returns a name in at most maxName bytes. It cuts between two characters and marks the
// cut.
func limited(name string) string {
	const mark = "…"
	if len(name) <= maxName {
		return name
	}
	end := maxName - len(mark)
	for end > maxName-len(mark)-utf8.UTFMax && !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end] + mark
}

// named is a function with a name.
type named struct {
	name string
	fn   func()
}

// run calls the function. Meanwhile a watchdog can read its name.
func (n *named) run() {
	o := observe.Current()
	if o == nil {
		n.fn()
		return
	}
	outer := o.Running.Swap(&n.name)
	n.fn() // if it panics, the loop resets the name
	o.Running.Store(outer)
	o.Named = &n.name
}

func init() {
	run := (*named)(nil).run
	observe.NamedEntry = **(**uintptr)(unsafe.Pointer(&run))
	// The value of a method is a pointer to a closure: the entry address, then the receiver.
	observe.NameOf = func(run func()) string {
		return (*(**struct {
			entry    uintptr
			receiver *named
		})(unsafe.Pointer(&run))).receiver.name
	}
}
