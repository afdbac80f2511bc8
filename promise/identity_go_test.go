//go:build wakeful_purego || !(amd64 || arm64 || 386)

package promise_test

// identityAllocates: in plain Go a loop knows its callbacks by the text of a stack.
const identityAllocates = true
