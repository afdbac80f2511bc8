//go:build (linux || darwin || dragonfly || freebsd || netbsd || openbsd) && !wakeful_nopoll

package poll

// The backend of this system. What it promises to users is tested with the loop,
// in the root package.

import (
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// pipe returns a pipe whose ends do not block.
func pipe(t *testing.T) (read, write int) {
	t.Helper()
	var ends [2]int
	if err := unix.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	for _, fd := range ends {
		if err := unix.SetNonblock(fd, true); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = unix.Close(fd) })
	}
	return ends[0], ends[1]
}

// eachPoller runs a test with a poller of Open and, where the system has it, one of OpenBlocking.
func eachPoller(t *testing.T, mu sync.Locker, notify func(), test func(t *testing.T, p *Poller[int])) {
	t.Run("netpoller", func(t *testing.T) {
		p, err := Open[int](mu, notify)
		if err != nil {
			t.Fatal(err)
		}
		test(t, p)
	})
	t.Run("blocking", func(t *testing.T) {
		p, err := OpenBlocking[int](mu)
		if errors.Is(err, errors.ErrUnsupported) {
			t.Skip("NOT RUN: a loop's thread does not block on this system")
		}
		if err != nil {
			t.Fatal(err)
		}
		test(t, p)
	})
}

// No event is lost, wherever the loop parks: what is written is found. A lost event hangs
// the test.
func TestNothingIsLost(t *testing.T) {
	notified := make(chan struct{}, 1)
	var mu sync.Mutex
	for _, mode := range []Mode{0, Edge, OneShot} {
		eachPoller(t, &mu, func() { notified <- struct{}{} }, func(t *testing.T, p *Poller[int]) {
			nothingIsLost(t, p, &mu, notified, mode)
		})
	}
}

func nothingIsLost(t *testing.T, p *Poller[int], mu *sync.Mutex, notified <-chan struct{}, mode Mode) {
	read, write := pipe(t)
	e := &Entry[int]{}
	if _, err := p.Add(e, read, Readable, mode); err != nil {
		t.Fatal(err)
	}
	written, taken := make(chan struct{}), make(chan struct{})
	n := 20_000
	if testing.Short() {
		n /= 10
	}
	go func() {
		defer close(written)
		for range n {
			for range rand.IntN(8) {
				runtime.Gosched()
			}
			if _, err := unix.Write(write, []byte{1}); err != nil {
				t.Errorf("write: %v", err)
			}
			<-taken
		}
	}()
	for range n {
		found := false
		for !found {
			if rand.IntN(4) == 0 {
				p.parker.unparks = maxUnparks // as if others had ended the last parks
			}
			if parker := p.Parker(); parker == nil {
				<-notified
			} else if !parker.Park() {
				t.Error("Park returned false without Unpark")
			}
			mu.Lock()
			found = len(p.Collect()) > 0
			mu.Unlock()
		}
		if _, err := unix.Read(read, make([]byte, 1)); err != nil {
			t.Fatalf("mode %d: read: %v", mode, err)
		}
		if mode == OneShot {
			if err := p.Modify(e, Readable); err != nil {
				t.Fatal(err)
			}
		}
		taken <- struct{}{}
	}
	<-written
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// Each Unpark ends one park, the present one or the next.
func TestUnpark(t *testing.T) {
	eachPoller(t, new(sync.Mutex), func() {}, eachUnparkEndsOnePark)
}

func eachUnparkEndsOnePark(t *testing.T, p *Poller[int]) {
	if !p.backend.canPark() {
		t.Skip("NOT RUN: this system's poller cannot park a loop")
	}
	parking := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for range parking {
			p.parker.Unpark()
		}
	}()
	for n := range 10_000 {
		parking <- struct{}{}
		if n%3 == 0 {
			p.parker.ConsumeUnpark()
		} else if p.parker.Park() {
			t.Error("Park returned true without an event")
		}
	}
	close(parking)
	<-ended
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestExplain(t *testing.T) {
	for _, a := range advice {
		if err := explain(a.err); !errors.Is(err, a.err) || err.Error() == a.err.Error() {
			t.Errorf("%v is explained as %v", a.err, err)
		}
	}
	if err := explain(unix.EIO); !errors.Is(err, unix.EIO) {
		t.Errorf("EIO is explained as %v", err)
	}
	for _, fd := range []int{-1, math.MinInt, math.MaxInt} {
		if err := number(fd); (err == nil) != (fd == math.MaxInt32) {
			t.Errorf("descriptor %d: %v", fd, err)
		}
	}
}
