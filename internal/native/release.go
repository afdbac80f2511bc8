//go:build wakeful_purego || race || !amd64

package native

import "sync/atomic"

// StoreRelease stores v. All that the goroutine has written before is visible to whoever loads v.
func StoreRelease(p *atomic.Uint64, v uint64) { p.Store(v) }
