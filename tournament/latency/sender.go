package latency

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
)

// This file owns the sender: when it sends, how it passes the time, and whose
// processor time is whose.
//
// The next message is sent when the last one has arrived and the gap has passed
// since: so long, the receiver has had nothing to do. The sender runs on a thread
// of its own. It sleeps through long gaps in the system, not in Go's timers, whose
// threads would count as the receiver's; short gaps it spins away, since no sleep
// is that short. What its thread burns is subtracted from what the process does:
// the rest is what waiting and being woken cost the receiver. The price of sending
// itself, such as that of the system call which wakes a thread, is the sender's.
//
// A thread that spins is interrupted by the runtime every 10 ms, and one that is
// locked gets its turn back from another thread. When all but the sender's are kept
// on the receiver's processor, and the receiver spins there, that takes as long as
// the system lets the receiver run: some messages of a pinned lane are milliseconds
// apart although the gap is short. Their latencies do not contain it.

// shortestSleep is the gap below which the sender spins: a system's sleep is late
// by some 50 us, and by more when the processor sleeps as well.
const shortestSleep = 500 * time.Microsecond

// lookAfter is how often a spinning sender looks before it asks whether the sample
// has been given up.
const lookAfter = 1 << 12

// sender sends over one wire. One goroutine owns it.
type sender struct {
	ctx   context.Context
	board *board
	wire  wire
	gap   time.Duration
	// apart: the sender has a thread of its own. Otherwise it is a goroutine like
	// others, gets an ack for each arrival and sleeps on Go's timers.
	apart bool
	// alone: the receiver runs only when the sender lets it.
	alone bool

	_ [64]byte // separates what it writes per message from whatever lies around it
	// number is that of the latest message, due the earliest instant for the next.
	number uint64
	due    int64
	_      [64]byte
}

// burst is what came of many messages.
type burst struct {
	latencies []int64
	wall      time.Duration
	// cpu is the receiver's, where the system tells it from the sender's.
	cpu time.Duration
}

// burst sends until least messages have arrived and length has passed, or into is
// full.
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

// spent is the processor time of the receiver; of the whole process if the sender
// has no thread of its own.
func (s *sender) spent() time.Duration { return receiverTime(!s.apart) }

// message waits for the gap, sends one message, waits until it has arrived, and
// returns how long it took.
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

// wait passes the time until the next message is due.
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

// sleep sleeps for that long, in pieces: a sample can be given up in the middle of
// the longest gap.
//
// A thread that sleeps in the system keeps its P until the runtime's monitor takes
// it away, which may be never in a gap. Where there is no other P, Go's timers are
// the lesser evil: a receiver that spins would not run at all.
func (s *sender) sleep(d time.Duration) {
	const piece = 2 * time.Second
	d = min(d, piece)
	if s.apart && !s.alone {
		threadSleep(d)
	} else {
		time.Sleep(d)
	}
}

// await waits until the message has arrived.
func (s *sender) await() error {
	if !s.apart {
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
			// The thread that is being woken may need this very processor.
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
