//go:build !linux || wakeful_portable

package js

// yieldThread does nothing, because Go offers no call for it that all systems have.
func yieldThread() {}
