//go:build !wakeful_purego && (amd64 || arm64 || 386)

package stream_test

// identityAllocates is false: on this platform a loop identifies its callbacks by a register.
const identityAllocates = false
