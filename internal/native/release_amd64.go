//go:build !wakeful_purego && !race

package native

import (
	"sync/atomic"
	"unsafe"
)

// StoreRelease stores v. A goroutine that loads v sees everything that the caller wrote before.
// Unlike Store, it may become visible after loads that follow it, so it must not be half of a
// protocol in which two sides store and then load. On amd64 it is a plain store, which takes a
// nanosecond, where the exchange of Store takes five to seven. Elsewhere it is Store.
//
// The processor makes stores visible in their order. So does the compiler: in its intermediate form
// each store takes the memory that the one before it has left, and loads of that memory come first.
func StoreRelease(p *atomic.Uint64, v uint64) { *(*uint64)(unsafe.Pointer(p)) = v }

// StoreRelease32 is StoreRelease for 32 bits.
func StoreRelease32(p *atomic.Uint32, v uint32) { *(*uint32)(unsafe.Pointer(p)) = v }
