package peers_test

import (
	"testing"

	"go.uber.org/goleak"

	"github.com/wakeful-go/wakeful/tournament/conformance"
	"github.com/wakeful-go/wakeful/tournament/peers"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestEveryPeerMeetsTheContract(t *testing.T) {
	for _, entry := range peers.Entries() {
		t.Run(entry.Name, func(t *testing.T) { conformance.Run(t, entry) })
	}
}
