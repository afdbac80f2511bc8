//go:build !unix

package node

// processorTime returns 0: it is not measured on this system.
func processorTime() (user, system int64) { return 0, 0 }
