// Package pipes has the round trips that go over descriptors. What a poller costs
// is the difference between two who answer the same caller in the same way, so
// the caller, the pipes and the answer are here, for contestants and controls
// alike; only who notices a request is not.
package pipes

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// A Pair is two pipes: one for a caller's requests, one for the answers. The
// caller waits in Go's own poller.
type Pair struct {
	// Immutable.

	// Requests and Answers are the far ends: where requests are read, and where
	// answers are written. They are non-blocking and no poller knows them.
	Requests, Answers int
	there, back       *os.File // the near ends

	sent, got [1]byte // the caller's
	handed    [1]byte // of whoever answers
}

// ErrAnswer means that there were more answers than requests.
var ErrAnswer = errors.New("pipes: the answer was to an earlier request: some request was answered twice")

// Trip sends a request and returns when it was answered. One goroutine at a time.
func (p *Pair) Trip() error {
	p.sent[0]++ // an answer left over from the trip before is another byte
	if _, err := p.there.Write(p.sent[:]); err != nil {
		return fmt.Errorf("pipes: sending a request: %w", err)
	}
	if _, err := p.back.Read(p.got[:]); err != nil {
		return fmt.Errorf("pipes: waiting for an answer: %w", err)
	}
	if p.got != p.sent {
		return ErrAnswer
	}
	return nil
}

// GiveUp makes Trip return an error from now on, the one under way included. Any
// goroutine, also after Close.
func (p *Pair) GiveUp() {
	_ = p.back.SetReadDeadline(time.Unix(1, 0)) // fails when p is closed: nobody waits then
}

// Files returns the far ends as files, which wait in Go's poller. They are the
// caller's to close; Requests and Answers must not be used any more.
func (p *Pair) Files() (requests, answers *os.File) {
	requests, answers = os.NewFile(uintptr(p.Requests), "requests"), os.NewFile(uintptr(p.Answers), "answers")
	p.Requests, p.Answers = none, none
	return requests, answers
}

// none is the number of a descriptor that is somebody else's by now.
const none = -1

// Hang closes the near end of the requests: whoever answers finds their end.
func (p *Pair) Hang() { _ = p.there.Close() }

// Close closes what has not been closed and was not given away. No poller may
// know the far ends any more, nobody be in Trip, and nobody answer.
func (p *Pair) Close() {
	p.Hang()
	_ = p.back.Close()
	closeAll(p.Requests, p.Answers)
}
