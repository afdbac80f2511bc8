//go:build !wakeful_purego

package vm

// unsafeAllowed says that package unsafe may be used.
const unsafeAllowed = true
