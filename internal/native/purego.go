//go:build wakeful_purego || !(amd64 || arm64 || 386)

package native

import (
	"runtime"
	"sync/atomic"
)

// goroutine parses the number in "goroutine 18 [running]:", which takes about a microsecond.
// Numbers start at 1 and are not reused.
func goroutine() uintptr {
	var buf [64]byte
	line := buf[:runtime.Stack(buf[:], false)]
	var id uintptr
	for _, c := range line[len("goroutine "):] {
		if c < '0' || c > '9' {
			break
		}
		id = id*10 + uintptr(c-'0')
	}
	return id
}

func stack(uintptr) (low, high uintptr) { return 0, 0 }

// spun keeps the compiler from removing the pause.
var spun atomic.Uint32

func pause() {
	for range 16 {
		spun.Load()
	}
}
