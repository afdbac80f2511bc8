//go:build wakeful_purego || race || !amd64

package native

import "sync/atomic"

// StoreRelease stores v. A goroutine that loads v sees everything that the caller wrote before.
func StoreRelease(p *atomic.Uint64, v uint64) { p.Store(v) }

// StoreRelease32 is StoreRelease for 32 bits.
func StoreRelease32(p *atomic.Uint32, v uint32) { p.Store(v) }
