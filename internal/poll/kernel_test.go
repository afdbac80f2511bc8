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

// No event is lost, wherever the loop parks: what is written is found. A lost event hangs
// the test.
func TestNothingIsLost(t *testing.T) {
	for _, mode := range []Mode{0, Edge, OneShot} {
		read, write := pipe(t)
		notified := make(chan struct{}, 1)
		var mu sync.Mutex
		p, err := Open[int](&mu, func() { notified <- struct{}{} })
		if err != nil {
			t.Fatal(err)
		}
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
}

// Each Unpark ends one park, the present one or the next.
func TestUnpark(t *testing.T) {
	var mu sync.Mutex
	p, err := Open[int](&mu, func() {})
	if err != nil {
		t.Fatal(err)
	}
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
