//go:build !linux

package native

import "time"

// YieldThread lets the system run another thread on the caller's processor, if one waits for it. It
// sleeps, because Go offers no call for this that all systems have.
func YieldThread() { time.Sleep(time.Microsecond) }
