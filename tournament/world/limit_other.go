//go:build !unix

package world

import "math"

// descriptorLimit is how many descriptors a process can have at a time.
func descriptorLimit() int { return math.MaxInt32 }
