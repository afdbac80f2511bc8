// Package latency asks what it costs to be asleep when a message comes, what it
// costs to stay awake, and which wait strategy a loop should have: it measures how
// much later than it was sent a message arrives, over many gaps between messages
// and in many ways of waiting, with the processor time that the waiting burns.
//
// A [Lane] is one way of waiting. The lanes here are Go's own primitives and the
// project's loop; those in Rust are a program of its own, which a [Program] runs
// alike. [Take] is one sample, made for a process of its own; [Run] makes a run of
// many and leaves a document of package result.
//
// The sender of a lane has a thread of its own, which goes on after it has sent, so
// a receiver that sleeps is woken on another thread: that is part of the figures of
// all sleeping lanes. Only in lanes whose names end in -handover is the sender a
// goroutine that waits for the answer at once, and its thread carries on as the
// receiver: their figures contain no waking of a thread.
package latency

import (
	"fmt"
	"path"
	"runtime"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// A Lane is one way of waiting for a message.
type Lane struct {
	// Name is how it is filed: go-channel-sleep.
	Name string
	Kind contest.Kind
	// Summary says in a sentence how the receiver waits.
	Summary string
	// Spins: the receiver burns a processor while it waits, and needs one of its
	// own.
	Spins bool
	// Handover: the sender is a goroutine that waits for the answer, see the
	// package's comment.
	Handover bool

	// open starts the receiver, which calls arrive on the board for each message.
	open func(*board) (wire, error)
	// absent is why it cannot run on this system.
	absent string
}

// A wire is what leads to a receiver. Its methods are for the sender alone.
type wire interface {
	// send sends one message with its number.
	send(number uint64) error
	// close ends the receiver, waits for it, and returns what went wrong there.
	close() error
}

// Lanes returns all lanes of this program, those that this system cannot run
// included.
func Lanes() []Lane {
	return slices.Concat(channelLanes, pipeLanes, socketLanes, epollLanes, loopLanes)
}

// unmatched says what may have been meant by a pattern that matches no lane.
func unmatched(names []string, pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return fmt.Errorf("the pattern %q cannot be read: %w", pattern, err)
	}
	if nearest, ok := result.Nearest(pattern, names); ok {
		return fmt.Errorf("there is no lane %q; did you mean %q?", pattern, nearest)
	}
	return fmt.Errorf("there is no lane %q; --list names them all", pattern)
}

// Find returns the lane of that name. The error names the nearest one.
func Find(name string) (Lane, error) {
	var names []string
	for _, l := range Lanes() {
		if l.Name == name {
			return l, nil
		}
		names = append(names, l.Name)
	}
	return Lane{}, unmatched(names, name)
}

// SpinningGo are the names of the lanes in which one of Go's primitives is polled.
func SpinningGo() []string {
	var names []string
	for _, l := range Lanes() {
		if l.Spins && l.Kind == contest.Floor {
			names = append(names, l.Name)
		}
	}
	return names
}

// Missing is why the lane cannot be measured with so many usable processors (see
// [Usable]), empty when it can.
func (l Lane) Missing(processors float64, force bool) string {
	switch {
	case l.absent != "":
		return l.absent
	case l.Spins && !force:
		return spinningRefused(processors)
	}
	return ""
}

// spinningRefused is why no lane may spin with so many processors, empty when they
// may.
func spinningRefused(processors float64) string {
	if processors >= 2 {
		return ""
	}
	return fmt.Sprintf("a spinning receiver needs a processor beside the sender's, and there is %.3g usable: it would measure the scheduler; --force measures it all the same", processors)
}

// Usable is how many processors' worth of time this process has: by GOMAXPROCS, by
// the processors that it may run on, and by its control group's quota, which the
// caller knows, 0 for none.
func Usable(quota float64) float64 {
	n := float64(min(runtime.GOMAXPROCS(0), affinity()))
	if quota > 0 {
		n = min(n, quota)
	}
	return n
}

// Matches reports whether a lane's name matches one of the patterns, in which *
// stands for any letters. Without patterns all do.
func Matches(name string, patterns []string) (bool, error) {
	if len(patterns) == 0 {
		return true, nil
	}
	for _, p := range patterns {
		ok, err := path.Match(p, name)
		if err != nil {
			return false, fmt.Errorf("the pattern %q cannot be read: %w", p, err)
		}
		if ok {
			return true, nil
		}
	}
	return false, nil
}
