//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !wakeful_nopoll

package sim_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/wakeful-go/wakeful/internal/tracepage"
	"github.com/wakeful-go/wakeful/sim"
	"github.com/wakeful-go/wakeful/stream"
)

var update = flag.Bool("update", false, "write docs/simulation.svg again")

// The drawing in docs/simulation.md is that of a seed, which is the same everywhere.
func TestPicture(t *testing.T) {
	const name = "../docs/simulation.svg"
	text := sim.Trace(t, 4, func(w *sim.World) {
		w.Net().Faults(sim.Jitter(40*time.Millisecond), sim.Reset(0.5), sim.Pauses(time.Second, 100*time.Millisecond))
		server, client := w.Loop("server"), w.Loop("client")
		pair(w, server, client, echo, func(c *stream.Conn) {
			_ = c.OnClose(func(err error) { w.Logf("the end: %v", err) })
			_ = c.OnData(func([]byte) {})
			for i := range 4 {
				_, _ = client.AfterFunc(time.Duration(i*100)*time.Millisecond, func() { _, _ = c.Write([]byte("question")) })
			}
		})
		w.At(150*time.Millisecond, func() { w.Partition(server, client) })
		w.At(250*time.Millisecond, w.Heal)
		w.For(2 * time.Second)
	})
	var b strings.Builder
	if err := tracepage.Picture(&b, strings.NewReader(text), tracepage.Options{}); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil { //nolint:gosec // it is a document
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(name)
	if err != nil || string(committed) != b.String() {
		t.Errorf("%s is not the drawing of its seed (%v); go test ./sim -run TestPicture -update writes it", name, err)
	}
}
