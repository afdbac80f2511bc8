//go:build !wakeful_purego && !race

package native

import (
	"sync/atomic"
	"unsafe"
)

// StoreRelease stores v. A goroutine that loads v sees everything that the caller wrote before.
// Unlike Store, it may become visible after loads that follow it, so it must not be half of a
// protocol in which two sides store and then load. On amd64 it is a plain store, which takes a
// nanosecond, where the exchange of Store takes seven. Elsewhere it is Store.
func StoreRelease(p *atomic.Uint64, v uint64) { storeRelease(unsafe.Pointer(p), v) }

// storeRelease is in assembly, so that the compiler does not move it.
//
//go:noescape
func storeRelease(p unsafe.Pointer, v uint64)
