//go:build wakeful_purego

package vm

// unsafeAllowed says that package unsafe may not be used: checkpoints do nothing.
const unsafeAllowed = false
