//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package ws_test

import (
	"strings"
	"testing"

	"github.com/wakeful-go/wakeful/internal/autobahnsuite"
	wakews "github.com/wakeful-go/wakeful/stream/ws"
)

// TestAutobahnSuite runs Autobahn's own test suite against an echo server, with TLS and without, on
// connections of package stream and on those of stream/http. It takes some minutes;
// with -short it leaves out the cases of large and many messages.
func TestAutobahnSuite(t *testing.T) {
	autobahnsuite.New(t) // or the test cannot run
	options := []wakews.Option{wakews.WithMaxMessageSize(16 << 20), wakews.WithCompression(0)}
	eachServer(t, running(t), echoOf(t), options, func(t *testing.T, address string) {
		suite := autobahnsuite.New(t)
		address, secured := strings.CutPrefix(address, "tls:")
		url := "ws://" + address
		if secured {
			url = "wss://" + address
		}
		cmd := suite.Command(t, map[string]any{
			"servers": []map[string]string{{"agent": autobahnsuite.Agent, "url": url}},
		}, "-m", "fuzzingclient")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("wstest: %v\n%s", err, out)
		}
		suite.Check(t)
	})
}
