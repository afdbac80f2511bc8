package latency

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
)

// This file owns the sender: when it sends, how it waits, and how processor time is attributed.
//
// The sender sends the next message when the previous one has arrived and then the gap has passed.
// During the gap the receiver has nothing to do. The sender runs on its own thread. It sleeps
// through long gaps in the system and not with Go's timers, because the threads of these would
// count as the receiver's. It spins through short gaps, because no sleep is that short. The
// processor time of its thread is subtracted from that of the process. The rest is what waiting and
// being woken cost the receiver. The cost of sending itself, such as the system call that wakes a
// thread, counts as the sender's.
//
// The runtime interrupts a spinning thread every 10 ms, and another thread must return the P to a
// locked thread. In a pinned lane, all threads but the sender's are on the receiver's processor. If
// the receiver spins there, the handing back takes as long as the system lets the receiver run. So
// some messages of such a lane are milliseconds apart although the gap is short. Their latencies do
// not include this.

// shortestSleep is the gap below which the sender spins. A sleep in the system is late by about 50
// us, and by more if the processor sleeps as well.
const shortestSleep = 500 * time.Microsecond

// lookAfter is how many times a spinning sender polls before it checks whether the sample was given
// up.
const lookAfter = 1 << 12

// sender sends over one wire. One goroutine owns it.
type sender struct {
	ctx   context.Context
	board *board
	wire  wire
	gap   time.Duration
	// ownThread: the sender has its own thread. Otherwise it is an ordinary goroutine that gets an ack
	// for each arrival and sleeps with Go's timers.
	ownThread bool
	// alone: the receiver can run only while the sender sleeps or yields.
	alone bool

	_ [64]byte // separates the fields written for each message from those around them
	// number is the number of the latest message, and due is the earliest time for the next one.
	number uint64
	due    int64
	_      [64]byte
}

// burst is the result of many messages.
type burst struct {
	latencies []int64
	wall      time.Duration
	// cpu is the receiver's processor time, if the system can separate it from the sender's.
	cpu time.Duration
}

// burst sends until as many messages as least says have arrived and length has passed, or into is full.
func (s *sender) burst(gap time.Duration, least int, length time.Duration, into []int64) (burst, error) {
	s.gap = gap
	into = into[:0]
	s.due = s.board.now() + int64(gap)
	before, began := s.spent(), s.board.now()
	for len(into) < cap(into) && (len(into) < least || s.board.now()-began < int64(length)) {
		latency, err := s.message()
		if err != nil {
			return burst{}, err
		}
		into = append(into, latency)
	}
	wall := s.board.now() - began
	return burst{into, time.Duration(wall), s.spent() - before}, nil
}

// spent returns the processor time of the receiver, or of the whole process if the sender has no
// thread of its own.
func (s *sender) spent() time.Duration { return receiverTime(!s.ownThread) }

// message waits for the gap, sends one message, waits until it has arrived, and returns its
// latency.
func (s *sender) message() (int64, error) {
	if err := s.wait(); err != nil {
		return 0, err
	}
	s.number++
	sent := s.board.now()
	if err := s.wire.send(s.number); err != nil {
		return 0, fmt.Errorf("sending message %d: %w", s.number, err)
	}
	if err := s.await(); err != nil {
		return 0, err
	}
	arrived := s.board.at.Load()
	s.due = arrived + int64(s.gap)
	return arrived - sent, nil
}

// wait waits until the next message is due.
func (s *sender) wait() error {
	for looks := 1; ; looks++ {
		left := time.Duration(s.due - s.board.now())
		switch {
		case left <= 0:
			return nil
		case left >= shortestSleep/2 && s.gap >= shortestSleep:
			if err := s.ctx.Err(); err != nil {
				return s.givenUp(err)
			}
			s.sleep(left)
		case s.alone:
			runtime.Gosched()
		}
		if looks%lookAfter == 0 && s.ctx.Err() != nil {
			return s.givenUp(s.ctx.Err())
		}
	}
}

// sleep sleeps for d in pieces, so that a sample can be given up in the middle of the longest gap.
//
// A thread that sleeps in the system keeps its P until the runtime's monitor takes it away, which
// may not happen during a gap. So with a single P, use Go's timers. Otherwise a spinning receiver
// would not run at all.
func (s *sender) sleep(d time.Duration) {
	const piece = 2 * time.Second
	d = min(d, piece)
	if s.ownThread && !s.alone {
		threadSleep(d)
	} else {
		time.Sleep(d)
	}
}

// await waits until the message has arrived.
func (s *sender) await() error {
	if !s.ownThread {
		select {
		case <-s.board.ack:
			_, err := s.board.arrived(s.number)
			return err
		case <-s.ctx.Done():
			return s.givenUp(s.ctx.Err())
		}
	}
	for looks := 1; ; looks++ {
		arrived, err := s.board.arrived(s.number)
		switch {
		case arrived || err != nil:
			return err
		case s.alone:
			runtime.Gosched()
		case s.gap >= shortestSleep:
			// The thread that is being woken may need this processor.
			threadSleep(s.gap / 8)
		}
		if (looks%lookAfter == 0 || s.gap >= shortestSleep) && s.ctx.Err() != nil {
			return s.givenUp(s.ctx.Err())
		}
	}
}

func (s *sender) givenUp(cause error) error {
	if errors.Is(cause, context.Canceled) {
		return cause
	}
	return fmt.Errorf("message %d did not arrive before the deadline: it or its wake-up was lost, or the gap is too long for the deadline", s.number)
}
