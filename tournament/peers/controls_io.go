package peers

import (
	"fmt"

	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/internal/pipes"
)

var controlPollerEntry = contest.Entry{
	Name:       "control-poller",
	Kind:       contest.Control,
	Summary:    "A thread that blocks in the system's own poller (poll) and sends bytes from one pipe back over another: what waking a thread costs.",
	Can:        contest.RoundTrips | contest.Pipes,
	NewControl: newPollerTrips,
}

var controlPipesEntry = contest.Entry{
	Name:       "control-pipes",
	Kind:       contest.Control,
	Summary:    "Two goroutines that hand a byte back and forth over two pipes of package os: what Go's own poller costs.",
	Can:        contest.RoundTrips | contest.Pipes,
	NewControl: newPipeTrips,
}

// pairTrips are round trips over two pipes; a goroutine answers until the
// requests are over.
type pairTrips struct {
	pair  *pipes.Pair
	ended chan struct{}
}

// RoundTrip panics when the pipes do not work, which ends the sample's process.
func (t *pairTrips) RoundTrip() {
	if err := t.pair.Trip(); err != nil {
		panic(fmt.Sprintf("peers: a control's round trip: %v", err))
	}
}

func (t *pairTrips) Close() {
	t.pair.Hang()
	<-t.ended
	t.pair.Close()
}

// newPipeTrips waits for requests as the caller waits for answers.
func newPipeTrips() (contest.RoundTripper, error) {
	if !pipes.Exist {
		return nil, errNoPipes
	}
	pair, err := pipes.Open()
	if err != nil {
		return nil, err
	}
	t := &pairTrips{pair, make(chan struct{})}
	requests, answers := pair.Files()
	go func() {
		defer close(t.ended)
		defer func() { _, _ = requests.Close(), answers.Close() }()
		var token [1]byte
		for {
			// The end of the requests is an error too. After any other one the
			// caller finds the end of the answers.
			if _, err := requests.Read(token[:]); err != nil {
				return
			}
			if _, err := answers.Write(token[:]); err != nil {
				return
			}
		}
	}()
	return t, nil
}

// newPollerTrips waits for requests in the system's poller, on a thread that
// really blocks there.
func newPollerTrips() (contest.RoundTripper, error) {
	if !pipes.Exist {
		return nil, errNoPipes
	}
	pair, err := pipes.Open()
	if err != nil {
		return nil, err
	}
	t := &pairTrips{pair, make(chan struct{})}
	go func() {
		defer close(t.ended)
		for over := false; !over; over = pair.Answer() {
			pair.Await()
		}
	}()
	return t, nil
}
