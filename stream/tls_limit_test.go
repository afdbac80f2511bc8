//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package stream_test

import (
	"syscall"
	"testing"
)

// allowDescriptors raises the process's limit of descriptors to n.
func allowDescriptors(t testing.TB, n int) {
	t.Helper()
	if limit := raiseDescriptors(t); limit < n {
		t.Skipf("NOT RUN: it needs %d descriptors, and %d are allowed", n, limit)
	}
}

// manyClients returns 10,000, or a few less where both ends of so many connections are more
// descriptors than the process is allowed. Common limits are 1,024, 20,000 and 1,048,576.
func manyClients(t testing.TB) int {
	t.Helper()
	const wanted, enough, others = 10_000, 9_900, 100
	allowDescriptors(t, 2*enough+others)
	return min(wanted, (raiseDescriptors(t)-others)/2)
}

// raiseDescriptors raises the process's limit of descriptors as far as it is allowed to, and
// returns it.
func raiseDescriptors(t testing.TB) int {
	t.Helper()
	var limit syscall.Rlimit
	check(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
	if limit.Cur < limit.Max {
		limit.Cur = limit.Max
		if syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit) != nil { // macOS has a lower limit as well
			check(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit))
		}
	}
	return int(min(uint64(limit.Cur), 1<<20)) //nolint:unconvert,gosec // signed on FreeBSD, and limited
}
