//go:build !unix

package world

import "math"

// descriptorLimit returns the number of descriptors that a process can have open.
func descriptorLimit() int { return math.MaxInt32 }
