//go:build !unix

package telemetry_test

// unixFaults: there are no descriptors.
func unixFaults() []fault { return nil }
