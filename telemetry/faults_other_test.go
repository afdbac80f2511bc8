//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly) || wakeful_nopoll

package telemetry_test

// unixFaults: there are no descriptors.
func unixFaults() []fault { return nil }
