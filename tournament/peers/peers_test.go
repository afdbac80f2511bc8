package peers_test

import (
	"errors"
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/conformance"
	"github.com/wakeful-go/wakeful/tournament/contest"
	"github.com/wakeful-go/wakeful/tournament/peers"
)

// netpoll's poller, one for a process, cannot be closed.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/cloudwego/netpoll.(*defaultPoll).Wait"))
}

func TestEveryPeerMeetsTheContract(t *testing.T) {
	for _, entry := range append(peers.Entries(), peers.Hosted()) {
		t.Run(entry.Name, func(t *testing.T) {
			if reason := peers.Absent()[entry.Name]; reason != nil {
				var err error
				if entry.Can.Has(contest.Echoes) {
					_, err = entry.NewServer()
				} else {
					_, err = entry.NewControl()
				}
				if !errors.Is(err, reason) {
					t.Errorf("a contestant that this system cannot run: %v, want %v", err, reason)
				}
				return
			}
			conformance.Run(t, entry)
		})
	}
}
