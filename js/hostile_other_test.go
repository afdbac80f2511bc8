//go:build !unix || race

package js_test

// limitMemory does nothing: watchMemory is what ends the process.
func limitMemory(uint64) {}
