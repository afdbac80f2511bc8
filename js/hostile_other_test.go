//go:build !unix || race

package js_test

// limitMemory does nothing here. watchMemory ends the process instead.
func limitMemory(uint64) {}
