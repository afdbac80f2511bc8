//go:build wakeful_purego

package vm

// unsafeAllowed reports that package unsafe may not be used. Then checkpoints do nothing.
const unsafeAllowed = false
