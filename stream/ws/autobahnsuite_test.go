//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

import (
	"testing"

	"github.com/wakeful-go/wakeful/internal/autobahnsuite"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// TestAutobahnSuite runs Autobahn's own test suite against an echo server. It takes some minutes;
// with -short it leaves out the cases of large and many messages.
func TestAutobahnSuite(t *testing.T) {
	suite := autobahnsuite.New(t)
	l := running(t)
	address := serve(t, l, echoOf(t), wakews.WithMaxMessageSize(16<<20), wakews.WithCompression(0))
	cmd := suite.Command(t, map[string]any{
		"servers": []map[string]string{{"agent": autobahnsuite.Agent, "url": "ws://" + address}},
	}, "-m", "fuzzingclient")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("wstest: %v\n%s", err, out)
	}
	suite.Check(t)
}
