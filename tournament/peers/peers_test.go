package peers_test

import (
	"errors"
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/conformance"
	"github.com/wakeful-go/wakeful/tournament/peers"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestEveryPeerMeetsTheContract(t *testing.T) {
	for _, entry := range peers.Entries() {
		t.Run(entry.Name, func(t *testing.T) {
			if reason := peers.Absent()[entry.Name]; reason != nil {
				if _, err := entry.NewControl(); !errors.Is(err, reason) {
					t.Errorf("a control that this system cannot run: %v, want %v", err, reason)
				}
				return
			}
			conformance.Run(t, entry)
		})
	}
}
