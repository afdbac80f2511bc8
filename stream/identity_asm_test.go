//go:build !wakeful_purego && (amd64 || arm64 || 386)

package stream_test

// identityAllocates: on this platform a loop knows its callbacks by a register.
const identityAllocates = false
