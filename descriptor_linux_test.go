//go:build linux && !wakeful_nopoll

package wakeful_test

import (
	"testing"

	"github.com/wakeful-go/wakeful"
	"golang.org/x/sys/unix"
)

// raiseLimit allows n more descriptors until the test ends.
func raiseLimit(t testing.TB, n uint64) {
	t.Helper()
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	if n += 1000; limit.Cur >= n {
		return
	}
	raised := unix.Rlimit{Cur: n, Max: max(n, limit.Max)}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &raised); err != nil {
		t.Skipf("NOT RUN: %d descriptors need a higher limit than %d: %v", n, limit.Cur, err)
	}
	t.Cleanup(func() { check(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &limit)) })
}

// counter returns a descriptor that is readable while its count is not zero.
func counter(t testing.TB) *end {
	t.Helper()
	fd, err := unix.Eventfd(0, unix.EFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	return newEnd(t, fd)
}

const count = "\x01\x00\x00\x00\x01\x00\x00\x00" // not 0 in either byte order

// Ten thousand descriptors. Each one that is ready causes one call, whether one, some or all are
// ready. Then all are closed.
func TestManyRegistrations(t *testing.T) {
	const n = 10_000
	raiseLimit(t, n)
	l := running(t)
	calls := make([]int, n)
	got := make(chan int, n)
	ends := make([]*end, n)
	all := make([]*wakeful.FDRegistration, n)
	for i := range n {
		ends[i] = counter(t)
		all[i] = register(t, l, ends[i], wakeful.Readable, func(wakeful.Events) {
			ends[i].take(8)
			calls[i]++
			got <- i
		})
	}
	bring := func(some []*end) {
		for _, e := range some {
			e.put(count)
		}
		for range some {
			<-got
		}
	}
	bring(ends)
	for i := range 100 {
		bring(ends[i*100 : i*100+1])
	}
	bring(ends[n/2:])
	fence(t, l)
	for i := range n {
		want := 1
		if i%100 == 0 {
			want++
		}
		if i >= n/2 {
			want++
		}
		if calls[i] != want {
			t.Fatalf("descriptor %d was called for %d times, want %d", i, calls[i], want)
		}
	}
	equal(t, "more calls", len(got), 0)
	for _, r := range all {
		check(t, r.Close())
	}
	for _, e := range ends {
		e.put(count)
	}
	fence(t, l)
	equal(t, "calls after Close", len(got), 0)
}

// Neither Submit nor a call for a descriptor allocates, however many descriptors are registered.
func TestDescriptorAllocations(t *testing.T) {
	notHosted(t, "the watcher allocates")
	if underRace {
		t.Skip("NOT RUN: the race detector allocates")
	}
	l := running(t)
	e := counter(t)
	buffer := make([]byte, 8)
	done := make(chan struct{})
	register(t, l, e, wakeful.Readable, func(wakeful.Events) {
		if _, err := unix.Read(e.fd, buffer); err != nil {
			t.Error(err)
		}
		done <- struct{}{}
	})
	for range 100 {
		register(t, l, counter(t), wakeful.Readable, func(wakeful.Events) { t.Error("called") })
	}
	text := []byte(count)
	if got := testing.AllocsPerRun(100, func() {
		if _, err := unix.Write(e.fd, text); err != nil {
			t.Error(err)
		}
		<-done
	}); got != 0 {
		t.Errorf("%v allocations per event", got)
	}
}
