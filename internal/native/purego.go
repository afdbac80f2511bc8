//go:build wakeful_purego || !(amd64 || arm64 || 386)

package native

import "sync/atomic"

func goroutine() uintptr { return uintptr(GoroutineID()) }

func stack(uintptr) (low, high uintptr) { return 0, 0 }

// spun keeps the compiler from removing the pause.
var spun atomic.Uint32

func pause() {
	for range 16 {
		spun.Load()
	}
}
