//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"syscall"
	"testing"
)

// allowDescriptors raises the process's limit of descriptors to n.
func allowDescriptors(t testing.TB, n int) {
	t.Helper()
	var limit syscall.Rlimit
	check(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	if uint64(limit.Cur) >= uint64(n) { //nolint:unconvert // signed on FreeBSD
		return
	}
	if uint64(limit.Max) < uint64(n) { //nolint:unconvert // signed on FreeBSD
		t.Skipf("NOT RUN: it needs %d descriptors, and %d are allowed", n, limit.Max)
	}
	limit.Cur = limit.Max
	check(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit))
}
