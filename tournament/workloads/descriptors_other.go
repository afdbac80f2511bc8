//go:build !unix

package workloads

// descriptorLimit returns how many descriptors a process may have, 0 if that is not known.
func descriptorLimit() int { return 0 }
