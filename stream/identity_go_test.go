//go:build wakeful_purego || !(amd64 || arm64 || 386)

package stream_test

// identityAllocates is true: in plain Go a loop identifies its callbacks by the text of a stack.
const identityAllocates = true
