//go:build !wakeful_purego

package vm

// unsafeAllowed reports that package unsafe may be used.
const unsafeAllowed = true
