//go:build !wakeful_purego && (amd64 || arm64 || 386)

package promise_test

// identityAllocates is false: on this platform a loop identifies its callbacks by a register.
const identityAllocates = false
