//go:build unix

package pipes

import (
	"errors"
	"os"
	"runtime"
	"testing"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T) *Pair {
	t.Helper()
	p, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// answering answers requests in a polling loop until there are no more.
func answering(p *Pair, times func(trip int) int) <-chan struct{} {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for trip := 0; ; {
			before := p.handed
			over := p.Answer()
			if over {
				return
			}
			if p.handed == before {
				runtime.Gosched() // with one processor the other side could not run otherwise
			} else {
				trip++
				for range times(trip) - 1 {
					_, _ = unix.Write(p.Answers, p.handed[:])
				}
			}
		}
	}()
	return ended
}

func TestEveryRequestIsAnswered(t *testing.T) {
	p := open(t)
	ended := answering(p, func(int) int { return 1 })
	for range 300 { // more than the values of a byte
		if err := p.Trip(); err != nil {
			t.Fatal(err)
		}
	}
	p.Hang()
	<-ended
	p.Close()
}

func TestASecondAnswerIsFound(t *testing.T) {
	p := open(t)
	ended := answering(p, func(trip int) int { return 1 + trip/10 })
	var err error
	for trip := 0; trip < 100 && err == nil; trip++ {
		err = p.Trip()
	}
	if !errors.Is(err, ErrAnswer) {
		t.Errorf("the error is %v, want %v", err, ErrAnswer)
	}
	p.Hang()
	<-ended
	p.Close()
}

func TestRoundTripCanBeCancelled(t *testing.T) {
	p := open(t)
	result := make(chan error)
	go func() { result <- p.Trip() }()
	p.GiveUp()
	if err := <-result; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a trip that nobody answers returns %v, want %v", err, os.ErrDeadlineExceeded)
	}
	p.Close()
	p.GiveUp()
	if err := p.Trip(); err == nil {
		t.Error("a trip over closed pipes returns nil")
	}
}

func TestAnswersOverFiles(t *testing.T) {
	p := open(t)
	requests, answers := p.Files()
	ended := make(chan error)
	go func() {
		_, err := answers.ReadFrom(requests)
		ended <- errors.Join(err, requests.Close(), answers.Close())
	}()
	for range 100 {
		if err := p.Trip(); err != nil {
			t.Fatal(err)
		}
	}
	p.Hang()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	p.Close()
}

// ready reports whether a descriptor can be read or is closed.
func ready(t *testing.T, fd int) bool {
	t.Helper()
	watched := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	n, err := unix.Poll(watched, 0)
	if err != nil {
		t.Fatal(err)
	}
	return n > 0
}

func TestIdleDescriptorsAreNeverReady(t *testing.T) {
	idle, release, err := Idle(100)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]bool{}
	for _, fd := range idle {
		if seen[fd] || ready(t, fd) {
			t.Errorf("descriptor %d is there twice or ready", fd)
		}
		seen[fd] = true
	}
	if len(seen) != 100 {
		t.Errorf("%d descriptors, want 100", len(seen))
	}
	release()
	// A call on a closed descriptor returns at once.
	if !ready(t, idle[0]) {
		t.Error("a released descriptor is open")
	}
	if empty, release, err := Idle(0); len(empty) != 0 || err != nil {
		t.Errorf("no descriptors are %v, %v", empty, err)
	} else {
		release()
	}
}

// Nothing is left open: the next descriptor has the same number as before.
func TestCloseClosesAllFourEnds(t *testing.T) {
	lowest := func() int {
		fd, err := unix.Dup(0)
		if err != nil {
			t.Fatal(err)
		}
		closeAll(fd)
		return fd
	}
	open(t).Close() // makes Go's poller open its own descriptors
	before := lowest()
	for range 3 {
		open(t).Close()
	}
	p := open(t)
	requests, answers := p.Files()
	p.Close()
	if err := errors.Join(requests.Close(), answers.Close()); err != nil {
		t.Errorf("files that were given away: %v", err)
	}
	if after := lowest(); after != before {
		t.Errorf("the lowest free descriptor was %d and is %d", before, after)
	}
}
