// Package pipes has the round trips over descriptors. The cost of a poller is the difference
// between two servers that answer the same caller in the same way. So the caller, the pipes and the
// answer are here, for contestants and controls alike. Only the code that notices a request is
// elsewhere.
package pipes

import (
	"errors"
	"fmt"
	"os"
	"time"
)

// A Pair is two pipes: one for a caller's requests, one for the answers. The caller waits in Go's
// poller.
type Pair struct {
	// Immutable.

	// Requests and Answers are the far ends: requests are read from one, and answers are written to
	// the other. They are non-blocking, and no poller watches them yet.
	Requests, Answers int
	there, back       *os.File // the near ends

	sent, got [1]byte // used by the caller
	handed    [1]byte // used by the answering side
}

// ErrAnswer means that there were more answers than requests.
var ErrAnswer = errors.New("pipes: the answer was to an earlier request: some request was answered twice")

// Trip sends a request and returns when it was answered. One goroutine at a time.
func (p *Pair) Trip() error {
	p.sent[0]++ // an answer left over from the previous trip has another value
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

// GiveUp makes Trip return an error from now on, including a current call. Any goroutine may call
// it, also after Close.
func (p *Pair) GiveUp() {
	_ = p.back.SetReadDeadline(time.Unix(1, 0)) // fails if p is closed, and then nobody waits
}

// Files returns the far ends as files, which wait in Go's poller. The caller must close them.
// Requests and Answers must not be used any more.
func (p *Pair) Files() (requests, answers *os.File) {
	requests, answers = os.NewFile(uintptr(p.Requests), "requests"), os.NewFile(uintptr(p.Answers), "answers")
	p.Requests, p.Answers = none, none
	return requests, answers
}

// none stands for a descriptor that was given away.
const none = -1

// Hang closes the near end of the requests, so that the answering side sees their end.
func (p *Pair) Hang() { _ = p.there.Close() }

// Close closes all ends that were neither closed nor given away. No poller may watch the far ends
// any more, and no call of Trip or Answer may be running.
func (p *Pair) Close() {
	p.Hang()
	_ = p.back.Close()
	closeAll(p.Requests, p.Answers)
}
