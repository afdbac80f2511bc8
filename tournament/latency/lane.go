// Package latency measures what it costs to sleep until a message comes, what it costs to spin, and
// thus which wait strategy a loop should have. It measures the time from sending a message to its
// arrival and the processor time of waiting, for many gaps between messages and many ways of
// waiting.
//
// A [Lane] is one way of waiting. The lanes of this package are Go's own primitives and the
// project's loop. The Rust lanes are a separate program, which runs as a [Program] in the same way.
// [Take] takes one sample, in a process for this sample alone. [Run] takes many samples and returns
// a document of package result.
//
// The sender of a lane has its own thread, which continues after sending. So a sleeping receiver is
// woken on another thread, and the figures of all sleeping lanes include that. In lanes whose names
// end in -handover, the sender is a goroutine that at once waits for the answer, and its thread
// continues as the receiver. The figures of these lanes do not include waking a thread.
package latency

import (
	"fmt"
	"path"
	"runtime"
	"slices"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/result"
)

// Lane is one way of waiting for a message.
type Lane struct {
	// Name is the name in documents, such as go-channel-sleep.
	Name string
	Kind contest.Kind
	// Summary describes in a sentence how the receiver waits.
	Summary string
	// Spins: the receiver uses a whole processor while it waits, and needs one of its own.
	Spins bool
	// Handover: the sender is a goroutine that waits for the answer. See the package's comment.
	Handover bool

	// open starts the receiver, which calls arrive on the board for each message.
	open func(*board) (wire, error)
	// absent is the reason why the lane cannot run on this system.
	absent string
}

// wire sends messages to a receiver. Only the sender calls its methods.
type wire interface {
	// send sends one message with its number.
	send(number uint64) error
	// close ends the receiver, waits for it, and returns the receiver's error.
	close() error
}

// Lanes returns all lanes of this program, including those that cannot run on this system.
func Lanes() []Lane {
	return slices.Concat(channelLanes, pipeLanes, socketLanes, epollLanes, loopLanes)
}

// unmatched suggests what a pattern that matches no lane could mean.
func unmatched(names []string, pattern string) error {
	if _, err := path.Match(pattern, ""); err != nil {
		return fmt.Errorf("the pattern %q cannot be read: %w", pattern, err)
	}
	if nearest, ok := result.Nearest(pattern, names); ok {
		return fmt.Errorf("there is no lane %q; did you mean %q?", pattern, nearest)
	}
	return fmt.Errorf("there is no lane %q; wakeful list names them all", pattern)
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

// Missing returns the reason why the lane cannot be measured with that many usable processors (see
// [UsableProcessors]), or "" if it can. With force, a lane may spin without a processor of its own.
func (l Lane) Missing(processors float64, force bool) string {
	switch {
	case l.absent != "":
		return l.absent
	case l.Spins && !force:
		return spinningRefused(processors)
	}
	return ""
}

// spinningRefused returns the reason why no lane may spin with that many processors, or "" if lanes
// may.
func spinningRefused(processors float64) string {
	if processors >= 2 {
		return ""
	}
	return fmt.Sprintf("a spinning receiver needs a processor beside the sender's, and there is %.3g usable: it would measure the scheduler", processors)
}

// UsableProcessors returns how many processors' worth of time this process has, considering
// GOMAXPROCS, the processors that it may run on, and the quota of its control group (0 for none).
func UsableProcessors(quota float64) float64 {
	n := float64(min(runtime.GOMAXPROCS(0), affinity()))
	if quota > 0 {
		n = min(n, quota)
	}
	return n
}
