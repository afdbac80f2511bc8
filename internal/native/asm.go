//go:build !wakeful_purego && (amd64 || arm64 || 386)

package native

// goroutine returns the address of the runtime's record of the goroutine. Records are reused after
// a goroutine has ended and never move.
func goroutine() uintptr

func stack(goroutine uintptr) (low, high uintptr)

func pause()
